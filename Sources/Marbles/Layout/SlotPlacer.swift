/// Gives each event a column and, inside it, a slot.
///
/// Events come in the order of the recording; none is left of an earlier one of its instant, except
/// that in a crowded picture the subscriptions that set a pipeline up share one slot.
/// An event without a cause in its instant opens a slot. Its effects join the slot,
/// unless its line is taken, the slot runs the other way, or it would have to go back. So arrows
/// are vertical, and the order inside an instant is seen.
struct SlotPlacer {
  enum Direction { case down, up }

  private(set) var columns: [Diagram.Column] = []
  private let label: (VirtualTime) -> String
  private var slot = -1
  private var direction: Direction?
  private var last = 0
  /// The event whose effects the slot holds, if it is in another slot.
  private var group: EventID?
  /// The slot contains only first values of memories.
  private var isBare = false
  /// The slot of the instant in which the pipeline is set up.
  private var setUp: Int?
  /// For each site, the number of the slot in which it was last used.
  private var stamp: [Int]
  /// The number of the first slot of the instant.
  private var firstSerial = 0
  private var serial = 0

  private let isCrowded: Bool

  init(sites: Int, isCrowded: Bool, label: @escaping (VirtualTime) -> String) {
    stamp = Array(repeating: -1, count: sites)
    self.isCrowded = isCrowded
    self.label = label
  }

  var current: Diagram.Position {
    Diagram.Position(column: columns.count - 1, slot: max(0, slot))
  }

  /// The requirements of an event for its slot.
  struct Request {
    var time: VirtualTime
    var site: Int
    /// A second site that it takes, such as the header of a band.
    var header: Int?
    var direction: Direction
    /// The position of its cause, and the event that caused it.
    var cause: (position: Diagram.Position, event: EventID)?
    /// Whether it is a subscription that sets the pipeline up.
    var isSetUp = false
  }

  mutating func place(_ request: Request) -> Diagram.Position {
    move(to: request.time)
    if request.isSetUp, isCrowded || setUp == nil || setUp == slot,
      stamp[request.site] < firstSerial
    {
      return placeSetUp(request)
    }
    if needsSlot(request) { open(request) } else if slot == setUp { setUp = nil }
    isBare = false
    direction = request.direction
    last = request.site
    stamp[request.site] = serial
    if let header = request.header { stamp[header] = serial }
    return current
  }

  /// Places a subscription on a line on which nothing has happened in this instant.
  private mutating func placeSetUp(_ request: Request) -> Diagram.Position {
    if setUp == nil {
      if !isBare { startSlot() }
      isBare = false
      setUp = slot
    }
    stamp[request.site] = serial
    if slot == setUp {
      // The requests further up that it causes are in the same slot.
      last = direction == nil ? request.site : min(last, request.site)
      direction = .up
    }
    return Diagram.Position(column: columns.count - 1, slot: setUp ?? slot)
  }

  private func needsSlot(_ request: Request) -> Bool {
    if slot < 0 { return true }
    if isBare { return false }
    let isTaken =
      stamp[request.site] == serial || request.header.map { stamp[$0] == serial } ?? false
    guard let cause = request.cause, cause.position.column == current.column else { return true }
    if isTaken || direction ?? request.direction != request.direction { return true }
    let goesBack = request.direction == .down ? request.site < last : request.site > last
    if direction != nil, goesBack { return true }
    return cause.position.slot != slot && cause.event != group
  }

  private mutating func open(_ request: Request) {
    startSlot()
    group = request.cause?.event
    last = request.direction == .down ? -1 : .max
  }

  /// Opens a slot for an event of its own.
  mutating func placeAlone(at time: VirtualTime) -> Diagram.Position {
    move(to: time)
    if !isBare || slot < 0 { startSlot() }
    isBare = false
    return current
  }

  /// A place for a first value: no slot of its own, but the one that opens next.
  mutating func placeBare(at time: VirtualTime) -> Diagram.Position {
    move(to: time)
    if slot < 0 {
      startSlot()
      isBare = true
    }
    return current
  }

  private mutating func startSlot() {
    slot += 1
    serial += 1
    direction = nil
    group = nil
    last = -1
    columns[columns.count - 1].slots = slot + 1
  }

  private mutating func move(to time: VirtualTime) {
    if let column = columns.last, column.time == time { return }
    columns.append(Diagram.Column(time: time, label: label(time), slots: 1))
    slot = -1
    serial += 1
    firstSerial = serial
    isBare = false
    setUp = nil
    direction = nil
  }
}
