import Marbles

/// Joins one element of each of several publishers, for `zip` and `combineLatest`.
///
/// Downstream receives its subscription when all inputs have theirs. Each request is passed to
/// every input. An element without demand waits (`zip`) or only updates the latest one
/// (`combineLatest`).
@usableFromInline
final class CombiningSubscription<Downstream: Subscriber> {
  @usableFromInline
  enum Rule {
    /// The n-th of each; finishes when a side that has ended has none left.
    case position
    /// The latest of each; finishes when all sides have.
    case latest
  }

  @usableFromInline let outlet: SerializedDownstream<Downstream>
  @usableFromInline let values: HeldValues
  @usableFromInline let rule: Rule
  @usableFromInline let name: String
  // State of the sides, inside the gate; a side is one bit of a set.
  @usableFromInline @exclusivity(unchecked) var sides: [CombiningSide] = []
  @usableFromInline @exclusivity(unchecked) var compose: () -> Downstream.Input? = { nil }
  @usableFromInline @exclusivity(unchecked) var all: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var subscribed: UInt64 = 0
  /// The sides that can still send elements.
  @usableFromInline @exclusivity(unchecked) var open: UInt64 = 0
  /// The sides that have an element.
  @usableFromInline @exclusivity(unchecked) var filled: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var earlyFailure: Downstream.Failure?

  @usableFromInline
  init(_ downstream: Downstream, _ rule: Rule, name: String) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    self.rule = rule
    self.name = name
  }

  /// Adds a side, to be subscribed by the caller after ``start(_:)``.
  @inlinable
  func side<Input>(_ type: Input.Type = Input.self) -> CombiningInput<Input, Downstream> {
    let side = CombiningInput<Input, Downstream>(self, bit: 1 << UInt64(sides.count))
    sides.append(side)
    all |= side.bit
    return side
  }

  /// - Parameter compose: Takes one element of each input. Does not call out.
  @inlinable
  func start(_ compose: @escaping () -> Downstream.Input?) { self.compose = compose }

  // MARK: Signals of downstream

  @inlinable
  func request(_ more: Subscribers.Demand) {
    if rule == .position { more.requireSome(name) }
    outlet.run { [self] in
      demand += more
      while rule == .position, canEmit { _ = emit(broughtBy: nil) }
      for side in sides { side.inlet.request(more) }
    }
  }

  @usableFromInline
  func cancel() {
    outlet.close { [self] in stop() }
  }

  @usableFromInline
  func stop() {
    let old = sides
    sides = []
    (open, filled) = (0, 0)
    compose = { nil }
    for side in old {
      side.inlet.cancel()
      side.forget()
    }
    values.releaseAll(.forgotten)
  }

  // MARK: Signals of the inputs; inside the gate

  @inlinable
  func opened(_ bit: UInt64) {
    subscribed |= bit
    open |= bit
    guard subscribed == all else { return }
    let name = name
    let own = SourceSubscription(name)
    own.start(request: { [self] in request($0) }, cancel: { [self] in cancel() })
    outlet.send(subscription: own)
    if let earlyFailure {
      end(.failure(earlyFailure))
    } else {
      finishIfOver()
    }
  }

  @inlinable
  func receive<Input>(_ input: Input, from side: CombiningInput<Input, Downstream>)
    -> Subscribers.Demand
  {
    guard
      outlet.enter(orLater: { [self] in side.inlet.request(accept(input, from: side)) })
    else { return .none }
    let more = accept(input, from: side)
    outlet.leave()
    return more
  }

  /// Called right after entering.
  @inlinable
  func accept<Input>(_ input: Input, from side: CombiningInput<Input, Downstream>)
    -> Subscribers.Demand
  {
    guard open & side.bit != 0 else { return .none }
    switch rule {
    case .position:
      let held = completes(side.bit) ? nil : values.hold(input)
      side.waiting.append(Kept(value: input, held: held))
    case .latest:
      if values.isRecorded { values.release(side.latest?.held, .replaced) }
      side.latest = Kept(value: input, held: values.hold(input))
    }
    filled |= side.bit
    return canEmit ? emit(broughtBy: side.bit) : .none
  }

  /// Whether an element that arrives at a side without elements will be delivered at once.
  @inlinable
  func completes(_ bit: UInt64) -> Bool { demand > .none && filled == all & ~bit }

  @inlinable
  var canEmit: Bool { demand > .none && filled == all && !sides.isEmpty }

  /// - Returns: The demand for the side that sent the element; the others are requested here.
  @inlinable
  func emit(broughtBy sender: UInt64?) -> Subscribers.Demand {
    let held = values.isRecorded && rule == .position ? sides.map { $0.firstHeld } : []
    guard let output = compose() else { return .none }
    demand -= 1
    let more =
      held.isEmpty
      ? sender == nil ? outlet.deliver(output) : outlet.pass(output)
      : values.release(held, .left) { outlet.deliver(output) }
    if more > .none {
      demand += more
      for side in sides where side.bit != sender { side.inlet.request(more) }
    }
    finishIfOver()
    return more
  }

  @inlinable
  func ended(_ completion: Subscribers.Completion<Downstream.Failure>, _ bit: UInt64) {
    open &= ~bit
    switch completion {
    case .failure(let error) where subscribed != all: earlyFailure = error
    case .failure: end(completion)
    case .finished: finishIfOver()
    }
  }

  @inlinable
  func finishIfOver() {
    guard subscribed == all, !sides.isEmpty else { return }
    let isOver =
      switch rule {
      case .position: open | filled != all
      case .latest: open == 0
      }
    if isOver { end(.finished) }
  }

  @usableFromInline
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    outlet.send(completion: completion)
    stop()
  }
}

