extension Publisher {
  /// Subscribes again when upstream fails, up to so many times.
  ///
  ///     -1-#          retry(1)
  ///     -1--1-#
  ///
  /// - Demand: each new subscription is asked for what the ones before have left unserved.
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}

extension Publishers {
  public struct Retry<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    /// How often it subscribes again; without end if `nil`.
    public let retries: Int?

    public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      attempt(SequentialSubscription(subscriber, name: "Retry"), left: retries)
    }

    private func attempt<S: Subscriber>(_ succession: SequentialSubscription<S>, left: Int?)
    where S.Input == Output, S.Failure == Failure {
      succession.proceed {
        upstream.subscribe(
          succession.part { completion in
            if case .failure = completion, left.map({ $0 > 0 }) ?? true {
              attempt(succession, left: left.map { $0 - 1 })
            } else {
              succession.end(completion)
            }
          })
      }
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension ScriptOperator {
  static let retry = ScriptOperator(
    "retry", family: .errors, "Subscribes again when upstream fails, up to so many times",
    signatures: [Signature(.required(nil, .int))], example: "request.retry(2)",
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    ScriptStream(upstream.publisher.retry(try arguments.natural(0)))
  }
}
