extension Publisher {
  /// Subscribes to upstream again when it fails, up to the given number of times.
  ///
  ///     -1-#          retry(1)
  ///     -1--1-#
  ///
  /// - Parameter retries: The number of new attempts. A negative number means no limit.
  /// - Demand: Each attempt is requested the demand that the attempts before have not served.
  @inlinable
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// A publisher that subscribes to its upstream again if it fails.
  public struct Retry<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The number of new attempts; no limit if `nil`.
    public let retries: Int?

    /// Creates a publisher that subscribes to its upstream again if it fails.
    @inlinable
    public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      attempt(SequentialSubscription(subscriber, name: "Retry", repeats: true), left: retries)
    }

    @inlinable
    func attempt<S: Subscriber>(_ succession: SequentialSubscription<S>, left: Int?)
    where S.Input == Output, S.Failure == Failure {
      succession.proceed {
        upstream.subscribe(
          succession.part { completion in
            if case .failure = completion, left != 0 {
              attempt(succession, left: left.map { $0 > 0 ? $0 - 1 : $0 })
            } else {
              succession.end(completion)
            }
          })
      }
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
