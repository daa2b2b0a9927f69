/// A model of buffer: an array of waiting values and the open demand.
final class BufferModel: Playground {
  enum Full { case dropOldest, dropNewest, fails }

  private let play: Play
  private let size: Int
  private let keepsFull: Bool
  private let full: Full
  private var kept: [Int] = []
  private var demand = 0
  private var isSubscribed = false
  /// Whether upstream still sends.
  private var isOpen = false
  /// Whether upstream was cancelled. Nothing more is requested then.
  private var isCancelled = false
  /// Whether the subscriber has cancelled or received the completion.
  private var isOver = false
  private var end: Bool?
  private var isDraining = false

  init(size: Int, keepsFull: Bool, full: Full, _ play: Play) {
    self.play = play
    self.size = size
    self.keepsFull = keepsFull
    self.full = full
  }

  func perform(_ deed: Deed) {
    switch deed {
    case .subscribe(let who, let demand):
      guard who == 0, !isSubscribed else { return }
      isSubscribed = true
      isOpen = true
      play.write("up subscribed")
      play.write("up request \(keepsFull ? "max(\(size))" : "unlimited")")
      play.write("A subscription")
      if demand != 0 { request(demand) }
    case .request(let who, let count):
      if who == 0, isSubscribed { request(count) }
    case .cancel(let who):
      guard who == 0, isSubscribed, !isOver else { return }
      isOver = true
      kept = []
      if isOpen { play.write("up cancelled") }
      isOpen = false
      isCancelled = true
    case .send(let value):
      guard isOpen else { return }
      let back = arrive(value)
      if back > 0 { play.write("up gets back max(\(back))") }
    case .end(let fails):
      guard isOpen else { return }
      isOpen = false
      guard end == nil else { return }
      end = fails
      if fails { kept = [] }
      _ = drain()
    case .connect, .disconnect: break
    }
  }

  private func request(_ count: Int?) {
    guard !isOver else { return }
    demand = count.map { min(SubjectModel.all, demand + $0) } ?? SubjectModel.all
    let left = drain()
    if keepsFull, left > 0, !isCancelled { play.write("up request max(\(left))") }
  }

  private func take() { if demand < SubjectModel.all { demand -= 1 } }

  /// The demand that is returned to upstream.
  private func arrive(_ value: Int) -> Int {
    guard end == nil, !isOver else { return 0 }
    if kept.isEmpty, demand > 0 {
      take()
      deliver(value)
      let left = 1 + drain()
      return keepsFull ? left : 0
    }
    guard kept.count >= size else {
      kept.append(value)
      return 0
    }
    switch full {
    case .dropOldest:
      guard !kept.isEmpty else { return 0 }
      kept.removeFirst()
      kept.append(value)
    case .dropNewest: break
    case .fails:
      end = true
      isOpen = false
      isCancelled = true
      play.write("up cancelled")
    }
    return 0
  }

  private func deliver(_ value: Int) {
    let more = play.received(0, value)
    if !isOver { demand = min(SubjectModel.all, demand + more) }
  }

  private func drain() -> Int {
    guard !isDraining, !isOver else { return 0 }
    isDraining = true
    defer { isDraining = false }
    var left = 0
    while !isOver, demand > 0, let value = kept.first {
      kept.removeFirst()
      take()
      left += 1
      deliver(value)
    }
    guard !isOver, let end else { return left }
    if end || (kept.isEmpty && demand > 0) {
      isOver = true
      kept = []
      play.write("A \(end ? "failed" : "finished")")
    }
    return left
  }
}
