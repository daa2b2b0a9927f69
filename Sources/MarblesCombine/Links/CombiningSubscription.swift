import Marbles

/// Joins one element of each of several publishers, for `zip` and `combineLatest`.
///
/// Downstream receives its subscription when all inputs have theirs. Each request is passed to
/// every input. An element without demand waits (`zip`) or only updates the latest one
/// (`combineLatest`).
final class CombiningSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  enum Rule {
    /// The n-th of each; finishes when a side that has ended has none left.
    case position
    /// The latest of each; finishes when all sides have.
    case latest
  }

  let outlet: SerializedDownstream<Downstream>
  fileprivate let values: HeldValues
  fileprivate let rule: Rule
  private let name: String
  private var sides: [any CombiningInputOfAnyType] = []
  private var compose: () -> Downstream.Input? = { nil }
  private var waiting = 0
  private var demand = Subscribers.Demand.none
  private var earlyFailure: Downstream.Failure?

  init(_ downstream: Downstream, _ rule: Rule, name: String) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    self.rule = rule
    self.name = name
  }

  var description: String { name }

  /// Adds a side, to be subscribed by the caller after ``start(_:)``.
  func side<Input>(_ type: Input.Type = Input.self) -> CombiningInput<Input, Downstream> {
    let side = CombiningInput<Input, Downstream>(self, index: sides.count)
    sides.append(side)
    return side
  }

  /// - Parameter compose: Takes one element of each input.
  func start(_ compose: @escaping () -> Downstream.Input?) {
    self.compose = compose
    waiting = sides.count
  }

  // MARK: Signals of downstream

  func request(_ more: Subscribers.Demand) {
    if rule == .position { more.requireSome(name) }
    outlet.run { [self] in
      demand += more
      while rule == .position, canEmit { _ = emit(broughtBy: nil) }
      for side in sides { side.inlet.request(more) }
    }
  }

  func cancel() {
    outlet.close { [self] in stop() }
  }

  private func stop() {
    let all = sides
    sides = []
    compose = { nil }
    for side in all {
      side.inlet.cancel()
      side.forget()
    }
    values.releaseAll(.forgotten)
  }

  // MARK: Signals of the inputs; inside the gate

  fileprivate func opened() {
    waiting -= 1
    guard waiting == 0 else { return }
    outlet.send(subscription: self)
    if let earlyFailure {
      end(.failure(earlyFailure))
    } else {
      finishIfOver()
    }
  }

  /// Whether an element that arrives at `index` will be delivered at once.
  fileprivate func completes(_ index: Int) -> Bool {
    demand > .none
      && sides.allSatisfy { $0.index == index ? !$0.hasValue : $0.hasValue }
  }

  fileprivate func arrived(at index: Int) -> Subscribers.Demand {
    canEmit ? emit(broughtBy: index) : .none
  }

  private var canEmit: Bool {
    demand > .none && !sides.isEmpty && sides.allSatisfy { $0.hasValue }
  }

  /// - Returns: The demand for the input that sent the element; the others are requested here.
  private func emit(broughtBy index: Int?) -> Subscribers.Demand {
    let held = rule == .position ? sides.map(\.firstHeld) : []
    guard let output = compose() else { return .none }
    demand -= 1
    let more = values.release(held, .left) { outlet.send(output) }
    demand += more
    for side in sides where side.index != index { side.inlet.request(more) }
    finishIfOver()
    return more
  }

  fileprivate func ended(_ completion: Subscribers.Completion<Downstream.Failure>) {
    switch completion {
    case .failure(let error) where waiting > 0: earlyFailure = error
    case .failure: end(completion)
    case .finished: finishIfOver()
    }
  }

  private func finishIfOver() {
    guard waiting == 0, !sides.isEmpty else { return }
    let isOver =
      switch rule {
      case .position: sides.contains { !$0.inlet.isOpen && !$0.hasValue }
      case .latest: sides.allSatisfy { !$0.inlet.isOpen }
      }
    if isOver { end(.finished) }
  }

  private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    outlet.send(completion: completion)
    stop()
  }
}

/// An input whose type of elements is hidden.
private protocol CombiningInputOfAnyType: AnyObject {
  var index: Int { get }
  var inlet: UpstreamSubscription { get }
  var hasValue: Bool { get }
  var firstHeld: RecordedStage.Held? { get }
  func forget()
}

/// One of the publishers that are joined.
final class CombiningInput<Input, Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible,
  CombiningInputOfAnyType
{
  typealias Failure = Downstream.Failure

  fileprivate let inlet = UpstreamSubscription()
  fileprivate let index: Int
  private let hub: CombiningSubscription<Downstream>
  private var kept = Queue<Kept<Input>>()

  fileprivate init(_ hub: CombiningSubscription<Downstream>, index: Int) {
    self.hub = hub
    self.index = index
  }

  var lane: RecordedLane? { hub.outlet.lane }
  var description: String { hub.description }
  fileprivate var hasValue: Bool { !kept.isEmpty }
  fileprivate var firstHeld: RecordedStage.Held? { kept.first?.held }
  fileprivate func forget() { kept.removeAll() }

  /// The next element to join, which is removed if elements are joined by position.
  func take() -> Input? {
    switch hub.rule {
    case .position: kept.popFirst()?.value
    case .latest: kept.first?.value
    }
  }

  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    hub.outlet.run { [hub] in hub.opened() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard hub.outlet.enter(orLater: { [self] in inlet.request(accept(input)) }) else {
      return .none
    }
    defer { hub.outlet.leave() }
    return accept(input)
  }

  private func accept(_ input: Input) -> Subscribers.Demand {
    guard inlet.isOpen else { return .none }
    switch hub.rule {
    case .position:
      let held = hub.completes(index) ? nil : hub.values.hold(input)
      kept.append(Kept(value: input, held: held))
    case .latest:
      if let old = kept.popFirst() { hub.values.release(old.held, .replaced) }
      kept.append(Kept(value: input, held: hub.values.hold(input)))
    }
    return hub.arrived(at: index)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    hub.outlet.run { [self] in
      // Like in Combine, a side of `zip` that has failed is cancelled with the others.
      if case .failure = completion, hub.rule == .position, inlet.isOpen {
        hub.ended(completion)
      } else if inlet.end() {
        hub.ended(completion)
      }
    }
  }
}
