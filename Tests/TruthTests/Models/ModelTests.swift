import MarblesCombine
import MarblesRx
import MarblesTestSupport
import Testing

/// Thousands of random scenarios, played on the streams and on models made of arrays and numbers.
@Suite("Models")
struct ModelTests {
  struct Case: CustomStringConvertible, Sendable {
    let description: String
    var kinds = Play.Kinds()
    let model: @Sendable (Play) -> any Playground
    let real: @Sendable (Play) -> any Playground
  }

  private func compare(_ tested: Case, scenarios: Int) {
    for seed in Scenarios.seeds(of: scenarios) {
      let first = Play(seed: seed, tested.kinds)
      let expected = first.run(on: tested.model(first))
      let second = Play(seed: seed, tested.kinds)
      let happened = second.run(on: tested.real(second))
      guard expected != happened else { continue }
      let same = zip(expected, happened).prefix { $0 == $1 }.count
      let shown =
        expected.prefix(same).map { "  " + $0 }
        + ["model: \(expected.dropFirst(same).prefix(4).joined(separator: " / "))"]
        + ["real:  \(happened.dropFirst(same).prefix(4).joined(separator: " / "))"]
      Issue.record("\(tested), scenario \(seed):\n\(shown.joined(separator: "\n"))")
      return
    }
  }

  // MARK: Subjects

  static let subjects: [Case] = [
    Case(
      description: "PassthroughSubject",
      model: { BareSubject(SubjectModel(.none, $0)) },
      real: { CombinePlayground(PassthroughSubject<Int, Trouble>(), $0) }),
    Case(
      description: "CurrentValueSubject",
      model: { BareSubject(SubjectModel(.current, $0)) },
      real: { CombinePlayground(CurrentValueSubject<Int, Trouble>(0), $0) }),
    Case(
      description: "ReplaySubject of two",
      model: { BareSubject(SubjectModel(.last(2), $0)) },
      real: { CombinePlayground(ReplayingSubject<Int, Trouble>(capacity: 2), $0) }),
  ]

  @Test("subjects behave like their models", arguments: subjects)
  func subjectsBehaveLikeTheirModels(_ tested: Case) { compare(tested, scenarios: 1500) }

  // MARK: Sharing

  static let sharing: [Case] = [
    Case(
      description: "share",
      model: { SharingModel(.none, automatic: true, $0) },
      real: { CombinePlayground($0) { $0.share() } }),
    Case(
      description: "shareReplay(2)",
      model: { SharingModel(.last(2), automatic: true, $0) },
      real: { CombinePlayground($0) { $0.shareReplay(2) } }),
    Case(
      description: "multicast of a current value, autoconnect",
      model: { SharingModel(.current, automatic: true, $0) },
      real: { CombinePlayground($0) { $0.multicast { CurrentValueSubject(0) }.autoconnect() } }),
    Case(
      description: "multicast, connected by hand", kinds: Play.Kinds(connects: true),
      model: { SharingModel(.none, automatic: false, $0) },
      real: {
        CombinePlayground(
          $0, { feed in feed.multicast { PassthroughSubject<Int, Trouble>() } },
          connect: { $0.connect() })
      }),
  ]

  @Test("multicast, share and autoconnect behave like their models", arguments: sharing)
  func multicastShareAndAutoconnectBehaveLikeTheirModels(_ tested: Case) {
    compare(tested, scenarios: 1500)
  }

  // MARK: Buffers

  static let buffers: [Case] = [1, 2, 3].flatMap { size in
    [true, false].flatMap { keepsFull in
      [BufferModel.Full.dropOldest, .dropNewest, .fails].map { full in
        Case(
          description: "buffer(\(size)) \(keepsFull ? "keepFull" : "byRequest") \(full)",
          model: { BufferModel(size: size, keepsFull: keepsFull, full: full, $0) },
          real: {
            let strategy: Publishers.BufferingStrategy<Trouble> =
              switch full {
              case .dropOldest: .dropOldest
              case .dropNewest: .dropNewest
              case .fails: .customError { Trouble() }
              }
            return CombinePlayground($0, most: 1) {
              $0.buffer(
                size: size, prefetch: keepsFull ? .keepFull : .byRequest, whenFull: strategy)
            }
          })
      }
    }
  }

  @Test("buffers behave like their models", arguments: buffers)
  func buffersBehaveLikeTheirModels(_ tested: Case) { compare(tested, scenarios: 500) }

  // MARK: RxSwift

  static let relays: [Case] = [
    Case(
      description: "PublishRelay", kinds: Play.Kinds(hasDemand: false),
      model: { RelayModel(capacity: 0, $0) },
      real: {
        let relay = PublishRelay<Int>()
        return RxPlayground($0, relay: relay.asObservable()) { relay.accept($0) }
      }),
    Case(
      description: "BehaviorRelay", kinds: Play.Kinds(hasDemand: false),
      model: { RelayModel(capacity: 1, initial: 0, $0) },
      real: {
        let relay = BehaviorRelay<Int>(value: 0)
        return RxPlayground($0, relay: relay.asObservable()) { relay.accept($0) }
      }),
    Case(
      description: "ReplayRelay of two", kinds: Play.Kinds(hasDemand: false),
      model: { RelayModel(capacity: 2, $0) },
      real: {
        let relay = ReplayRelay<Int>.create(bufferSize: 2)
        return RxPlayground($0, relay: relay.asObservable()) { relay.accept($0) }
      }),
  ]

  @Test("relays behave like their models", arguments: relays)
  func relaysBehaveLikeTheirModels(_ tested: Case) { compare(tested, scenarios: 1000) }

  static let rxSharing: [Case] = [0, 1, 2].flatMap { replay in
    [SubjectLifetimeScope.whileConnected, .forever].map { scope in
      Case(
        description: "share(replay: \(replay), scope: .\(scope))",
        kinds: Play.Kinds(hasDemand: false),
        model: { RxShareModel(replay: replay, forever: scope == .forever, $0) },
        real: { RxPlayground($0) { $0.share(replay: replay, scope: scope) } })
    }
  }

  @Test("share(replay:scope:) behaves like its model", arguments: rxSharing)
  func shareReplayScopeBehavesLikeItsModel(_ tested: Case) { compare(tested, scenarios: 1000) }
}

/// The model of a subject alone.
private final class BareSubject: Playground {
  private let subject: SubjectModel
  private var subscribed: Set<Int> = []

  init(_ subject: SubjectModel) { self.subject = subject }

  func perform(_ deed: Deed) {
    switch deed {
    case .subscribe(let who, let demand):
      subscribed.insert(who)
      subject.subscribe(who, demand: demand)
    case .request(let who, let count): if subscribed.contains(who) { subject.request(who, count) }
    case .cancel(let who): subject.cancel(who)
    case .send(let value): subject.send(value)
    case .end(let fails): subject.finish(fails: fails)
    case .connect, .disconnect: break
    }
  }
}
