import Marbles

/// The common state of the subjects: subscribers, upstream subscriptions, the completion.
///
/// `Memory` is the additional state of a subject. It has the same lock, so that a new subscriber
/// receives an element either from the memory or from `send`, never both and never neither.
///
/// A subscriber is a closure that is created where its type is known, so that its deliveries are
/// specialized. Sending takes the lock once, and copies the list, which retains the members during
/// the delivery.
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

  /// - Parameter isAsked: Whether an upstream is requested elements before a subscriber requests
  ///   any.
  @usableFromInline
  init(_ memory: Memory, isAsked: Bool) {
    state = Locked(State(memory: memory, isAsked: isAsked))
  }

  deinit {
    for upstream in state.withLock({ $0.upstreams }) { upstream.cancel() }
  }

  /// Adds a subscriber, or returns the completion of the subject.
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
  func remove(_ place: Place) { state.withLockReleasing { $0.members.remove(place) } }

  /// Changes the memory and sends the element to all subscribers, unless the subject has completed.
  ///
  /// - Parameter capacity: The number of elements that the memory stores, for the recording.
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

  /// Like ``send(_:capacity:_:)``, for a subject without memory.
  @inlinable @inline(__always)
  func send(_ value: Output) where Memory == Void {
    let members = state.withLock { state in
      state.completion == nil ? state.members.members : []
    }
    let signal = SubjectSignal<Output, Failure>.value(value)
    members.forEachKept { $0.receive(signal) }
  }

  /// Completes the subject and all subscribers, unless it has completed before.
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
      state.upstreams.removeAll { ($0 as? LinkSubscription)?.isOpen == false }
      state.upstreams.append(upstream)
      return state.isAsked
    }
    if isAsked { upstream.request(.unlimited) }
  }

  /// A subscriber has requested elements: from now on upstreams are requested unlimited demand.
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

/// A subscriber of a subject, as an object: a closure in an array is retained around each call.
@usableFromInline
final class SubjectMember<Output, Failure: Error> {
  @usableFromInline let receive: (SubjectSignal<Output, Failure>) -> Void

  @inlinable
  init(_ receive: @escaping (SubjectSignal<Output, Failure>) -> Void) { self.receive = receive }
}
