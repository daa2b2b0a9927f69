extension Publisher {
  /// Lets the first so many values go.
  ///
  ///     -1-2-3-|   dropFirst()
  ///     ---2-3-|
  ///
  /// - Demand: so many more are asked for with the first request.
  /// - Precondition: the count is not negative.
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let count: Int

    public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "dropFirst(_:) needs a count of at least 0")
      self.upstream = upstream
      self.count = count
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var left = count
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "Drop", extra: .max(count)) { input in
          guard left > 0 else { return .pass(input) }
          left -= 1
          return .skip
        })
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

extension ScriptOperator {
  static let dropFirst = ScriptOperator(
    "dropFirst", family: .filtering, "Lets the first so many values go",
    signatures: [Signature(.optional(nil, .int))], example: "numbers.dropFirst(2)"
  ) { upstream, arguments, _ in
    let count = arguments[0] == nil ? 1 : try arguments.natural(0)
    return ScriptStream(upstream.publisher.dropFirst(count))
  }
}
