import Marbles
import MarblesCombine

/// An operator that is tested against the contract of publishers.
struct ContractCase: CustomStringConvertible {
  enum Kind {
    /// Counts demand itself, so it never sends more than requested, even if upstream does.
    case counting
    /// Passes demand on, and sends what upstream sends.
    case passing
    /// Like `passing`, and trusts upstream to send nothing after a cancel.
    case trusting
    /// Like `trusting`, and passes upstream's own subscription on: repeated cancels reach upstream.
    case transparent
    /// Requests everything, and sends it without demand, as Combine's `replaceEmpty` does.
    case unrequested
  }

  let description: String
  let kind: Kind
  let build: (RawUpstream, TestScheduler) -> AnyPublisher<Int, Boom>

  init(
    _ description: String, _ kind: Kind = .counting,
    _ build: @escaping (AnyPublisher<Int, Boom>, TestScheduler) -> some Publisher<Int, Boom>
  ) {
    self.description = description
    self.kind = kind
    self.build = { build($0.eraseToAnyPublisher(), $1).eraseToAnyPublisher() }
  }

  /// Of time and demand.
  static var timed: [ContractCase] {
    [
      ContractCase("buffer keepFull") { upstream, _ in
        upstream.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
      },
      ContractCase("buffer byRequest") { upstream, _ in
        upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
      },
      ContractCase("buffer customError") { upstream, _ in
        upstream.buffer(size: 3, prefetch: .byRequest, whenFull: .customError { Boom() })
      },
      ContractCase("buffer of nothing") { upstream, _ in
        upstream.buffer(size: 0, prefetch: .byRequest, whenFull: .dropOldest)
      },
      ContractCase("debounce") { $0.debounce(for: .milliseconds(2), scheduler: $1) },
      ContractCase("throttle latest") {
        $0.throttle(for: .milliseconds(2), scheduler: $1, latest: true)
      },
      ContractCase("throttle first") {
        $0.throttle(for: .milliseconds(2), scheduler: $1, latest: false)
      },
      ContractCase("throttle at once") { upstream, _ in
        upstream.throttle(for: .frame, scheduler: AtOnce(), latest: true)
      },
      ContractCase("debounce at once") { upstream, _ in
        upstream.debounce(for: .frame, scheduler: AtOnce())
      },
      ContractCase("delay", .passing) { $0.delay(for: .milliseconds(2), scheduler: $1) },
      ContractCase("receive(on:)", .passing) { $0.receive(on: $1) },
      ContractCase("receive(on:) at once", .passing) { upstream, _ in
        upstream.receive(on: AtOnce())
      },
      ContractCase("subscribe(on:) at once", .passing) { upstream, _ in
        upstream.subscribe(on: AtOnce())
      },
      ContractCase("timeout", .passing) { $0.timeout(.milliseconds(5), scheduler: $1) },
      ContractCase("measureInterval", .trusting) {
        $0.measureInterval(using: $1).map { Int($0.nanoseconds) }
      },
      ContractCase("collect by time") {
        $0.collect(.byTime($1, .milliseconds(3))).map(\.count)
      },
      ContractCase("collect by time or count") {
        $0.collect(.byTimeOrCount($1, .milliseconds(3), 2)).map(\.count)
      },
    ]
  }

  /// Of several publishers.
  static var combining: [ContractCase] {
    let numbers = (1...100).publisher.setFailureType(to: Boom.self)
    let few = (1...3).publisher.setFailureType(to: Boom.self)
    let one = Just(0).setFailureType(to: Boom.self)
    let none = [Int]().publisher.setFailureType(to: Boom.self)
    return [
      ContractCase("merge") { upstream, _ in upstream.merge(with: none, none) },
      ContractCase("merge with others") { upstream, _ in upstream.merge(with: few) },
      ContractCase("merge of many") { upstream, _ in
        Publishers.MergeMany([none.eraseToAnyPublisher(), upstream])
      },
      ContractCase("zip") { upstream, _ in upstream.zip(numbers) { $0 + $1 } },
      ContractCase("zip of four") { upstream, _ in
        upstream.zip(numbers, numbers, numbers) { $0 + $1 + $2 + $3 }
      },
      ContractCase("combineLatest") { upstream, _ in upstream.combineLatest(one) { $0 + $1 } },
      ContractCase("combineLatest of three") { upstream, _ in
        upstream.combineLatest(few, one) { $0 + $1 + $2 }
      },
      ContractCase("flatMap") { upstream, _ in
        upstream.flatMap { [$0, $0 + 1].publisher.setFailureType(to: Boom.self) }
      },
      ContractCase("flatMap of one at a time, later") { upstream, scheduler in
        upstream.flatMap(maxPublishers: .max(1)) {
          [$0, $0 + 1].publisher.setFailureType(to: Boom.self)
            .delay(for: .milliseconds(1), scheduler: scheduler)
        }
      },
      ContractCase("switchToLatest") { upstream, _ in
        upstream.map { [$0, $0 + 1].publisher.setFailureType(to: Boom.self) }.switchToLatest()
      },
      ContractCase("switchToLatest, later") { upstream, scheduler in
        upstream.map {
          [$0, $0 + 1].publisher.setFailureType(to: Boom.self)
            .delay(for: .milliseconds(2), scheduler: scheduler)
        }.switchToLatest()
      },
      ContractCase("prefix(untilOutputFrom:)", .passing) { upstream, scheduler in
        upstream.prefix(
          untilOutputFrom: Just(0).delay(for: .milliseconds(9), scheduler: scheduler))
      },
      ContractCase("drop(untilOutputFrom:)", .passing) { upstream, scheduler in
        upstream.drop(
          untilOutputFrom: one.delay(for: .milliseconds(2), scheduler: scheduler))
      },
    ]
  }

  private init(
    _ description: String,
    _ build: @escaping (AnyPublisher<Int, Boom>, TestScheduler) -> some Publisher<Int, Boom>
  ) {
    self.init(description, .counting, build)
  }
}

/// A scheduler that runs everything at once, as Combine's immediate one does.
struct AtOnce: Scheduler {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  var now: VirtualTime { .zero }
  var minimumTolerance: VirtualDuration { .zero }

  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: @escaping () -> Void
  ) { action() }

  func schedule(
    after date: VirtualTime, interval: VirtualDuration, tolerance: VirtualDuration, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}
