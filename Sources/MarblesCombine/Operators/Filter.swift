import Marbles

extension Publisher {
  /// Republishes elements that satisfy the predicate.
  ///
  ///     -1-2-3-4-|   filter { $0 % 2 == 0 }
  ///     ---2---4-|
  ///
  /// - Parameter isIncluded: Returns whether an element is republished.
  /// - Demand: Requests pass through; requests one more for each element that is dropped.
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }

  /// Republishes elements that satisfy the predicate, and fails with the error that it throws.
  ///
  ///     -1-2-3-4-|   tryFilter { if $0 == 3 { throw error }; return true }
  ///     -1-2-#
  ///
  /// - Parameter isIncluded: Returns whether an element is republished.
  /// - Demand: Requests pass through; requests one more for each element that is dropped.
  @inlinable
  public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool)
    -> Publishers.TryFilter<Self>
  {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher that republishes the elements that satisfy a predicate.
  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that decides whether an element is republished.
    public let isIncluded: (Output) -> Bool

    /// Creates a publisher that republishes the elements that satisfy a predicate.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "Filter", style: .upstream) { [isIncluded] in
          isIncluded($0) ? .pass($0) : .swallow
        })
    }
  }

  /// A publisher that republishes the elements that satisfy a predicate that may throw.
  public struct TryFilter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that decides whether an element is republished.
    public let isIncluded: (Output) throws -> Bool

    /// Creates a publisher that republishes the elements that satisfy a predicate that may throw.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(throwing: subscriber, name: "TryFilter") {
          [isIncluded] in try isIncluded($0) ? .pass($0) : .swallow
        })
    }
  }
}

// Combine joins operators of one kind that follow each other into one.

extension Publishers.Filter {
  /// Joins this operator with `filter`.
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
    let first = self.isIncluded
    return Publishers.Filter(upstream: upstream) { first($0) && isIncluded($0) }
  }

  /// Joins this operator with `tryFilter`.
  @inlinable
  public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool)
    -> Publishers.TryFilter<Upstream>
  {
    let first = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

extension Publishers.TryFilter {
  /// Joins this operator with `filter`.
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
  }

  /// Joins this operator with `tryFilter`.
  @inlinable
  public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool)
    -> Publishers.TryFilter<Upstream>
  {
    let first = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

extension Publisher {
  /// Drops all elements, and republishes only the completion.
  ///
  ///     -1-2-3-|   ignoreOutput()
  ///     -------|
  ///
  /// - Demand: Requests unlimited demand, and passes requests through as well.
  @inlinable
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  /// A publisher that republishes only the completion.
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream

    /// Creates a publisher that republishes only the completion.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(IgnoringSubscriber<Upstream.Output, S>(subscriber))
    }
  }
}

@usableFromInline
final class IgnoringSubscriber<Input, Downstream: Subscriber>: Subscriber,
  RecordedSubscriber, CustomStringConvertible
{
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  private var hasSubscription = false
  private var isOpen = false

  @usableFromInline
  init(_ downstream: Downstream) { self.downstream = downstream }

  var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }
  @usableFromInline var description: String { "IgnoreOutput" }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard !hasSubscription else { return subscription.cancel() }
    hasSubscription = true
    isOpen = true
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand { .none }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard isOpen else { return }
    isOpen = false
    downstream.receive(completion: completion)
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
