import Marbles

/// What the three subjects have in common: subscribers, upstream subscriptions, the end.
///
/// `Memory` is what a subject remembers besides; it is guarded by the same lock, so that who takes
/// it while joining gets either a value's memory or the value itself, never both and never neither.
///
/// A subscriber is a closure that was made where its type is known: what it delivers is compiled
/// for that chain. Sending takes the lock once, and a copy of the list, which keeps the members
/// while they are called.
@usableFromInline
final class SubjectCore<Output, Failure: Error, Memory>: Sendable {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>
  @usableFromInline typealias Member = SubjectMember<Output, Failure>
  @usableFromInline typealias Place = UInt64

  @usableFromInline
  struct State {
    @usableFromInline var memory: Memory
    @usableFromInline var members = SubscriberList<Member>()
    @usableFromInline var completion: Completion?
    @usableFromInline var report: SubjectReport?
    fileprivate var upstreams: [any Subscription] = []
    fileprivate var isAsked: Bool

    fileprivate init(memory: Memory, isAsked: Bool) {
      self.memory = memory
      self.isAsked = isAsked
    }
  }

  @usableFromInline let state: Locked<State>

  /// - Parameter isAsked: whether it asks an upstream for values before anybody asked it.
  @usableFromInline
  init(_ memory: Memory, isAsked: Bool) {
    state = Locked(State(memory: memory, isAsked: isAsked))
  }

  deinit {
    for upstream in state.withLock({ $0.upstreams }) { upstream.cancel() }
  }

  /// Adds a subscriber, or says how the subject has ended.
  @usableFromInline
  func add(
    _ receive: @escaping (SubjectSignal<Output, Failure>) -> Void,
    _ remember: (inout Memory) -> Void = { _ in }
  ) -> (place: Place, completion: Completion?) {
    state.withLock { state in
      remember(&state.memory)
      if let completion = state.completion { return (0, completion) }
      return (state.members.insert(Member(receive)), nil)
    }
  }

  @usableFromInline
  func remove(_ place: Place) { state.letGo { $0.members.remove(place) } }

  /// Changes the memory and serves the value to everybody, unless the subject has ended.
  ///
  /// - Parameter capacity: how many values the memory keeps, for the picture.
  @inlinable @inline(__always)
  func send(_ value: Output, capacity: Int, _ remember: (inout Memory) -> Void) {
    let (members, report) = state.withLock { state -> (ContiguousArray<Member>, SubjectReport?) in
      guard state.completion == nil else { return ([], nil) }
      remember(&state.memory)
      return (state.members.members, state.report)
    }
    report?.keep(value, capacity: capacity)
    let signal = SubjectSignal<Output, Failure>.value(value)
    members.forEachKept { $0.receive(signal) }
  }

  /// As ``send(_:capacity:_:)``, of a subject that remembers nothing.
  @inlinable @inline(__always)
  func send(_ value: Output) where Memory == Void {
    let members = state.withLock { state in
      state.completion == nil ? state.members.members : []
    }
    let signal = SubjectSignal<Output, Failure>.value(value)
    members.forEachKept { $0.receive(signal) }
  }

  /// Ends the subject and tells everybody, unless it had ended before.
  @usableFromInline
  func send(completion: Completion, forgets: Bool = false) {
    let (members, report) = state.withLock { state -> (ContiguousArray<Member>, SubjectReport?) in
      guard state.completion == nil else { return ([], nil) }
      state.completion = completion
      return (state.members.removeAll(), state.report)
    }
    if forgets { report?.forgetAll() }
    let signal = SubjectSignal<Output, Failure>.end(completion)
    members.forEachKept { $0.receive(signal) }
  }

  // MARK: Upstreams

  @usableFromInline
  func add(upstream: any Subscription) {
    let isAsked = state.withLock { state in
      state.upstreams.removeAll { ($0 as? LinkSubscription)?.isOver == true }
      state.upstreams.append(upstream)
      return state.isAsked
    }
    if isAsked { upstream.request(.unlimited) }
  }

  /// A subscriber asked for values: from now on the upstreams are asked for all there are.
  @usableFromInline
  func noteDemand() {
    let upstreams = state.withLock { state -> [any Subscription] in
      guard !state.isAsked else { return [] }
      state.isAsked = true
      return state.upstreams
    }
    for upstream in upstreams { upstream.request(.unlimited) }
  }
}

/// One subscriber of a subject: an object, because calling a closure that stands in an array
/// retains it first.
@usableFromInline
final class SubjectMember<Output, Failure: Error> {
  @usableFromInline let receive: (SubjectSignal<Output, Failure>) -> Void

  @inlinable
  init(_ receive: @escaping (SubjectSignal<Output, Failure>) -> Void) { self.receive = receive }
}
