/// The tables of a recorder: one small entry per event, and the values in typed columns.
///
/// The functions on the path of a value are inlinable, so that they are specialized for its type in
/// the module of the stream.
@usableFromInline
struct RecorderState {
  @usableFromInline
  enum Kind: UInt8 {
    case subscribed, requested, value, replayed, finished, failed, cancelled, joined, left
    case droppedNoDemand, swallowed, sent, read
    case connected, disconnected, count, held, released, delivering, delivered, ended, control
    case warning, fatal
  }

  /// 24 bytes. `place` is a lane or `~stage`; the meaning of `payload` depends on the kind.
  @usableFromInline
  struct Entry {
    @usableFromInline var time: Int64
    @usableFromInline var cause: Int32
    @usableFromInline var place: Int32
    @usableFromInline var payload: Int32
    @usableFromInline var column: UInt16
    @usableFromInline var kind: Kind
    @usableFromInline var isTentative: Bool

    @inlinable
    init(
      time: Int64, cause: Int32, place: Int32, payload: Int32, column: UInt16, kind: Kind,
      isTentative: Bool
    ) {
      self.time = time
      self.cause = cause
      self.place = place
      self.payload = payload
      self.column = column
      self.kind = kind
      self.isTentative = isTentative
    }
  }

  @usableFromInline
  struct LaneState {
    var name: String
    let role: Recording.Lane.Role
    var detail: String
    var source: Recording.Place?
    @usableFromInline var target: Int32
    var isOpen = false
    /// Whether its subscription has ended.
    var isOver = false
    /// Whether its source counts the open subscription.
    var isClaimed = false
    /// The number of open subscriptions of its operators to its source.
    var openEdges = 0
    /// Whether it gets the name of its source, once that is known.
    var awaitsName = false
    /// The name of the source after which it was named.
    var sourceName: String?
    /// The run of its source in which it is counted.
    var run: Int32 = 0
    /// Subscriptions through operators of the lane whose stage has completed: they close with the
    /// lane's own end, or after the operators have received the completion.
    var ending: [RecordedLane.Edge] = []
    /// Whether a value that arrives during a subscription or request is a replay.
    @usableFromInline var sourceRemembers = false
    /// The stage of kind `memory` that feeds it, or -1: such a stage passes replays on.
    @usableFromInline var relayingSource: Int32 = -1
    @usableFromInline var exits: UInt32 = 0
  }

  /// The end of the last open upstream subscription of a hub.
  struct UpstreamEnd {
    /// The `finished` or `failed` event.
    let event: Int32
    let failure: String?
    /// Whether the hub is recorded as disconnected. It is after the delivery of the end, during
    /// which the hub can subscribe again.
    var isRecorded = false
  }

  @usableFromInline
  struct StageState {
    var name: String
    let kind: Recording.Stage.Kind
    var detail: String
    var openAbove = 0
    /// The number of open subscriptions of the present run.
    var openBelow = 0
    /// The number of open subscriptions to subjects that are no longer used, by run.
    var abandoned: [Int32: Int] = [:]
    /// The number of open subscriptions in the latest `count` event.
    var announced = 0
    var hasEnded = false
    /// Whether it delivers at its completion only, so that no subscriber misses what was sent
    /// before.
    var deliversAtEnd = false
    /// The end of the upstream of a hub, until it connects again.
    var upstreamEnd: UpstreamEnd?
    /// The number of times it has ended or started to use another subject. At an end, all
    /// subscriptions of the run are over.
    var run: Int32 = 0

    /// The number of open subscriptions.
    var allOpenBelow: Int { abandoned.values.reduce(openBelow, +) }

    /// Whether a subscription that was opened in the given run is counted while it is open.
    func counts(_ run: Int32) -> Bool { run == self.run || abandoned[run] != nil }
  }

  @usableFromInline var now = VirtualTime.zero
  @usableFromInline var events: [Entry] = []
  @usableFromInline var lanes: [LaneState] = []
  var stages: [StageState] = []
  /// The stage of each `sent` or `read` event.
  var related: [Int32: Int32] = [:]
  /// The roles of `subscribed` events other than `main`.
  var roles: [Int32: Recording.EdgeRole] = [:]
  var ending: Recording.Ending = .idle
  var defaultFrame = VirtualDuration.frame
  /// The sentence about work that is scheduled at the end of the run.
  var unfinished: String?
  @usableFromInline var isStopped = false
  /// Whether every stage reports the values that it holds.
  var tellsMemory = false
  /// Whether RxSwift's warnings about overlapping deliveries are recorded.
  var warnsOfAnomalies = true
  @usableFromInline var columns: [AnyColumn] = [Column<String>()]
  @usableFromInline var columnOfType: [ObjectIdentifier: UInt16] = [
    ObjectIdentifier(String.self): 0
  ]

  /// The type of the latest value and its column: a lookup per value costs more than the rest of
  /// recording it.
  @usableFromInline var latestType: ObjectIdentifier?
  @usableFromInline var latestColumn: UInt16 = 0
  @usableFromInline var latest: Unmanaged<AnyColumn>?

  // MARK: Appending

  @inlinable @inline(__always) @discardableResult
  mutating func append(
    _ kind: Kind, place: Int32, column: UInt16 = 0, payload: Int32 = -1, cause: Int32,
    isTentative: Bool = false
  ) -> Int32 {
    let event = Int32(truncatingIfNeeded: events.count)
    events.append(
      Entry(
        time: now.nanoseconds, cause: cause, place: place, payload: payload, column: column,
        kind: kind, isTentative: isTentative))
    return event
  }

