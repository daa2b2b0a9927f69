/// The events of a run, each with its time, its order and its cause.
///
/// A recording is plain data: a ``Recorder`` creates it and each output format draws it. Two
/// recordings are equal if they have the same events at the same times in the same order, including
/// the order inside an instant.
public struct Recording: Hashable, Sendable {
  /// The title of the picture.
  public var title: String
  /// The duration of one frame of the ruler.
  public var frame: VirtualDuration
  /// Whether the ruler shows durations (`10ms`) rather than frames.
  public var showsDurations: Bool
  /// Operators and subjects with a state or several subscribers: shares, relays, buffers, caches.
  public var stages: [Stage]
  /// The streams of events: subscriptions, inputs fed by hand, threads.
  public var lanes: [Lane]
  /// The texts of the marks, each once, in order of first use.
  public var labels: [String]
  /// All events in order. The index of an event is its ``EventID``.
  public var events: [Event]
  /// The reason for the end of the run.
  public var ending: Ending

  /// Creates a recording.
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

  /// The text of a label in pictures and messages; an empty one is shown as an empty string.
  package func shownText(_ label: Label) -> String {
    let text = text(label)
    return text.isEmpty ? "\"\"" : text
  }
}

extension Recording {
  /// A text in the table of a recording: of a value, an error or a message.
  public struct Label: Hashable, Sendable {
    /// The index in ``Recording/labels``.
    public var index: Int

    /// Creates a label.
    public init(index: Int) { self.index = index }
  }

  /// The lane or stage of an event, or the source of a lane.
  public enum Place: Hashable, Sendable {
    /// The lane with this index.
    case lane(LaneID)
    /// The stage with this index.
    case stage(StageID)
  }

  /// The reason for the end of a run.
  public enum Ending: Hashable, Sendable {
    /// No work was left, or the run reached its last frame.
    case idle
    /// A programmer error that stops the process outside of a recording.
    case fatal(String)
    /// A limit; the sentence names the limit and the stream that exceeded it.
    case stopped(String)
    /// The last frame was reached while work was scheduled; the sentence names its stream.
    case unfinished(String)
  }

  /// An operator or subject between lanes that has a memory or several subscribers.
  public struct Stage: Hashable, Sendable {
    /// The kinds of stages.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Several subscribers share one upstream subscription: share, multicast, shareReplay.
      case hub
      /// A subject: fed by hand or by a subscription; can complete.
      case subject
      /// A subject that never completes.
      case relay
      /// Holds values for later or has a second input: buffer, debounce, receive(on:), zip, append.
      case memory
      /// Runs inner streams: flatMap, switchToLatest, concatMap.
      case box
      /// A response cache: requests above, loads below.
      case cache
    }

    /// The name, or the call of the operator.
    public var name: String
    /// The purpose of the stage.
    public var kind: Kind
    /// One line of text, for instance the subject of a multicast: "PassthroughSubject".
    public var detail: String

