extension Publisher {
  /// Continues with another publisher when upstream fails.
  ///
  ///     -1-2-#     catch { _ in Just(9) }
  ///     -1-2-(9|)
  ///
  /// A failure of the other publisher is passed on.
  ///
  /// - Parameter handler: Returns the publisher to continue with.
  /// - Demand: The other publisher is requested the demand that upstream has not served.
  @inlinable
  public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P)
    -> Publishers.Catch<Self, P> where P.Output == Output
  {
    Publishers.Catch(upstream: self, handler: handler)
  }

  /// Continues with another publisher when upstream fails, or fails with the error that the closure
  /// throws.
  ///
  ///     -1-2-#     tryCatch { error in if fatal { throw error }; return Just(9) }
  ///     -1-2-(9|)
  ///
  /// - Parameter handler: Returns the publisher to continue with, or throws.
  /// - Demand: The other publisher is requested the demand that upstream has not served.
  @inlinable
  public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P)
    -> Publishers.TryCatch<Self, P> where P.Output == Output
  {
    Publishers.TryCatch(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that continues with another publisher if its upstream fails.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The closure that returns the next publisher.
    public let handler: (Upstream.Failure) -> NewPublisher

    /// Creates a publisher that continues with another publisher if its upstream fails.
    @inlinable
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable @inline(__always)
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

  /// A publisher that continues with another publisher if its upstream fails, or fails with the
  /// error that a closure throws.
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The closure that returns the next publisher.
    public let handler: (Upstream.Failure) throws -> NewPublisher

    /// Creates a publisher that continues with another publisher if its upstream fails, or fails
    /// with the error that a closure throws.
    @inlinable
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let succession = SequentialSubscription(subscriber, name: "TryCatch")
      succession.proceed { [upstream, handler] in
        upstream.subscribe(
          succession.part { completion in
            guard case .failure(let error) = completion else { return succession.end(.finished) }
            do {
              let next = try handler(error)
              succession.proceed {
                next.subscribe(succession.part { succession.end($0.mapFailure { $0 }) })
              }
            } catch {
              succession.end(.failure(error))
            }
          })
      }
    }
  }
}
