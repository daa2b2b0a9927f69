extension Publisher {
  /// Stops the program if upstream fails: the failure is a mistake of the programmer.
  ///
  /// As Combine's, in release builds too.
  ///
  /// - Demand: requests pass through unchanged.
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  public struct AssertNoFailure<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    public let upstream: Upstream
    public let prefix: String
    public let file: StaticString
    public let line: UInt

    public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Never {
      let (prefix, file, line) = (prefix, file, line)
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(
          subscriber, name: "AssertNoFailure",
          ending: { completion in
            guard case .failure(let error) = completion else { return .finished }
            let space = prefix.isEmpty ? "" : " "
            preconditionFailure("\(prefix)\(space)\(error)", file: file, line: line)
          }, step: { .pass($0) }))
    }
  }
}

extension ScriptOperator {
  static let assertNoFailure = ScriptOperator(
    "assertNoFailure", family: .errors, "Stops the program if upstream fails",
    signatures: [Signature(.optional(nil, .string))], example: "numbers.assertNoFailure()"
  ) { upstream, arguments, _ in
    let recorder = arguments.context.scheduler.recorder
    let prefix = arguments.string(0).map { $0 + " " } ?? ""
    return ScriptStream(
      upstream.publisher.mapError { error in
        if error.mistakeOffset == nil { recorder.fatal("Fatal error: \(prefix)\(error)") }
        return error
      })
  }
}
