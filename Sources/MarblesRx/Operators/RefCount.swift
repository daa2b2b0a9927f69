import Marbles
import MarblesCombine

extension ConnectableObservableType {
  /// Connects at the first subscription and disconnects when the last one has been disposed.
  ///
  ///     source:      -1-2-3-
  ///     A  ^  !      -1-
  ///     B    ^  !    ---2
  ///
  /// After the end, the next subscription connects again.
  @inlinable
  public func refCount() -> Observable<Element> { RefCount(self) }
}

/// Counts the subscriptions of a connectable observable. Thread-safe.
///
/// Connections and disconnections are performed one at a time, in the order in which they were
/// requested.
@usableFromInline
final class RefCount<Source: ConnectableObservableType>: Observable<Source.Element> {
  fileprivate final class State {
    var count = 0
    /// The number of the present connection; a subscription of an earlier one is not counted.
    var number = 0
    var connection: (any Disposable)?
    /// The number that the source has given to the present connection.
    var joined = 0

    /// Counts for a later connection of the source. The previous one is over, even if its end has
    /// not arrived yet.
    func turn(to joined: Int) {
      self.joined = joined
      count = 0
      number += 1
      connection = nil
    }
  }

  private let source: Source
  private let gate = SerialGate()
  /// Guarded by the gate.
  private let state = State()
  private let producer: Producer<Source.Element>

  @inlinable
  convenience init(_ source: Source) {
    self.init(source) { sink in { sink.onNext($0) } }
  }

  /// - Parameter next: Passes an element on. It is formed where the types are known.
  @usableFromInline
  init(_ source: Source, next: @escaping (Sink<Source.Element>) -> (Source.Element) -> Void) {
    self.source = source
    producer = Producer { [source, gate, state] sink in
      let turn = Turn(sink: sink, source: source, gate: gate, state: state)
      return turn.start(next(sink))
    }
    super.init()
  }

  @usableFromInline
  override func subscribe(receiver: Receiver<Source.Element>) -> any Disposable {
    producer.subscribe(receiver: receiver)
  }

  /// One subscription.
  private final class Turn {
    let sink: Sink<Source.Element>
    let source: Source
    let gate: SerialGate
    let state: State
    /// The number of the connection for which this subscription is counted; `nil` before.
    var number: Int?

    init(sink: Sink<Source.Element>, source: Source, gate: SerialGate, state: State) {
      self.sink = sink
      self.source = source
      self.gate = gate
      self.state = state
    }

    func start(_ next: @escaping (Source.Element) -> Void) -> any Disposable {
      let (subscription, joined) = join(
        Receiver<Source.Element>(
          input: sink.input, next: next, end: { [self] event in gate.run { [self] in end(event) } })
      )
      gate.run { [self] in connect(joined) }
      return Disposables.create { [self] in
        subscription.dispose()
        gate.run { [self] in leave() }
      }
    }

    private func join(_ receiver: Receiver<Source.Element>) -> (any Disposable, Int) {
      if let connectable = source as? ConnectableObservable<Source.Element> {
        return connectable.join(receiver)
      }
      return (source.subscribe(receiver), 0)
    }

    private func connect(_ joined: Int) {
      guard !sink.isDisposed, joined >= state.joined else { return }
      if joined > state.joined { state.turn(to: joined) }
      number = state.number
      state.count += 1
      guard state.count == 1 else { return }
      let connection = source.connect()
      if number == state.number { state.connection = connection }
    }

    private func end(_ event: Event<Source.Element>) {
      if let number, number == state.number {
        let connection = state.connection
        state.count = 0
        state.number += 1
        state.connection = nil
        connection?.dispose()
      }
      sink.on(event)
    }

    private func leave() {
      guard let number, number == state.number else { return }
      state.count -= 1
      guard state.count == 0 else { return }
      let connection = state.connection
      state.connection = nil
      connection?.dispose()
    }
  }
}
