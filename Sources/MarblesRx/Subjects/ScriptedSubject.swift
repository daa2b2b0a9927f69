import Marbles
import MarblesCombine

/// A subject of a script inside a multicast.
final class ScriptedSubject: Observable<ScriptValue>, SubjectType, ObserverType, HoldReporting {
  private let subject: any Subject<ScriptValue, ScriptError>
  private let observable: Observable<ScriptValue>

  init(_ subject: any Subject<ScriptValue, ScriptError>) {
    self.subject = subject
    observable = PublisherObservable(AnyPublisher(erasing: subject))
    super.init()
  }

  func asObserver() -> ScriptedSubject { self }

  func report(to stage: RecordedStage) { (subject as? any HoldReporting)?.report(to: stage) }
  func forgetReport() { (subject as? any HoldReporting)?.forgetReport() }

  func on(_ event: Event<ScriptValue>) {
    switch event {
    case .next(let value): subject.send(value)
    case .error(let error): subject.send(completion: .failure(ScriptError(error)))
    case .completed: subject.send(completion: .finished)
    }
  }

  override func subscribe(receiver: Receiver<ScriptValue>) -> any Disposable {
    observable.subscribe(receiver: receiver)
  }
}

extension AnyPublisher where Output == ScriptValue, Failure == ScriptError {
  fileprivate init(erasing publisher: some Publisher<ScriptValue, ScriptError>) {
    self.init(publisher)
  }
}
