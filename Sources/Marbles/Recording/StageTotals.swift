extension RecordingIndex {
  /// The lanes around a stage, its events in numbers, and what follows from them about the stage as
  /// a whole.
  public struct StageTotals: Hashable, Sendable {
    /// The lanes of what is sent into it from outside.
    public var inputs: [LaneID] = []
    /// The lanes that feed it, without inputs and inner streams.
    public var feeders: [LaneID] = []
    /// The lanes of its inner streams, without those to which another one subscribes.
    public var inner: [LaneID] = []
    /// The lanes of its subscribers.
    public var listeners: [LaneID] = []
    /// The largest number of subscriptions to it that were open at a time.
    public var mostOpen = 0
    /// The number of elements that it held, all in all.
    public var held = 0
    /// The largest number of elements that it held at a time, not counting those that waited for
    /// one subscriber.
    public var mostHeld = 0
    /// The number of held elements that it released, by reason.
    public var fates: [Recording.ReleaseReason: Int] = [:]
    /// The number of elements that it dropped when they arrived, by reason.
    public var dropped: [Recording.DropReason: Int] = [:]
    /// The number of elements that a box sent. Operators after it can send others: `append`.
    public var results = 0
    /// The element that it held before anything happened.
    public var initialValue: Recording.Label?

    /// Whether something was sent into it other than by its input.
    package var isSentInto = false
    /// Whether a subscriber sent something into it during a delivery.
    package var isSentIntoFromBelow = false
    package var isRead = false
    /// Whether its input sent something that no listener received.
    package var wasUnheard = false
    package var hasEvents = false
    package var hasCounts = false
    /// Whether something was done to it by hand.
    package var hasControls = false
    /// Whether deliveries to its subscribers overlapped.
    package var overlaps = false

    /// Creates totals of zero.
    public init() {}

    package var holds: Bool { held > 0 }
    package var replaces: Bool { fates[.replaced] != nil }
  }
}
