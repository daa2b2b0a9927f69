import Marbles
import MarblesCombine

/// An observable that subscribes to its source when it is connected.
public protocol ConnectableObservableType<Element>: ObservableType {
  /// Subscribes to the source. While the connection exists, further calls return the same one.
  ///
  /// - Returns: A disposable that ends the connection.
  func connect() -> any Disposable
}

/// An observable that subscribes to its source when it is connected.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType {
  /// Subscribes to the source. While the connection exists, further calls return the same one.
  ///
  /// - Returns: A disposable that ends the connection. The connection does not end when the
  ///   disposable is released.
  public func connect() -> any Disposable { Disposables.create() }

  /// Subscribes, and returns the number of the connection that serves the subscriber. It is greater
  /// than the numbers of earlier connections.
  func join(_ receiver: Receiver<Element>) -> (any Disposable, Int) {
    (subscribe(receiver: receiver), 0)
  }
}

extension ObservableType {
  /// Sends the events of one subscription to a subject when it is connected. Observers subscribe to
  /// the subject.
  ///
  /// The same subject is used after the end and for later connections.
  @inlinable
  public func multicast<Subject: SubjectType>(_ subject: Subject)
    -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element
  {
    Multicast(asObservable(), isNew: false) { subject }
  }

  /// Sends the events of one subscription to a new subject for each connection.
  ///
  /// Observers that are subscribed when a connection is disposed receive no further events.
  @inlinable
  public func multicast<Subject: SubjectType>(makeSubject: @escaping () -> Subject)
    -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element
  {
    Multicast(asObservable(), isNew: true, makeSubject)
  }

  /// Like `multicast(makeSubject:)`, or like `multicast(_:)` if the subject is not new; each subject
  /// reports what it keeps to `stage` from the start.
  package func multicast<Subject: SubjectType>(
    reportingTo stage: RecordedStage?, isNew: Bool = true, makeSubject: @escaping () -> Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    Multicast(asObservable(), isNew: isNew) {
      let subject = makeSubject()
      if let stage { (subject as? any HoldReporting)?.report(to: stage) }
      return subject
    }
  }

  /// Calls a closure with a shared observable for each subscription, and subscribes to its result.
  @inlinable
  public func multicast<Subject: SubjectType, Result>(
    _ subjectSelector: @escaping () throws -> Subject,
    selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>
  ) -> Observable<Result> where Subject.Observer.Element == Element {
    Producer { sink in
      do {
        let connectable = self.multicast(try subjectSelector())
        let subscription = try selector(connectable.asObservable()).subscribe(sink)
        return Disposables.create(subscription, connectable.connect())
      } catch {
        sink.onError(error)
        return Disposables.create()
      }
    }
  }

  /// Sends the events of one subscription to a new ``PublishSubject`` for each connection.
  @inlinable
  public func publish() -> ConnectableObservable<Element> {
    multicast(makeSubject: { PublishSubject() })
  }

  /// Sends the events of one subscription to a new ``ReplaySubject`` for each connection, which
  /// replays at most `bufferSize` elements.
  @inlinable
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    multicast(makeSubject: { ReplaySubject.create(bufferSize: bufferSize) })
  }

  /// Sends the events of one subscription to a new, unbounded ``ReplaySubject`` for each connection.
  @inlinable
  public func replayAll() -> ConnectableObservable<Element> {
    multicast(makeSubject: { ReplaySubject.createUnbounded() })
  }
}

/// A source and the subject that shares it. Thread-safe.
@usableFromInline
final class Multicast<Subject: SubjectType>: ConnectableObservable<Subject.Element> {
  @usableFromInline typealias Input = Subject.Observer.Element

  @usableFromInline
  final class Connection: Disposable {
    private let parent: Locked<Multicast?>
    @usableFromInline let observer: Subject.Observer
    private let subscription = SingleAssignmentDisposable()

    init(_ parent: Multicast, _ observer: Subject.Observer) {
      self.parent = Locked(parent)
      self.observer = observer
    }

    @usableFromInline var isOpen: Bool { parent.withLock { $0 != nil } }

