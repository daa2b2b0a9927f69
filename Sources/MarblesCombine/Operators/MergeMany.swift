import Marbles

extension Publishers {
  /// A publisher that merges the elements of a list of publishers.
  ///
  /// Finishes when all have finished, at once if the list is empty. A failure of one cancels the
  /// others and is passed on.
  ///
  /// - Demand: All are requested unlimited demand if downstream's demand is unlimited. Otherwise
  ///   each is requested one element at a time, and one element of each waits if there is no
  ///   demand.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publishers that are merged.
    public let publishers: [Upstream]

    /// Creates a publisher that merges the elements of a list of publishers.
    public init(_ upstream: Upstream...) { publishers = upstream }
    /// Creates a publisher that merges the elements of a list of publishers.
    public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
      publishers = Array(upstream)
    }

    /// Merges further publishers.
    public func merge(with other: Upstream) -> MergeMany<Upstream> {
      MergeMany(publishers + [other])
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let sources = MergingSubscription(subscriber, name: "Merge").start(count: publishers.count)
      for (publisher, source) in Swift.zip(publishers, sources) { publisher.subscribe(source) }
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
