/// What happened, when, in which order, and because of what: plain data, made once by a
/// ``Recorder`` and drawn by every format.
///
/// Two recordings are equal if the same things happened at the same times in the same order,
/// the order inside one instant included.
public struct Recording: Hashable, Sendable {
  /// The heading of the picture.
  public var title: String
  /// How long one frame of the ruler lasts.
  public var frame: VirtualDuration
  /// Whether the ruler shows durations (`10ms`) rather than frames.
  public var showsDurations: Bool
  /// What has a state or a fan-out: shares, subjects, relays, buffers, queues, caches.
  public var stages: [Stage]
  /// The streams of events: subscriptions, what is fed by hand, threads.
  public var lanes: [Lane]
  /// The texts that marks refer to, each once, in order of first use.
  public var labels: [String]
  /// Everything that happened. The index of an event is its ``EventID`` and its place in the order.
  public var events: [Event]
  /// Why the run ended.
  public var ending: Ending

  public init(
    title: String = "", frame: VirtualDuration = .frame, showsDurations: Bool = false,
    stages: [Stage] = [], lanes: [Lane] = [], labels: [String] = [],
    events: [Event] = [], ending: Ending = .idle
  ) {
    self.title = title
    self.frame = frame
    self.showsDurations = showsDurations
    self.stages = stages
    self.lanes = lanes
    self.labels = labels
    self.events = events
    self.ending = ending
  }

  /// The text of a label.
  public func text(_ label: Label) -> String { labels[label.index] }
}

/// The index of a stage in ``Recording/stages``.
public typealias StageID = Int
/// The index of a lane in ``Recording/lanes``.
public typealias LaneID = Int
/// The index of an event in ``Recording/events``: its number in the order of the whole run.
public typealias EventID = Int

extension Recording {
  /// A text of the recording's table: the label of a value, an error, a message.
  public struct Label: Hashable, Sendable {
    public var index: Int

    public init(index: Int) { self.index = index }
  }

  /// Where an event happened, or where a lane comes from.
  public enum Place: Hashable, Sendable {
    case lane(LaneID)
    case stage(StageID)
  }

  /// Why a run ended.
  public enum Ending: Hashable, Sendable {
    /// Nothing was left to do, or the run had come to its last frame.
    case idle
    /// A programmer error stopped it, as it would have stopped the process.
    case fatal(String)
    /// A limit stopped it; the sentence names the limit and who kept it busy.
    case stopped(String)
    /// It came to its last frame while work was still scheduled; the sentence names for whom.
    case unfinished(String)
  }

  /// What has a memory or a fan-out between lanes.
  public struct Stage: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// One upstream, many subscribers: share, multicast, shareReplay.
      case hub
      /// Fed by hand or by a subscription; may end.
      case subject
      /// As a subject, but never ends.
      case relay
      /// Keeps values for later: buffer, debounce, delay, receive(on:), zip, collect.
      case memory
      /// Runs inner streams: flatMap, switchToLatest, concatMap.
      case box
      /// A response cache: requests above, loads below.
      case cache
    }

    public var name: String
    public var kind: Kind
    /// One line about it, for instance the subject inside: "PassthroughSubject".
    public var detail: String

    public init(name: String, kind: Kind, detail: String = "") {
      self.name = name
      self.kind = kind
      self.detail = detail
    }
  }

  /// A stream of events: one subscriber's subscription (and, after a cancel, its next one), what is
  /// fed into a subject by hand, or a thread.
  public struct Lane: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable {
      case subscription
      /// What is sent into a subject or relay from outside.
      case input
      /// An inner stream of a box; its target is the box.
      case inner
      /// A thread of the script, which reads and sends.
      case thread
    }

    public var name: String
    public var role: Role
    /// The operators on the way, or what the subscriber is; empty if there is nothing to say.
    public var detail: String
    /// What feeds it: `nil` for a cold source, an input or a thread.
    public var source: Place?
    /// The stage it feeds: `nil` for a subscriber at the end.
    public var target: StageID?
    /// Values (events of other lanes) that its source relayed while this lane was not subscribed and
    /// that were not replayed to it.
    public var missed: [EventID]

    public init(
      name: String, role: Role, detail: String = "", source: Place? = nil, target: StageID? = nil,
      missed: [EventID] = []
    ) {
      self.name = name
      self.role = role
      self.detail = detail
      self.source = source
      self.target = target
      self.missed = missed
    }
  }

  /// One thing that happened.
  public struct Event: Hashable, Sendable {
    public var time: VirtualTime
    public var place: Place
    public var mark: Mark
    /// The event during which this one happened, or under which its job was scheduled; `nil` for
    /// what came from outside. Always smaller than the event's own number.
    public var cause: EventID?

    public init(time: VirtualTime, place: Place, mark: Mark, cause: EventID? = nil) {
      self.time = time
      self.place = place
      self.mark = mark
      self.cause = cause
    }
  }

  /// The kinds of events.
  public enum Mark: Hashable, Sendable {
    // MARK: On lanes

    case subscribed
    /// Demand; `nil` is unlimited.
    case requested(Int?)
    /// A value came along the lane (on an input lane: was sent from outside).
    case value(Label)
    /// A value from the memory of the lane's source; `from` is the ``held(_:)`` event, if recorded.
    case replayed(Label, from: EventID?)
    case finished
    case failed(Label)
    case cancelled
    /// A value meant for this lane did not come out of it.
    case dropped(Label, DropReason)
    /// Sent into a stage from inside a delivery on this lane, or by this thread.
    case sent(Label, to: StageID)
    /// Read from a stage's memory (`.value`, withLatestFrom) or, with `stage` nil, from the operator's
    /// own state (scan); `from` is the ``held(_:)`` event, if it was recorded.
    case read(Label, stage: StageID?, from: EventID?)

    // MARK: On stages

    /// A hub's or cache's work started: its first upstream subscription opened.
    case connected
    /// Its last upstream subscription closed.
    case disconnected
    /// How many subscriptions are open below a hub.
    case count(Int)
    /// The stage keeps a value from now on.
    case held(Label)
    /// A held value is held no longer; the event is the ``held(_:)`` one.
    case released(EventID, ReleaseReason)
    /// A delivery to the subscribers of a stage starts; recorded only where deliveries overlap.
    case delivering(Label)
    /// That delivery is over.
    case delivered(EventID)
    /// The stage finished (`nil`) or failed, for good or until it connects again.
    case ended(Label?)
    /// Something done to the stage by hand: "connect()", "invalidate".
    case control(Label)

    // MARK: Anywhere

    /// A remark of the run, such as an overlapping delivery or an error that nobody handled.
    case warning(Label)
    /// The program stops here.
    case fatal(Label)
  }

  /// Why a value did not come out of a lane.
  public enum DropReason: String, Hashable, Sendable, CaseIterable {
    /// The subscriber had asked for no more.
    case noDemand
    /// An operator on the lane let it go: filter, removeDuplicates, a reduction.
    case swallowed
  }

  /// What became of a held value.
  public enum ReleaseReason: String, Hashable, Sendable, CaseIterable {
    /// It left downstream.
    case left
    /// A newer value took its place.
    case replaced
    /// There was no room for it.
    case dropped
    /// A newer value came too soon (debounce, throttle).
    case swallowed
    /// It was discarded: an invalidation, a failure, a cancel.
    case forgotten
  }
}
