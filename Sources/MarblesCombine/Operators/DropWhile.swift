extension Publisher {
  /// Lets values go as long as a closure says so; then everything passes.
  ///
  ///     -1-2-3-1-|   drop { $0 < 3 }
  ///     -----3-1-|
  ///
  /// - Demand: requests pass through; one more is asked for in place of each value that is let go.
  public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }

  /// As `drop(while:)`, and fails with what the closure throws.
  ///
  ///     -1-2-3-1-|   tryDrop { if $0 == 2 { throw error }; return true }
  ///     ---#
  public func tryDrop(while predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryDropWhile<Self>
  {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct DropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let predicate: (Output) -> Bool

    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isDropping = true
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "DropWhile") { [predicate] in
          if isDropping, predicate($0) { return .swallow }
          isDropping = false
          return .pass($0)
        })
    }
  }

  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    public let upstream: Upstream
    public let predicate: (Output) throws -> Bool

    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isDropping = true
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(throwing: subscriber, name: "TryDropWhile")
        {
          [predicate] in
          if isDropping, try predicate($0) { return .swallow }
          isDropping = false
          return .pass($0)
        })
    }
  }
}

extension ScriptOperator {
  static let drop = ScriptOperator(
    "drop", family: .filtering, "Lets values go as long as a closure says so",
    signatures: [Signature(.required("while", .closure(1)))],
    example: "numbers.drop(while: { $0 < 3 })"
  ) { upstream, arguments, _ in
    let predicate = try arguments.function(0)
    return upstream.publisher.tryDrop { try predicate.decides($0) }.scripted
  }
}