    func start(_ source: Observable<Input>, _ next: @escaping (Input) -> Void) {
      let receiver = Receiver<Input>(
        next: next,
        end: { [self] event in
          guard isOpen else { return }
          end(event)
          observer.on(event)
        })
      subscription.setDisposable(source.subscribe(receiver))
    }

    @usableFromInline
    func dispose() { end(nil) }

    /// - Parameter event: The end of the source; `nil` for a disposal.
    private func end(_ event: Event<Input>?) {
      let parent = parent.withLock { parent in
        defer { parent = nil }
        return parent
      }
      parent?.forget(self, at: event)
      subscription.dispose()
    }
  }

  private struct State {
    var connection: Connection?
    var subject: Subject?
    /// The number of subjects that have been released.
    var number = 0
    /// The stage as which this is recorded.
    var stage: RecordedStage?
  }

  private let source: Observable<Input>
  /// Whether a new subject is created for each connection.
  private let isNew: Bool
  private let makeSubject: () -> Subject
  private let state = Locked(State())
  /// Passes an element of the source on. It is formed where the types are known.
  private let next: (Connection) -> (Input) -> Void

  @inlinable
  convenience init(
    _ source: Observable<Input>, isNew: Bool, _ makeSubject: @escaping () -> Subject
  ) {
    self.init(source, isNew: isNew, makeSubject) { connection in
      { if connection.isOpen { connection.observer.onNext($0) } }
    }
  }

  @usableFromInline
  init(
    _ source: Observable<Input>, isNew: Bool, _ makeSubject: @escaping () -> Subject,
    next: @escaping (Connection) -> (Input) -> Void
  ) {
    self.source = source
    self.isNew = isNew
    self.makeSubject = makeSubject
    self.next = next
    super.init()
  }

  /// The subject of this connection, or of the next one, and its number. The factory is called
  /// outside of the lock.
  private func subject() -> (Subject, Int) {
    let known = state.withLock { state -> (Subject, Int)? in
      guard let subject = state.subject else { return nil }
      return (subject, state.number)
    }
    if let known { return known }
    let new = makeSubject()
    return state.withLock { state -> (Subject, Int) in
      let subject = state.subject ?? new
      state.subject = subject
      return (subject, state.number)
    }
  }

  @usableFromInline
  override func subscribe(receiver: Receiver<Element>) -> any Disposable { join(receiver).0 }

  override func join(_ receiver: Receiver<Element>) -> (any Disposable, Int) {
    let (subject, number) = self.subject()
    if let stage = receiver.lane?.source {
      (subject as? any HoldReporting)?.report(to: stage)
      if isNew { state.withLock { $0.stage = stage } }
    }
    return (subject.subscribe(receiver), number)
  }

  @usableFromInline
  override func connect() -> any Disposable {
    while true {
      let (subject, number) = self.subject()
      let new = Connection(self, subject.asObserver())
      let present = state.withLock { state -> Connection? in
        if state.connection == nil, state.number == number { state.connection = new }
        return state.connection
      }
      // There is no connection if the subject was released meanwhile: the next one is used.
      guard let present else { continue }
      if present === new { new.start(source, next(new)) }
      return present
    }
  }

  private func forget(_ connection: Connection, at end: Event<Input>?) {
    let old = state.withLock { state -> State? in
      guard state.connection === connection else { return nil }
      defer { state = State(number: isNew ? state.number + 1 : state.number) }
      return state
    }
    guard isNew, let old else { return }
    if let end { old.stage?.sendsEnd(failure: end.error) }
    (old.subject as? any HoldReporting)?.forgetReport()
    old.stage?.abandonSubscribers()
  }
}

extension PublishSubject: HoldReporting {
  package func report(to stage: RecordedStage) { core.report(to: stage) }
}

extension BehaviorSubject: HoldReporting {
  package func report(to stage: RecordedStage) { core.report(to: stage) }
  package func forgetReport() { core.forget() }
}

extension AsyncSubject: HoldReporting {
  package func report(to stage: RecordedStage) { core.report(to: stage) }
  package func forgetReport() { core.forget() }
}

extension ReplaySubject: HoldReporting {
  package func report(to stage: RecordedStage) { core.report(to: stage) }
  package func forgetReport() { core.forget() }
}
