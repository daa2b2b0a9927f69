extension Publisher {
  /// Goes on with another publisher when this one fails.
  ///
  ///     -1-2-#     catch { _ in Just(9) }
  ///     -1-2-(9|)
  ///
  /// A failure of the other one is passed on.
  ///
  /// - Demand: the other publisher is asked for what this one has left unserved.
  public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P)
    -> Publishers.Catch<Self, P> where P.Output == Output
  {
    Publishers.Catch(upstream: self, handler: handler)
  }

  /// Goes on with another publisher when this one fails, or fails with what the closure throws.
  ///
  ///     -1-2-#     tryCatch { error in if fatal { throw error }; return Just(9) }
  ///     -1-2-(9|)
  ///
  /// - Demand: the other publisher is asked for what this one has left unserved.
  public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P)
    -> Publishers.TryCatch<Self, P> where P.Output == Output
  {
    Publishers.TryCatch(upstream: self, handler: handler)
  }
}

extension Publishers {
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure

    public let upstream: Upstream
    public let handler: (Upstream.Failure) -> NewPublisher

    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let succession = SequentialSubscription(subscriber, name: "Catch")
      succession.proceed { [upstream, handler] in
        upstream.subscribe(
          succession.part { completion in
            switch completion {
            case .finished:
              succession.end(.finished)
            case .failure(let error):
              let next = handler(error)
              succession.proceed { next.subscribe(succession.part { succession.end($0) }) }
            }
          })
      }
    }
  }

  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    public let upstream: Upstream
    public let handler: (Upstream.Failure) throws -> NewPublisher

    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let handler = handler
      upstream.catch { error in
        do {
          return try handler(error).mapError { $0 as any Error }.eraseToAnyPublisher()
        } catch {
          return Fail(error: error).eraseToAnyPublisher()
        }
      }.subscribe(subscriber)
    }
  }
}

extension ScriptOperator {
  static let `catch` = ScriptOperator(
    "catch", family: .errors, "Goes on with another publisher when this one fails",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "response.catch { _ in Just(\"offline\") }"
  ) { upstream, arguments, _ in
    try caught(upstream, by: arguments.function(0))
  }

  static let tryCatch = ScriptOperator(
    "tryCatch", family: .errors, "Like catch, with a closure that may throw",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "response.tryCatch { _ in Just(\"offline\") }"
  ) { upstream, arguments, _ in
    try caught(upstream, by: arguments.function(0))
  }

  /// A mistake of the script is not a failure that it may catch.
  private static func caught(_ upstream: ScriptStream, by handler: ScriptFunction) -> ScriptStream {
    upstream.publisher.tryCatch { error in
      guard error.mistakeOffset == nil else { throw error }
      return try handler.publisher(.string(error.description))
    }.scripted
  }
}
