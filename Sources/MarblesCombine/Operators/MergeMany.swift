import Marbles

extension Publishers {
  /// Republishes the values of several publishers of one type, as they come.
  ///
  /// Finishes when all have finished (at once if there are none); a failure of one cancels the
  /// others and fails.
  ///
  /// - Demand: all are asked for everything if the downstream's demand is unlimited; otherwise each
  ///   is asked for one value at a time, and one each waits when nothing is wanted.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    public init(_ upstream: Upstream...) { publishers = upstream }
    public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
      publishers = Array(upstream)
    }

    public func merge(with other: Upstream) -> MergeMany<Upstream> {
      MergeMany(publishers + [other])
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = MergeLink(subscriber, count: publishers.count)
      for (index, publisher) in publishers.enumerated() {
        publisher.subscribe(link.sources[index])
      }
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

/// The subscription of every `merge`: sends itself downstream, then wants its sources subscribed.
final class MergeLink<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  private let hub: MergingSubscription<Downstream>
  /// To be subscribed in this order.
  let sources: [MergingInput<Downstream>]

  init(_ downstream: Downstream, count: Int) {
    let hub = MergingSubscription(downstream)
    self.hub = hub
    sources = (0..<count).map { _ in hub.add() }
    hub.outlet.send(subscription: self)
    hub.outlet.run { hub.complete() }
  }

  var description: String { "Merge" }

  func request(_ demand: Subscribers.Demand) { hub.request(demand) }

  func cancel() {
    hub.outlet.close { [hub] in hub.cancelSources() }
  }
}
