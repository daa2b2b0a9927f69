import Marbles
import MarblesCombine

/// The lifetime of the subject that shares an observable.
public enum SubjectLifetimeScope: Sendable {
  /// Until the end, or until the last subscription is disposed; the next one has a new subject.
  case whileConnected
  /// Forever. After the end, observers receive the stored elements and the end only. After the last
  /// subscription has been disposed, the next one receives the stored elements and then subscribes
  /// to the source again.
  case forever
}

extension ObservableType {
  /// Shares one subscription to the source among all observers, and replays the last elements.
  ///
  ///     source:   -1-2-3-|
  ///     A ^       -1-2-3-|
  ///     B    ^    ---2-3-|    share()
  ///
  /// In the default scope, an observer that subscribes after the end subscribes to the source again.
  /// Combine's `share()` then only finishes.
  ///
  /// - Parameters:
  ///   - replay: The greatest number of elements that are replayed.
  ///   - scope: The lifetime of the subject that stores the elements.
  @inlinable
  public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected)
    -> Observable<Element>
  {
    switch (scope, replay) {
    case (.forever, ...0): multicast(PublishSubject()).refCount()
    case (.forever, _): multicast(ReplaySubject.create(bufferSize: replay)).refCount()
    case (.whileConnected, ...1): SharedWhileConnected(asObservable(), replay: replay)
    case (.whileConnected, _):
      multicast(makeSubject: { ReplaySubject.create(bufferSize: replay) }).refCount()
    }
  }
}

/// Shares a source while there are subscriptions and it has not ended, and stores at most one
/// element. Thread-safe.
@usableFromInline
final class SharedWhileConnected<Element>: Observable<Element> {
  @usableFromInline
  final class Connection {
    @usableFromInline let core: SubjectState<Element>
    let subscription = SingleAssignmentDisposable()
    /// The number of subscriptions. Guarded by the lock of `current`.
    var count = 0

    init(replay: Int) {
      core = SubjectState(replay > 0 ? .current : .none, owner: SharedWhileConnected.self)
    }
  }

  private let source: Observable<Element>
  private let replay: Int
  private let current = Locked<Connection?>(nil)
  /// Passes an element of the source on. It is formed where the types are known.
  private let next: (Connection) -> (Element) -> Void

  @inlinable
  convenience init(_ source: Observable<Element>, replay: Int) {
    self.init(source, replay: replay) { connection in { connection.core.send($0) } }
  }

  @usableFromInline
  init(
    _ source: Observable<Element>, replay: Int, next: @escaping (Connection) -> (Element) -> Void
  ) {
    self.source = source
    self.replay = replay
    self.next = next
    super.init()
  }

  @usableFromInline
  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    let (connection, isFirst) = current.withLock { current in
      let connection = current ?? Connection(replay: replay)
      connection.count += 1
      defer { current = connection }
      return (connection, current == nil)
    }
    if let stage = receiver.lane?.source { connection.core.report(to: stage) }
    let membership = connection.core.subscribe(receiver)
    if isFirst { connect(connection, receiver.recordedInput) }
    return Disposables.create { [self] in
      membership.dispose()
      leave(connection)
    }
  }

  private func connect(_ connection: Connection, _ input: RecordedInput?) {
    let receiver = Receiver<Element>(
      input: input, next: next(connection),
      end: { [self] event in
        forget(connection)
        connection.core.on(event)
        // The subscription retains this object: it is released at the end.
        connection.subscription.dispose()
      })
    connection.subscription.setDisposable(source.subscribe(receiver))
  }

  private func forget(_ connection: Connection) {
    let isOver = current.withLock { current in
      guard current === connection else { return false }
      current = nil
      return true
    }
    if isOver { connection.core.forget() }
  }

  private func leave(_ connection: Connection) {
    let isLast = current.withLock { current in
      guard current === connection else { return false }
      connection.count -= 1
      guard connection.count == 0 else { return false }
      current = nil
      return true
    }
    guard isLast else { return }
    connection.core.forget()
    connection.subscription.dispose()
  }
}
