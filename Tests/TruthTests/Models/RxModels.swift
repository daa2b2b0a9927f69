/// RxSwift's order of delivery: a first slot, then the other subscribers in the order of
/// subscription.
struct Slots {
  private var first: Int?
  private var others: [Int] = []

  var all: [Int] { (first.map { [$0] } ?? []) + others }

  mutating func insert(_ who: Int) {
    if first == nil { first = who } else { others.append(who) }
  }

  mutating func remove(_ who: Int) {
    if first == who { first = nil } else { others.removeAll { $0 == who } }
  }
}

/// A model of the three relays: an array of values and a list of subscribers. A delivery that has
/// begun also reaches a subscriber that unsubscribes meanwhile.
final class RelayModel: Playground {
  private let play: Play
  private let capacity: Int
  private var values: [Int]
  private var slots = Slots()

  /// - Parameter initial: the first value of a BehaviorRelay.
  init(capacity: Int, initial: Int? = nil, _ play: Play) {
    self.play = play
    self.capacity = capacity
    values = initial.map { [$0] } ?? []
  }

  func perform(_ deed: Deed) {
    switch deed {
    case .subscribe(let who, _):
      for value in values { _ = play.received(who, value) }
      slots.insert(who)
    case .cancel(let who): slots.remove(who)
    case .send(let value):
      values = Array((values + [value]).suffix(capacity))
      for who in slots.all { _ = play.received(who, value) }
    case .request, .end, .connect, .disconnect: break
    }
  }
}

/// A model of share(replay:scope:): for each connection, its subscribers and the stored values.
final class RxShareModel: Playground {
  private struct Hub {
    var slots = Slots()
    var values: [Int] = []
    var end: Bool?
    var count = 0
  }

  private let play: Play
  private let replay: Int
  private let isForever: Bool
  private var hubs: [Hub] = []
  /// The hub of a new subscriber.
  private var current: Int?
  /// The hub that the upstream feeds, while there is a subscription.
  private var upstream: Int?
  private var home: [Int: Int] = [:]
  /// The subscribers that received the completion. They receive nothing after it, also no pending
  /// values.
  private var told: Set<Int> = []

  init(replay: Int, forever: Bool, _ play: Play) {
    self.play = play
    self.replay = replay
    isForever = forever
  }

  /// Whether a delivery that has begun also reaches a subscriber that unsubscribes meanwhile, which
  /// is so without a reference count between the subject and the subscriber.
  private var isDirect: Bool { !isForever && replay <= 1 }

  func perform(_ deed: Deed) {
    switch deed {
    case .subscribe(let who, _): subscribe(who)
    case .cancel(let who): cancel(who)
    case .send(let value): send(value)
    case .end(let fails): finish(fails)
    case .request, .connect, .disconnect: break
    }
  }

  private func subscribe(_ who: Int) {
    let hub: Int
    if let current {
      hub = current
    } else {
      hubs.append(Hub())
      hub = hubs.count - 1
      current = hub
    }
    for value in hubs[hub].values { _ = play.received(who, value) }
    if let end = hubs[hub].end {
      play.write("\(Play.name(who)) \(end ? "failed" : "finished")")
      return
    }
    home[who] = hub
    hubs[hub].slots.insert(who)
    hubs[hub].count += 1
    if hubs[hub].count == 1 {
      upstream = hub
      play.write("up subscribed")
    }
  }

  private func cancel(_ who: Int) {
    guard let hub = home.removeValue(forKey: who) else { return }
    hubs[hub].slots.remove(who)
    hubs[hub].count -= 1
    guard hubs[hub].count == 0 else { return }
    if !isForever, current == hub { current = nil }
    if upstream == hub {
      upstream = nil
      play.write("up disposed")
    }
  }

  private func send(_ value: Int) {
    guard let hub = upstream else { return }
    if replay > 0 { hubs[hub].values = Array((hubs[hub].values + [value]).suffix(replay)) }
    for who in hubs[hub].slots.all where (isDirect || home[who] == hub) && !told.contains(who) {
      _ = play.received(who, value)
    }
  }

  private func finish(_ fails: Bool) {
    guard let hub = upstream else { return }
    upstream = nil
    hubs[hub].end = fails
    if !isForever, current == hub { current = nil }
    let told = hubs[hub].slots.all
    hubs[hub].slots = Slots()
    hubs[hub].count = 0
    for who in told { home[who] = nil }
    self.told.formUnion(told)
    for who in told { play.write("\(Play.name(who)) \(fails ? "failed" : "finished")") }
  }
}
