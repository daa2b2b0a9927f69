extension Publisher {
  /// Sends a value in place of a failure, and finishes.
  ///
  ///     -1-2-#     replaceError(with: 9)
  ///     -1-2-(9|)
  ///
  /// - Demand: requests pass through unchanged; the value waits until it is asked for.
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    public let upstream: Upstream
    public let output: Output

    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReplaceSubscriber<Upstream.Failure, S>(subscriber, name: "ReplaceError") {
          [output] completion, _ in
          switch completion {
          case .finished: .end(.finished)
          case .failure: .value(output)
          }
        })
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
}

extension ScriptOperator {
  static let replaceError = ScriptOperator(
    "replaceError", family: .errors, "Sends a value in place of a failure, and finishes",
    signatures: [Signature(.required("with", .any))], example: "response.replaceError(with: \"?\")"
  ) { upstream, arguments, _ in
    let value = arguments[0] ?? .null
    return upstream.publisher.tryCatch { error in
      guard error.mistakeOffset == nil else { throw error }
      return Just(value)
    }.scripted
  }
}
