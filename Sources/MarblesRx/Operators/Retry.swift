import Marbles
import MarblesCombine

extension ObservableType {
  /// Subscribes again each time the source fails.
  ///
  ///     a-#        retry()
  ///       a-#
  ///     a-a-a-…
  @inlinable
  public func retry() -> Observable<Element> { retry(attempts: nil) }

  /// Subscribes again when the source fails, with at most `maxAttemptCount` subscriptions in all.
  ///
  ///     a-#        retry(2)
  ///       a-#
  ///     a-a-#
  ///
  /// The error of the last attempt is passed on before the subscription to the source is disposed.
  /// With 0 attempts it completes at once.
  @inlinable
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    retry(attempts: Swift.max(maxAttemptCount, 0))
  }

  @inlinable
  func retry(attempts: Int?) -> Observable<Element> {
    Producer { sink in
      var left = attempts
      var last: (any Error)?
      let succession = Succession { succession in
        if let count = left {
          guard count > 0 else {
            sink.on(last.map { .error($0) } ?? .completed)
            return nil
          }
          left = count - 1
        }
        return {
          asObservable().subscribe(
            Receiver<Element>(input: input(of: succession, sink)) { event in
              guard case .error(let error) = event else { return sink.on(event) }
              last = error
              succession.advance()
            })
        }
      }
      succession.advance()
      return succession
    }
  }

  /// Subscribes again when the source has failed and the trigger emits.
  ///
  ///     a-#            retry(when: { $0.delay(2) })
  ///         a-#
  ///     a---a---a-…
  ///
  /// The subscription to a failed source is disposed before the trigger receives the error. The
  /// trigger has an effect only between a failure and the next subscription: an element that it
  /// emits earlier is ignored, and a completion or an error ends the result at the next failure.
  ///
  /// - Parameter notificationHandler: Receives the errors of the source and returns the trigger. It
  ///   is called once for each subscriber.
  @inlinable
  public func retry<Trigger: ObservableType>(
    when notificationHandler: @escaping (Observable<any Error>) -> Trigger
  ) -> Observable<Element> {
    retryWhen((any Error).self, notificationHandler)
  }

  /// Subscribes again when the source has failed with an error of type `Failure` and the trigger
  /// emits; other errors end the result.
  @inlinable
  public func retry<Trigger: ObservableType, Failure: Error>(
    when notificationHandler: @escaping (Observable<Failure>) -> Trigger
  ) -> Observable<Element> {
    retryWhen(Failure.self, notificationHandler)
  }

  @inlinable
  func retryWhen<Trigger: ObservableType, Failure>(
    _ type: Failure.Type, _ notificationHandler: @escaping (Observable<Failure>) -> Trigger
  ) -> Observable<Element> {
    Producer { sink in
      let errors = PublishSubject<Failure>()
      let signals = PublishSubject<Trigger.Element>()
      let waiting = SerialDisposable()
      let succession = Succession { succession in
        {
          let attempt = SingleAssignmentDisposable()
          attempt.setDisposable(
            asObservable().subscribe(
              Receiver<Element>(input: input(of: succession, sink)) { event in
                guard case .error(let error) = event, let failure = error as? Failure else {
                  return sink.on(event)
                }
                attempt.dispose()
                let wait = SingleAssignmentDisposable()
                waiting.disposable = wait
                wait.setDisposable(
                  signals.subscribe(
                    Receiver<Trigger.Element>(input: sink.input) { signal in
                      switch signal {
                      case .next:
                        wait.dispose()
                        succession.advance()
                      case .error(let error): sink.onError(error)
                      case .completed: sink.onCompleted()
                      }
                    }))
                errors.onNext(failure)
              }))
          return attempt
        }
      }
      let trigger = notificationHandler(errors.asObservable()).asObservable().subscribe(
        Receiver(input: .of(sink.input, as: .second(number: 2))) { signals.on($0) })
      succession.advance()
      return Disposables.create(succession, waiting, trigger)
    }
  }

  /// The place of an attempt in a recording.
  @usableFromInline
  func input(of attempts: Succession, _ sink: Sink<Element>) -> RecordedInput? {
    .of(sink.input, as: .number(attempts.number, repeats: true))
  }

  /// The former name of `retry(when:)`.
  @available(*, deprecated, renamed: "retry(when:)")
  public func retryWhen<Trigger: ObservableType>(
    _ notificationHandler: @escaping (Observable<any Error>) -> Trigger
  ) -> Observable<Element> {
    retry(when: notificationHandler)
  }
}
