import Marbles
import MarblesCombine

/// How long the subject of a shared stream lives, as RxSwift's.
public enum SubjectLifetimeScope: Sendable {
  /// As long as anybody is subscribed, and until the end: the next subscriber starts anew.
  case whileConnected
  /// For ever: after the end there is only what was kept and the end; after everybody has left,
  /// what was kept comes first and then the work starts again.
  case forever
}

extension ObservableType {
  /// Shares one subscription to the source among all subscribers, and replays the last values.
  ///
  ///     source:   -1-2-3-|
  ///     A ^       -1-2-3-|
  ///     B    ^    ---2-3-|    share()
  ///
  /// In the default scope the work runs again for whoever comes after the end, unlike Combine's
  /// `share()`, which then only finishes.
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

/// Shares a source as long as anybody is subscribed and it has not ended, with a memory of at most
/// one value. Thread-safe.
private final class SharedWhileConnected<Element>: Observable<Element> {
  private final class Connection {
    let core: SubjectState<Element>
    let subscription = SingleAssignmentDisposable()
    /// How many are subscribed; guarded by the lock of `current`.
    var count = 0

    init(replay: Int) {
      core = SubjectState(replay > 0 ? .current : .none, owner: "share()")
    }
  }

  private let source: Observable<Element>
  private let replay: Int
  private let current = Locked<Connection?>(nil)

  init(_ source: Observable<Element>, replay: Int) {
    self.source = source
    self.replay = replay
    super.init()
  }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    let (connection, isFirst) = current.withLock { current in
      let connection = current ?? Connection(replay: replay)
      connection.count += 1
      defer { current = connection }
      return (connection, current == nil)
    }
    if let stage = receiver.lane?.source { connection.core.report(to: stage) }
    let membership = connection.core.subscribe(receiver)
    if isFirst { connect(connection, lane: receiver.lane) }
    return Disposables.create { [self] in
      membership.dispose()
      leave(connection)
    }
  }

  private func connect(_ connection: Connection, lane: RecordedLane?) {
    let receiver = ClosureReceiver<Element>(lane: lane) { [self] event in
      if event.isStopEvent { forget(connection) }
      connection.core.on(event)
      // What has ended must not keep what it came through, which keeps this.
      if event.isStopEvent { connection.subscription.dispose() }
    }
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

extension ScriptOperator {
  static let rxShare = ScriptOperator(
    "share", dialects: [.rxswift], family: .sharing,
    "Shares one subscription to the source among all subscribers",
    signatures: [
      Signature(
        .optional("replay", .int), .optional("scope", .choice(["whileConnected", "forever"])))
    ],
    example: "response.share(replay: 1, scope: .whileConnected)",
    shape: { arguments in
      let count = arguments.int(0) ?? 0
      return .hub(detail: count > 0 ? "ReplaySubject(\(count))" : "PublishSubject")
    }
  ) { upstream, arguments, _ in
    let count = arguments[0] == nil ? 0 : try arguments.natural(0)
    return upstream.observable.share(
      replay: count, scope: arguments.choice(1) == "forever" ? .forever : .whileConnected
    ).scripted
  }
}
