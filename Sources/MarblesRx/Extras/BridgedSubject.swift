import Marbles
import MarblesCombine

/// A Combine subject used as one of RxSwift's.
package final class BridgedSubject<Element, SubjectFailure: Error>: Observable<Element>,
  SubjectType, ObserverType, HoldReporting
{
  private let subject: any Subject<Element, SubjectFailure>
  private let observable: Observable<Element>
  private let convert: (any Error) -> SubjectFailure

  /// - Parameter convert: the subject's failure for an error that the observer receives.
  package init(
    _ subject: any Subject<Element, SubjectFailure>,
    failure convert: @escaping (any Error) -> SubjectFailure
  ) {
    self.subject = subject
    self.convert = convert
    observable = PublisherObservable(subject.eraseToAnyPublisher())
    super.init()
  }

  package func asObserver() -> BridgedSubject { self }

  package func report(to stage: RecordedStage) {
    (subject as? any HoldReporting)?.report(to: stage)
  }

  package func forgetReport() { (subject as? any HoldReporting)?.forgetReport() }

  package func on(_ event: Event<Element>) {
    switch event {
    case .next(let value): subject.send(value)
    case .error(let error): subject.send(completion: .failure(convert(error)))
    case .completed: subject.send(completion: .finished)
    }
  }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    observable.subscribe(receiver: receiver)
  }
}
