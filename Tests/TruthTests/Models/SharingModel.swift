/// A model of multicast and autoconnect: a subject, the connections, and a count.
///
/// Taken from logs of Combine: the first request of a subscriber requests unlimited demand from
/// upstream. Subscriptions are counted, and each cancel reduces the count, also after the completion.
/// The subject outlives the connections.
final class SharingModel: Playground {
  private let play: Play
  private let subject: SubjectModel
  private let isAutomatic: Bool
  /// Whether each upstream subscription is open.
  private var upstream: [Bool] = []
  private var isAsked: Bool
  private var count = 0
  private var subscribed: Set<Int> = []
  private var connections: [Int] = []

  init(_ memory: SubjectModel.Memory, automatic: Bool, _ play: Play) {
    self.play = play
    subject = SubjectModel(memory, play)
    isAutomatic = automatic
    if case .none = memory { isAsked = false } else { isAsked = true }
    subject.onDemand = { [unowned self] in ask() }
  }

  private func ask() {
    guard !isAsked else { return }
    isAsked = true
    for index in upstream.indices where upstream[index] { play.write("up request unlimited") }
  }

  func perform(_ deed: Deed) {
    switch deed {
    case .subscribe(let who, let demand):
      subscribed.insert(who)
      count += 1
      let isFirst = count == 1
      subject.subscribe(who, demand: demand)
      if isAutomatic, isFirst { connect() }
    case .request(let who, let count):
      if subscribed.contains(who) { subject.request(who, count) }
    case .cancel(let who):
      guard subscribed.contains(who) else { return }
      subject.cancel(who)
      leave()
    case .send(let value):
      for index in upstream.indices where upstream[index] { subject.send(value) }
    case .end(let fails):
      let open = upstream.indices.filter { upstream[$0] }
      for index in open { upstream[index] = false }
      if !open.isEmpty { subject.finish(fails: fails) }
    case .connect: if !isAutomatic { connect() }
    case .disconnect: if !isAutomatic { disconnect() }
    }
  }

  private func connect() {
    upstream.append(true)
    connections.append(upstream.count - 1)
    play.write("up subscribed")
    if isAsked { play.write("up request unlimited") }
  }

  private func disconnect() {
    guard let last = connections.popLast(), upstream[last] else { return }
    upstream[last] = false
    play.write("up cancelled")
  }

  private func leave() {
    guard isAutomatic, count > 0 else { return }
    count -= 1
    if count == 0 { disconnect() }
  }
}