/// An input whose type of elements is hidden.
@usableFromInline
class CombiningSide {
  @usableFromInline final let inlet = UpstreamSubscription()
  /// Its bit in the sets of sides.
  @usableFromInline final let bit: UInt64

  @usableFromInline init(bit: UInt64) { self.bit = bit }

  @usableFromInline var firstHeld: RecordedStage.Held? { nil }
  /// Releases the elements.
  @usableFromInline func forget() {}
}

/// One of the publishers that are joined.
@usableFromInline
final class CombiningInput<Input, Downstream: Subscriber>: CombiningSide, Subscriber,
  RecordedSubscriber, CustomStringConvertible
{
  @usableFromInline typealias Failure = Downstream.Failure

  /// Retained by hand: it is called without being retained.
  @usableFromInline let hub: Unmanaged<CombiningSubscription<Downstream>>
  /// The elements that wait, for ``CombiningSubscription/Rule/position``.
  @usableFromInline @exclusivity(unchecked) var waiting = Queue<Kept<Input>>()
  /// The latest element, for ``CombiningSubscription/Rule/latest``.
  @usableFromInline @exclusivity(unchecked) var latest: Kept<Input>?

  @usableFromInline
  init(_ hub: CombiningSubscription<Downstream>, bit: UInt64) {
    self.hub = .passRetained(hub)
    super.init(bit: bit)
  }

  deinit { hub.release() }

  @usableFromInline var recordedInput: RecordedInput? {
    guard let input = callHub({ $0.outlet.input }) else { return nil }
    return .of(input, as: .input(bit.trailingZeroBitCount + 1))
  }
  @usableFromInline var description: String { callHub { $0.name } }
  @usableFromInline override var firstHeld: RecordedStage.Held? { waiting.first?.held }
  @usableFromInline override func forget() {
    waiting.removeAll()
    latest = nil
  }

  @inlinable @inline(__always)
  func callHub<Result>(_ call: (CombiningSubscription<Downstream>) -> Result) -> Result {
    hub._withUnsafeGuaranteedRef(call)
  }

  /// The next element to join, which is removed if elements are joined by position.
  @inlinable
  func take() -> Input? {
    callHub { hub in
      guard hub.rule == .position else { return latest?.value }
      let next = waiting.popFirst()?.value
      if waiting.isEmpty { hub.filled &= ~bit }
      return next
    }
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    callHub { hub in hub.outlet.run { [self] in callHub { $0.opened(bit) } } }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    callHub { $0.receive(input, from: self) }
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    callHub { hub in
      hub.outlet.run { [self] in
        callHub { hub in
          // Like in Combine, a side of `zip` that has failed is cancelled with the others.
          if case .failure = completion, hub.rule == .position, inlet.isOpen {
            hub.ended(completion, bit)
          } else if inlet.end() {
            hub.ended(completion, bit)
          }
        }
      }
    }
  }
}
