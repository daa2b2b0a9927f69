/// A model of Combine's subjects and of ReplaySubject: arrays of subscribers and their demand.
///
/// Taken from logs of Combine: a value goes to the subscribers that were subscribed when it was sent
/// and still are, in the order of subscription. Without demand it is lost (passthrough), or the
/// latest one waits (current value), or all wait (replay). A completion needs no demand unless a
/// value waits.
final class SubjectModel {
  enum Memory {
    case none
    case current
    case last(Int)
  }

  private struct Member {
    var demand = 0
    /// The values that wait for its demand.
    var backlog: [Int] = []
    var isBehind = false
    var hasEnded = false
    var isDraining = false
    var end: Bool?
  }

  static let all = 1_000_000_000
  private let memory: Memory
  private let play: Play
  private var values: [Int]
  private var members: [Int: Member] = [:]
  private var order: [Int] = []
  private(set) var end: Bool?
  /// Called at the first request of all subscribers.
  var onDemand: () -> Void = {}

  init(_ memory: Memory, _ play: Play) {
    self.memory = memory
    self.play = play
    if case .current = memory { values = [0] } else { values = [] }
  }

  // MARK: Subscribers

  func subscribe(_ who: Int, demand: Int?) {
    var member = Member()
    if case .last = memory { member.backlog = values }
    if let end {
      if case .last = memory {
        member.end = end
      } else {
        play.write("\(Play.name(who)) subscription")
        // A subscription after the completion.
        play.write("\(Play.name(who)) \(end ? "failed" : "finished")")
        return
      }
    }
    if case .current = memory { member.isBehind = true }
    members[who] = member
    if end == nil { order.append(who) }
    play.write("\(Play.name(who)) subscription")
    if demand != 0 { request(who, demand) } else { drain(who) }
  }

  func request(_ who: Int, _ count: Int?) {
    guard let member = members[who], !member.hasEnded else { return }
    members[who]?.demand = count.map { min(Self.all, member.demand + $0) } ?? Self.all
    switch memory {
    case .none: break
    case .current:
      if member.isBehind {
        members[who]?.isBehind = false
        take(who)
        deliver(values[0], to: who)
      }
    case .last: drain(who)
    }
    onDemand()
  }

  func cancel(_ who: Int) {
    members[who] = nil
    order.removeAll { $0 == who }
  }

  private func take(_ who: Int) {
    if let demand = members[who]?.demand, demand < Self.all { members[who]?.demand -= 1 }
  }

  private func deliver(_ value: Int, to who: Int) {
    let more = play.received(who, value)
    guard more > 0, let member = members[who], !member.hasEnded else { return }
    members[who]?.demand = min(Self.all, member.demand + more)
    if case .last = memory { drain(who) }
  }

  /// Delivers the waiting values that are requested, then the completion.
  private func drain(_ who: Int) {
    guard let member = members[who], !member.isDraining, !member.hasEnded else { return }
    members[who]?.isDraining = true
    while let now = members[who], now.demand > 0, let value = now.backlog.first {
      members[who]?.backlog.removeFirst()
      take(who)
      deliver(value, to: who)
    }
    members[who]?.isDraining = false
    if let now = members[who], now.backlog.isEmpty, let end = now.end {
      members[who] = nil
      play.write("\(Play.name(who)) \(end ? "failed" : "finished")")
    }
  }

  // MARK: Sending

  func send(_ value: Int) {
    guard end == nil else { return }
    switch memory {
    case .none: break
    case .current: values = [value]
    case .last(let count): values = Array((values + [value]).suffix(count))
    }
    for who in order { offer(value, to: who) }
  }

  private func offer(_ value: Int, to who: Int) {
    guard let member = members[who], !member.hasEnded else { return }
    if case .last = memory {
      guard member.demand > 0, member.backlog.isEmpty, !member.isDraining else {
        members[who]?.backlog.append(value)
        return
      }
    }
    guard member.demand > 0 else {
      if case .current = memory { members[who]?.isBehind = true }
      return
    }
    members[who]?.isBehind = false
    take(who)
    deliver(value, to: who)
  }

  func finish(fails: Bool) {
    guard end == nil else { return }
    end = fails
    let told = order
    order = []
    for who in told where members[who] != nil {
      if case .last = memory {
        members[who]?.end = fails
        drain(who)
      } else {
        members[who] = nil
        play.write("\(Play.name(who)) \(fails ? "failed" : "finished")")
      }
    }
  }
}
