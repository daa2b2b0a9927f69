extension RecordingIndex {
  /// The events of a lane in numbers, and what follows from them about the lane as a whole.
  public struct LaneTotals: Hashable, Sendable {
    /// Elements that were delivered when they were sent.
    public var live = 0
    /// Elements that were delivered from a memory.
    public var replayed = 0
    /// Elements that were lost because they had not been requested.
    public var dropped = 0
    /// Elements that operators of the lane dropped.
    public var swallowed = 0
    /// Elements that were read from a memory.
    public var reads = 0
    /// Elements that were sent into stages.
    public var sends = 0
    /// Subscriptions, also those that have ended.
    public var subscriptions = 0
    /// Cancels by the subscriber.
    public var cancels = 0
    /// Failures.
    public var failures = 0
    /// Completions.
    public var ends = 0
    /// The elements that were sent before the subscription and not replayed to it. Upstream
    /// subscriptions of a hub take turns: what another one received is not missed.
    public var missedEvents: [EventID] = []
    /// The number of elements that were missed.
    public var missed: Int { missedEvents.count }

    /// The first event of the lane.
    package var firstEvent: EventID?
    /// Whether it requested a number of elements instead of unlimited demand.
    package var isBounded = false
    /// Whether it feeds a stage or another lane.
    package var feedsOthers = false
    /// Whether its output differs from its input.
    package var changesValues = false
    /// Whether an element that comes out of it differs from the one fed in. Dropped elements do not
    /// count.
    package var changesElements = false
    /// Whether an element of it is new: neither held by its source nor sent into it.
    package var makesElements = false
    /// The number of its elements that the stage which it feeds holds.
    package var heldBelow = 0
    /// The stages that it sends into or, as a thread, reads, with the first event of that.
    package var touches: [Touch] = []

    /// A stage that a lane sends into or reads, and the first event of that.
    package struct Touch: Hashable, Sendable {
      package var stage: StageID
      package var event: EventID
    }

    /// Creates totals of zero.
    public init() {}

    /// The elements that the lane delivered.
    public var delivered: Int { live + replayed }
    package var hasEvents: Bool { firstEvent != nil }
    /// The first event, for an order by age: lanes without events come last.
    package var age: EventID { firstEvent ?? EventID(index: .max) }
    /// Whether the stage that it feeds holds each of its elements.
    package var isHeldBelow: Bool { heldBelow > 0 && heldBelow == delivered }
  }
}
