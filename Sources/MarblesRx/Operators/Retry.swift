import MarblesCombine

extension ObservableType {
  /// Subscribes again, without end, when the source fails.
  ///
  ///     a-#        retry()
  ///       a-#
  ///     a-a-a-…
  public func retry() -> Observable<Element> { retry(attempts: nil) }

  /// Subscribes at most so many times in all; the last error ends the stream.
  ///
  ///     a-#        retry(2)
  ///       a-#
  ///     a-a-#
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    retry(attempts: Swift.max(maxAttemptCount, 0))
  }

  private func retry(attempts: Int?) -> Observable<Element> {
    Producer { sink in
      var left = attempts
      var last: (any Error)?
      let succession = Succession { succession in
        if let count = left {
          guard count > 0 else {
            if let last { sink.onError(last) } else { sink.onCompleted() }
            return nil
          }
          left = count - 1
        }
        return self.subscribe(
          ClosureReceiver<Element>(lane: sink.lane) { event in
            guard case .error(let error) = event else { return sink.on(event) }
            last = error
            succession.advance()
          })
      }
      succession.advance()
      return succession
    }
  }

  /// Subscribes again whenever the stream that the closure makes of the errors emits, and ends as
  /// that stream ends.
  ///
  ///     a-#            retry(when: { $0.delay(2) })
  ///         a-#
  ///     a---a---a-…
  public func retry<Trigger: ObservableType>(
    when notificationHandler: @escaping (Observable<any Error>) -> Trigger
  ) -> Observable<Element> {
    Producer { sink in
      let errors = PublishSubject<any Error>()
      let succession = Succession { _ in
        self.subscribe(
          ClosureReceiver<Element>(lane: sink.lane) { event in
            guard case .error(let error) = event else { return sink.on(event) }
            errors.onNext(error)
          })
      }
      let trigger = notificationHandler(errors.asObservable()).subscribe(
        ClosureReceiver<Trigger.Element>(lane: sink.lane) { event in
          switch event {
          case .next: succession.advance()
          case .error(let error): sink.onError(error)
          case .completed: sink.onCompleted()
          }
        })
      succession.advance()
      return Disposables.create(trigger, succession)
    }
  }
}

extension ScriptOperator {
  static let rxRetry = ScriptOperator(
    "retry", dialects: [.rxswift], family: .errors,
    "Subscribes again when the source fails, so many times in all",
    signatures: [Signature(), Signature(.required(nil, .int))],
    example: "response.retry(2)"
  ) { upstream, arguments, signature in
    signature == 0
      ? upstream.observable.retry().scripted
      : upstream.observable.retry(try arguments.natural(0)).scripted
  }
}
