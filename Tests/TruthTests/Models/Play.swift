/// An action on a shared stream, from outside or by a subscriber.
enum Deed: CustomStringConvertible {
  case subscribe(Int, demand: Int?)
  case request(Int, Int?)
  case cancel(Int)
  case send(Int)
  case end(fails: Bool)
  case connect
  case disconnect

  var description: String {
    switch self {
    case .subscribe(let who, let demand): "subscribe \(who) \(demand.map(String.init) ?? "all")"
    case .request(let who, let count): "request \(who) \(count.map(String.init) ?? "all")"
    case .cancel(let who): "cancel \(who)"
    case .send(let value): "send \(value)"
    case .end(let fails): fails ? "fail" : "finish"
    case .connect: "connect"
    case .disconnect: "disconnect"
    }
  }
}

/// A stream, or the model of one, with up to five subscribers, each of which subscribes once.
protocol Playground: AnyObject {
  func perform(_ deed: Deed)
}

/// Plays a random scenario on a playground and logs the events.
final class Play {
  struct Kinds {
    var hasDemand = true
    /// Whether the scenario connects and disconnects.
    var connects = false
  }

  let deeds: [Deed]
  /// The action of a subscriber at its n-th value, and the demand that it returns.
  private var reactions: [[(deed: Deed?, more: Int)]]
  private(set) var log: [String] = []
  private var counts = Array(repeating: 0, count: 8)
  private var depth = 0
  /// Whether a subscription is being made. A subscriber does not react to values inside it.
  private var isSubscribing = false
  private weak var playground: (any Playground)?

  init(seed: Int, _ kinds: Kinds) {
    var dice = Dice(seed)
    var next = 0
    var value = 0
    deeds = (0..<(6 + dice.roll(14))).compactMap { _ in
      Self.deed(&dice, &next, &value, kinds, inside: false)
    }
    // Subscribers that subscribe during a delivery have their own numbers, and do not react.
    var inner = 5
    reactions = (0..<5).map { _ in
      (0..<3).map { _ in
        let deed =
          dice.chance(25) ? Self.deed(&dice, &inner, &value, kinds, inside: true) : nil
        return (deed, kinds.hasDemand && dice.chance(25) ? 1 + dice.roll(2) : 0)
      }
    }
  }

  private static func deed(
    _ dice: inout Dice, _ next: inout Int, _ value: inout Int, _ kinds: Kinds, inside: Bool
  ) -> Deed? {
    let anybody = dice.roll(inside ? 5 : max(1, next))
    switch dice.roll(12) {
    case 0...2:
      let most = inside ? 8 : 5
      guard next < most else { return nil }
      defer { next += 1 }
      let demand = kinds.hasDemand && dice.chance(60) ? dice.roll(4) : nil
      return .subscribe(next, demand: demand)
    case 3, 4:
      guard kinds.hasDemand else { return nil }
      return .request(anybody, dice.chance(15) ? nil : 1 + dice.roll(3))
    case 5: return dice.chance(60) ? .cancel(anybody) : nil
    case 6: return dice.chance(inside ? 25 : 30) ? .end(fails: dice.chance(40)) : nil
    case 7:
      guard kinds.connects, !inside else { return nil }
      return dice.chance(60) ? .connect : .disconnect
    default:
      value += 1
      return .send(value)
    }
  }

  func run(on playground: any Playground) -> [String] {
    self.playground = playground
    for deed in deeds {
      write("-- \(deed)")
      perform(deed)
    }
    return log
  }

  private func perform(_ deed: Deed) {
    let outer = isSubscribing
    if case .subscribe = deed { isSubscribing = true }
    playground?.perform(deed)
    isSubscribing = outer
  }

  func write(_ line: String) { log.append(line) }

  static func name(_ who: Int) -> String { ["A", "B", "C", "D", "E", "X", "Y", "Z"][who] }

  /// A value arrived. The subscriber can perform an action, and returns additional demand.
  func received(_ who: Int, _ value: Int) -> Int {
    write("\(Self.name(who)) value \(value)")
    let count = counts[who]
    counts[who] += 1
    guard who < reactions.count, count < reactions[who].count, depth < 3 else { return 0 }
    let reaction = reactions[who][count]
    if let deed = reaction.deed, !isSubscribing {
      write("\(Self.name(who)): \(deed)")
      depth += 1
      perform(deed)
      depth -= 1
    }
    if reaction.more > 0 { write("\(Self.name(who)) returns \(reaction.more)") }
    return reaction.more
  }
}
