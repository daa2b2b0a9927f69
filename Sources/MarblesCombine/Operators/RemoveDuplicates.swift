extension Publisher where Output: Equatable {
  /// Lets a value through only if it differs from the one before.
  ///
  ///     -1-1-2-1-|   removeDuplicates()
  ///     -1---2-1-|
  ///
  /// - Demand: requests pass through; one more is asked for in place of each value that is let go.
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Lets a value through only if a closure says that it differs from the last one that was let
  /// through.
  ///
  ///     -1-2-5-6-|   removeDuplicates { abs($0 - $1) < 2 }
  ///     -1---5---|
  ///
  /// - Demand: requests pass through; one more is asked for in place of each value that is let go.
  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool)
    -> Publishers.RemoveDuplicates<Self>
  {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }

  /// As `removeDuplicates(by:)`, and fails with what the closure throws.
  ///
  ///     -1-2-5-6-|   tryRemoveDuplicates { if $1 == 5 { throw error }; return $0 == $1 }
  ///     -1-2-#
  public func tryRemoveDuplicates(by predicate: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryRemoveDuplicates<Self>
  {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let predicate: (Output, Output) -> Bool

    public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var last: Output?
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "RemoveDuplicates") { [predicate] input in
          if let last, predicate(last, input) { return .swallow }
          last = input
          return .pass(input)
        })
    }
  }

  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    public let upstream: Upstream
    public let predicate: (Output, Output) throws -> Bool

    public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var last: Output?
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryRemoveDuplicates"
        ) {
          [predicate] input in
          if let last, try predicate(last, input) { return .swallow }
          last = input
          return .pass(input)
        })
    }
  }
}

extension ScriptOperator {
  static let removeDuplicates = ScriptOperator(
    "removeDuplicates", family: .filtering,
    "Lets a value through only if it differs from the one before",
    signatures: [
      Signature(), Signature(.required("by", .closure(2))), Signature(.required(nil, .closure(2))),
    ],
    example: "numbers.removeDuplicates()"
  ) { upstream, arguments, signature in
    guard signature > 0 else { return ScriptStream(upstream.publisher.removeDuplicates()) }
    let isSame = try arguments.function(0)
    return upstream.publisher.tryRemoveDuplicates { try isSame.decides($0, $1) }.scripted
  }
}
