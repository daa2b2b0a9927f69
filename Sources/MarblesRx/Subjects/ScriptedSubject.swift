import Marbles
import MarblesCombine

/// A subject of a script inside a multicast.
final class ScriptedSubject: Observable<Value>, SubjectType, ObserverType, MemoryReporter {
  private let subject: any Subject<Value, ScriptError>
  private let observable: Observable<Value>

  init(_ subject: any Subject<Value, ScriptError>) {
    self.subject = subject
    observable = PublisherObservable(AnyPublisher(erasing: subject))
    super.init()
  }

  func asObserver() -> ScriptedSubject { self }

  func report(to stage: RecordedStage) { (subject as? any MemoryReporter)?.report(to: stage) }
  func forgetReport() { (subject as? any MemoryReporter)?.forgetReport() }

  func on(_ event: Event<Value>) {
    switch event {
    case .next(let value): subject.send(value)
    case .error(let error): subject.send(completion: .failure(ScriptError(error)))
    case .completed: subject.send(completion: .finished)
    }
  }

  override func subscribe(receiver: Receiver<Value>) -> any Disposable {
    observable.subscribe(receiver: receiver)
  }
}

extension AnyPublisher where Output == Value, Failure == ScriptError {
  fileprivate init(erasing publisher: some Publisher<Value, ScriptError>) {
    self.init(publisher)
  }
}
