import MarblesCombine

// MARK: Sharing

extension OperatorMeasurement {
  static var combineSharing: [OperatorMeasurement] {
    [
      shared("share") { $0.share() },
      shared("shareReplay") { $0.shareReplay(1) },
      shared("multicast") { $0.multicast { Source<Never>() }.autoconnect() },
      shared("autoconnect") { $0.makeConnectable().autoconnect() },
      shared("makeConnectable") { $0.makeConnectable().autoconnect() },
      OperatorMeasurement("CurrentValueSubject, sink", OperatorGoals.sharing) { size in
        let source = CurrentValueSubject<Int, Never>(0)
        let arrivals = Arrivals()
        let sink = source.sink { _ in arrivals.count &+= 1 }
        return {
          for value in 0..<size { source.send(value) }
          use((sink, arrivals))
          return size
        }
      },
      OperatorMeasurement("share to 1,000", OperatorGoals.sharedDelivery) { size in
        let source = Source<Never>()
        let shared = source.share()
        let subscribers = (0..<1_000).map { _ in Appending() }
        for subscriber in subscribers { shared.subscribe(subscriber) }
        return {
          for value in 0..<max(size / 1_000, 1) { source.send(value) }
          use(subscribers)
          return max(size / 1_000, 1) * 1_000
        }
      },
    ]
  }

  @inline(__always)
  private static func shared<P: Publisher>(
    _ name: String, _ pipeline: @escaping (Source<Never>) -> P
  ) -> OperatorMeasurement where P.Failure == Never {
    OperatorMeasurement(name, OperatorGoals.sharing) { size in
      let source = Source<Never>()
      let arrivals = Arrivals()
      let sink = pipeline(source).sink { _ in arrivals.count &+= 1 }
      return {
        for value in 0..<size { source.send(value) }
        use((sink, arrivals))
        return size
      }
    }
  }

  /// A subscriber of a class of the user.
  private final class Appending: Subscriber {
    private var events: [Event] = []
    private var subscription: (any Subscription)?

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.unlimited)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      let number = Int64(input)
      events.append(Event(time: number, order: number, lane: 0, value: number))
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
  }
}

// MARK: Several publishers

extension OperatorMeasurement {
  static var combineJoining: [OperatorMeasurement] {
    [
      pairs("merge", OperatorGoals.merging) { $0.merge(with: $1) },
      pairs("zip", OperatorGoals.combining) { $0.zip($1) },
      pairs("combineLatest", OperatorGoals.combining) { $0.combineLatest($1) },
      pairs("flatMap", OperatorGoals.inner, feedsSecond: false) { first, _ in
        first.flatMap { Just($0) }
      },
      pairs("switchToLatest after map", OperatorGoals.inner, feedsSecond: false) { first, _ in
        first.map { Just($0) }.switchToLatest()
      },
    ]
  }

  /// Sends each value to both subjects, or only to the first one.
  @inline(__always)
  private static func pairs<P: Publisher>(
    _ name: String, _ goal: OperatorGoal, feedsSecond: Bool = true,
    _ pipeline: @escaping (Source<Never>, Source<Never>) -> P
  ) -> OperatorMeasurement where P.Failure == Never {
    OperatorMeasurement(name, goal) { size in
      let (first, second) = (Source<Never>(), Source<Never>())
      let arrivals = Arrivals()
      let sink = pipeline(first, second).sink { _ in arrivals.count &+= 1 }
      return {
        for value in 0..<size {
          first.send(value)
          if feedsSecond { second.send(value) }
        }
        use((sink, arrivals))
        return size
      }
    }
  }
}
