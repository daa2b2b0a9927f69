extension Publisher {
  /// Sends a value before the finish if there was none.
  ///
  ///     ---|       replaceEmpty(with: 9)
  ///     ---(9|)
  ///
  /// A failure is passed on.
  ///
  /// - Demand: requests pass through unchanged; the value waits until it is asked for.
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let output: Output

    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReplaceSubscriber<Failure, S>(subscriber, name: "ReplaceEmpty") {
          [output] completion, isEmpty in
          if isEmpty, case .finished = completion { .value(output) } else { .end(completion) }
        })
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
}

extension ScriptOperator {
  static let replaceEmpty = ScriptOperator(
    "replaceEmpty", family: .errors, "Sends a value before the finish if there was none",
    signatures: [Signature(.required("with", .any))], example: "numbers.replaceEmpty(with: 0)"
  ) { upstream, arguments, _ in
    ScriptStream(upstream.publisher.replaceEmpty(with: arguments[0] ?? .null))
  }
}