    /// Creates a stage.
    public init(name: String, kind: Kind, detail: String = "") {
      self.name = name
      self.kind = kind
      self.detail = detail
    }
  }

  /// A stream of events: the subscriptions of one subscriber, one after the other; the input of a
  /// subject that is fed by hand; or a thread.
  public struct Lane: Hashable, Sendable {
    /// The kinds of lanes.
    public enum Role: String, Hashable, Sendable, CaseIterable {
      /// The subscriptions of a subscriber, or of a stage to its upstream.
      case subscription
      /// The subscription of operators to a source that has a name but is no stage: what the source
      /// sent, before the operators changed it.
      case source
      /// The values sent into a subject or relay from outside.
      case input
      /// An inner stream of a box; its target is the box.
      case inner
      /// A thread of the script, which reads and sends.
      case thread
    }

    /// The name of the subscriber, the source or the thread.
    public var name: String
    /// The kind of stream.
    public var role: Role
    /// The operators between source and subscriber, or the kind of the subscriber; can be empty.
    public var detail: String
    /// The lane or stage that feeds it; `nil` for a cold source, an input or a thread.
    public var source: Place?
    /// The stage that it feeds; `nil` for a subscriber at the end of a pipeline.
    public var target: StageID?
    /// The values (events of other lanes) that its source relayed while the lane was not subscribed
    /// and did not replay to it later.
    public var missed: [EventID]

    /// Creates a lane.
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

  /// One event: a mark at a time, on a lane or stage.
  public struct Event: Hashable, Sendable {
    /// The virtual time.
    public var time: VirtualTime
    /// The lane or stage.
    public var place: Place
    /// The event itself.
    public var mark: Mark
    /// The event during which this one happened, or during which its job was scheduled; `nil` for
    /// an event from outside. Smaller than the number of the event itself.
    public var cause: EventID?

    /// Creates an event.
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

    /// A subscription started, with its purpose for the operator that makes it.
    case subscribed(as: EdgeRole = .main)
    /// Demand was requested; `nil` is unlimited.
    case requested(Int?)
    /// A value was delivered along the lane; on an input lane, sent from outside.
    case value(Label)
    /// A value was delivered from the memory of the source; `from` is its ``held(_:)`` event, if
    /// recorded.
    case replayed(Label, from: EventID?)
    /// The stream completed.
    case finished
    /// The stream failed.
    case failed(Label)
    /// The subscriber cancelled.
    case cancelled
    /// The operators of the lane subscribed to its source after the lane was subscribed
    /// (delaySubscription), again, or after the lane ended (an operator whose second source failed
    /// at once).
    case joined
    /// The operators of the lane are no longer subscribed to its source before the lane ends, like
    /// `prefix` after its last element and `append` after the completion of the source.
    case left
    /// A value for this lane was lost.
    case dropped(Label, DropReason)
    /// A value was sent into a stage during a delivery on this lane, or by this thread.
    case sent(Label, to: StageID)
    /// A value was read from the memory of a stage (`.value`, withLatestFrom) or, if `stage` is
    /// `nil`, from the state of an operator; `from` is the ``held(_:)`` event, if it was recorded.
    case read(Label, stage: StageID?, from: EventID?)

    // MARK: On stages

    /// The first upstream subscription of a hub, box or cache opened.
    case connected
    /// The last upstream subscription closed.
    case disconnected
    /// The number of open subscriptions to a hub.
    case count(Int)
    /// The stage keeps a value from now on.
    case held(Label)
    /// The stage holds the value of that ``held(_:)`` event no longer.
    case released(EventID, ReleaseReason)
    /// A delivery to the subscribers of a stage starts; recorded only if deliveries overlap.
    case delivering(Label)
    /// The delivery that the event started is complete.
    case delivered(EventID)
    /// The stage completed (`nil`) or failed, finally or until it connects again.
    case ended(Label?)
    /// An operation on the stage by hand: "connect()", "invalidate".
    case control(Label)

    // MARK: Anywhere

    /// A remark on the run, such as an overlapping delivery or an unhandled error.
    case warning(Label)
    /// The program stops at this event.
    case fatal(Label)
  }

  /// The reason for which a value on a lane was lost.
  public enum DropReason: String, Hashable, Sendable, CaseIterable {
    /// The subscriber had requested no more values.
    case noDemand
    /// An operator of the lane dropped it: filter, removeDuplicates, a reduction.
    case swallowed
  }

  /// The reason for which a held value was released.
  public enum ReleaseReason: String, Hashable, Sendable, CaseIterable {
    /// It was delivered downstream.
    case left
    /// A newer value replaced it.
    case replaced
    /// The buffer was full.
    case dropped
    /// A newer value arrived within the interval (debounce, throttle).
    case swallowed
    /// It was discarded by an invalidation, a failure or a cancel.
    case forgotten
    /// It had become too old to be served.
    case expired
  }
}