  @discardableResult
  mutating func append(_ kind: Kind, place: Int32, text: String, cause: Int32) -> Int32 {
    append(kind, place: place, value: text, cause: cause)
  }

  @inlinable @inline(__always) @discardableResult
  mutating func append<Value>(
    _ kind: Kind, place: Int32, value: Value, cause: Int32, isTentative: Bool = false
  ) -> Int32 {
    if ObjectIdentifier(Value.self) != latestType {
      if Value.self is AnyObject.Type {
        return append(
          kind, place: place, value: describeForLabel(value), cause: cause,
          isTentative: isTentative)
      }
      chooseColumn(of: Value.self)
    }
    return append(
      kind, place: place, column: latestColumn, payload: store(value), cause: cause,
      isTentative: isTentative)
  }

  @inlinable
  mutating func chooseColumn<Value>(of type: Value.Type) {
    let key = ObjectIdentifier(type)
    latestType = key
    if let known = columnOfType[key] {
      latestColumn = known
    } else {
      latestColumn = UInt16(columns.count)
      columnOfType[key] = latestColumn
      columns.append(Column<Value>())
    }
    latest = Unmanaged.passUnretained(columns[Int(latestColumn)])
  }

  /// A copy with columns of its own.
  func frozen() -> RecorderState {
    var copy = self
    copy.columns = columns.map { $0.frozen() }
    (copy.latestType, copy.latest) = (nil, nil)
    return copy
  }

  /// Appends a value to the latest column, which has its type.
  @inlinable @inline(__always)
  func store<Value>(_ value: Value) -> Int32 {
    guard let latest else { return -1 }
    // `latestType` guarantees the type, and `columns` keeps the column alive; a checked cast and a
    // retain cost more than the rest of recording a value.
    return latest._withUnsafeGuaranteedRef { column in
      let typed = unsafeDowncast(column, to: Column<Value>.self)
      typed.values.append(value)
      return Int32(truncatingIfNeeded: typed.values.count - 1)
    }
  }

  mutating func stop(_ ending: Recording.Ending) {
    guard !isStopped else { return }
    self.ending = ending
    isStopped = true
  }

  /// Empties the tables and stops. The caller releases the returned contents outside of the lock.
  mutating func forget() -> RecorderState {
    let old = self
    stop(.idle)
    (events, related, roles) = ([], [:], [:])
    (latestType, latest) = (nil, nil)
    columns = [Column<String>()]
    return old
  }

  /// Appends a remark at the place of its cause; without a cause, at the first lane or stage.
  ///
  /// - Returns: The event; the cause if there is no place to which the remark can be attached.
  @discardableResult
  mutating func remark(_ kind: Kind, _ text: String, cause: Int32) -> Int32 {
    if events.indices.contains(Int(cause)) {
      return append(kind, place: events[Int(cause)].place, text: text, cause: cause)
    }
    guard !lanes.isEmpty || !stages.isEmpty else { return cause }
    return append(kind, place: lanes.isEmpty ? ~0 : 0, text: text, cause: cause)
  }

  /// The lane of an event, or of its nearest cause on a lane; -1 if there is none.
  func lane(of event: Int32) -> Int32 {
    var event = event
    while event >= 0, Int(event) < events.count {
      let entry = events[Int(event)]
      if entry.place >= 0 { return entry.place }
      event = entry.cause
    }
    return -1
  }

  // MARK: What happens on lanes

  mutating func subscribed(_ lane: Int32, as role: Recording.EdgeRole, cause: Int32) -> Int32 {
    let index = Int(lane)
    let event = append(.subscribed, place: lane, cause: cause)
    if role != .main { roles[event] = role }
    lanes[index].isOpen = true
    lanes[index].isOver = false
    lanes[index].isClaimed = false
    let target = lanes[index].target
    if target >= 0, lanes[index].role != .input {
      stages[Int(target)].openAbove += 1
      if stages[Int(target)].openAbove == 1, works(target) {
        let end = stages[Int(target)].upstreamEnd.take()
        stages[Int(target)].hasEnded = false
        if end?.isRecorded != false { append(.connected, place: ~target, cause: event) }
        // A subscription made after the end is counted when the work starts again.
        if stages[Int(target)].allOpenBelow > 0 { announceCount(target, cause: event) }
      }
    }
    return event
  }

  /// Whether a stage counts as connected while an upstream subscription is open.
  func works(_ stage: Int32) -> Bool {
    let kind = stages[Int(stage)].kind
    return kind == .hub || kind == .cache || kind == .box
  }

  @inlinable @inline(__always)
  mutating func value<Value>(_ value: Value, lane: Int32, cause: Int32) -> Int32 {
    lanes[Int(lane)].exits &+= 1
    var kind = Kind.value
    if lanes[Int(lane)].sourceRemembers, cause >= 0 {
      let during = events[Int(cause)]
      if during.place == lane {
        if during.kind == .subscribed || during.kind == .requested { kind = .replayed }
      } else if during.kind == .released, isAsked(lane, during.cause) {
        kind = .replayed
      }
    } else if lanes[Int(lane)].relayingSource >= 0, cause >= 0 {
      let during = events[Int(cause)]
      if during.kind == .replayed,
        lanes[Int(during.place)].target == lanes[Int(lane)].relayingSource
      {
        kind = .replayed
      }
    }
    return append(kind, place: lane, value: value, cause: cause)
  }

  /// Whether an event is a subscription or a request of the lane.
  @usableFromInline
  func isAsked(_ lane: Int32, _ event: Int32) -> Bool {
    guard event >= 0, events[Int(event)].place == lane else { return false }
    return events[Int(event)].kind == .subscribed || events[Int(event)].kind == .requested
  }
}
