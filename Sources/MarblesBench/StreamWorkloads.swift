import Marbles
import MarblesCombine
import MarblesRx

enum StreamWorkloads {
  /// W2: `share()` with 1,000 recorded subscribers; every delivery is recorded with its time,
  /// order, lane and cause.
  static let recordedShare = Workload(name: "W2", unit: "delivery", size: 1_000_000) { size in
    let values = max(size / 1_000, 1)
    let recorder = Recorder()
    let stage = recorder.stage("share()", kind: .hub)
    let source = PassthroughSubject<Int, Never>()
    let upstream = recorder.lane("upstream #1", target: stage)
    let shared = OutputProbe(InputProbe(source) { upstream }.share(), of: stage)
    let sinks = (0..<1_000).map { number in
      InputProbe(shared) { recorder.lane("subscriber \(number)") }.sink { _ in }
    }
    return {
      for value in 0..<values { source.send(value) }
      use(sinks)
      return values * 1_000
    }
  }

  /// W3: a replay of 1,000 values to late recorded subscribers; their number is a thousandth of the
  /// size.
  static let recordedReplay = Workload(name: "W3", unit: "delivery", size: 1_000_000) { size in
    let subscribers = max(size / 1_000, 1)
    let recorder = Recorder()
    let stage = recorder.stage("replay", kind: .subject)
    let subject = ReplayingSubject<Int, Never>(capacity: 1_000)
    for value in 0..<1_000 { subject.send(value) }
    let output = OutputProbe(subject, of: stage)
    return {
      let sinks = (0..<subscribers).map { number in
        InputProbe(output) { recorder.lane("subscriber \(number)") }.sink { _ in }
      }
      use(sinks)
      return subscribers * 1_000
    }
  }

  /// W4: map, filter, scan, map into a multicast with two sinks, unrecorded.
  static let chain = Workload(name: "W4", unit: "value", size: 1_000_000) { size in
    let source = PassthroughSubject<Int, Never>()
    let hub = source.map { $0 &+ 1 }
      .filter { $0 != -1 }
      .scan(0) { $0 &+ $1 }
      .map { $0 &* 2 }
      .multicast { PassthroughSubject<Int, Never>() }
    let sums = Sums()
    let first = hub.sink { sums.first &+= $0 }
    let second = hub.sink { sums.second &+= $0 }
    let connection = hub.connect()
    return {
      for value in 0..<size { source.send(value) }
      use((first, second, connection, sums))
      return size
    }
  }

  /// W5: a buffer and four concurrent inner publishers, with requests for ten values.
  static let demand = Workload(name: "W5", unit: "value", size: 1_000_000) { size in
    let pipeline = (0..<size).publisher
      .buffer(size: 16, prefetch: .keepFull, whenFull: .dropNewest)
      .flatMap(maxPublishers: .max(4)) { Just($0 &+ 1) }
    return {
      let subscriber = TenAtATime()
      pipeline.subscribe(subscriber)
      use(subscriber)
      return subscriber.count
    }
  }

  /// W6: a relay that accepts values for four subscribers.
  static let relay = Workload(name: "W6", unit: "delivery", size: 1_000_000) { size in
    let relay = BehaviorRelay(value: 0)
    let sums = Sums()
    let bag = DisposeBag()
    for _ in 0..<4 {
      relay.subscribe(onNext: { sums.first &+= $0 }).disposed(by: bag)
    }
    return {
      for value in 0..<(size / 4) { relay.accept(value) }
      use((bag, sums))
      return size / 4 * 4
    }
  }

  private final class Sums {
    var first = 0
    var second = 0
  }

  private final class TenAtATime: Subscriber {
    private(set) var count = 0
    private var subscription: (any MarblesCombine.Subscription)?

    func receive(subscription: any MarblesCombine.Subscription) {
      self.subscription = subscription
      subscription.request(.max(10))
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      count += 1
      return count.isMultiple(of: 10) ? .max(10) : .none
    }

    func receive(completion: Subscribers.Completion<Never>) { subscription = nil }
  }
}
