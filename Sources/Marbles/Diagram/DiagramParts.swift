extension Diagram {
  /// A mark on a line. Its text is whole; a format shortens it.
  public struct Glyph: Hashable, Sendable {
    /// The kinds of marks.
    public enum Kind: Hashable, Sendable {
      /// The begin, the cancel and the completion of a subscription.
      case subscribe, cancel, finished
      /// `text` is the message.
      case failed
      /// An element that was delivered when it was sent.
      case value
      /// From the memory of the source.
      case replayed
      /// A thread read it from a memory.
      case read
      /// Read, and sent a value that was derived from it: `text`.
      case readThenSent(read: String, color: Int)
      /// Lost: there was no demand for it.
      case dropped
      /// Skipped by an operator on the lane.
      case swallowed
      /// Dropped by a stage that could not store it.
      case refused
      /// Relayed while the lane was not subscribed.
      case missed
      /// Expected, and did not come.
      case missing
      /// Demand that was requested after the subscription.
      case request
      /// Sent into a stage from inside a delivery; `caption` is the call.
      case send
      /// The number of subscriptions, in the header of a band.
      case count
      /// Done by hand, in the header of a band.
      case control
      /// The stage ended: a bar through the band.
      case ended(failed: Bool)
    }

    /// The event that the mark shows.
    public var kind: Kind
    /// The line on which it is drawn.
    public var site: Site
    /// The column and slot.
    public var at: Position
    /// The value, the message or the count; may be empty.
    public var text: String
    /// The color of the value, by order of emission; not limited to the size of a palette.
    public var color: Int?
    /// A short remark at the mark.
    public var caption: Caption?
    /// Whether the caption is drawn above the line.
    public var captionIsAbove: Bool
    /// The name of its lane or stage. Inner streams have names that no row has.
    public var name: String
    /// The number of the event in its panel's recording.
    public var event: EventID
    /// The glyph that caused it.
    public var cause: Int?

    /// Whether the caption reports something wrong.
    public var isAlarming: Bool { caption?.isAlarming ?? false }
  }

  /// A remark at a mark. `TimeScale.text(of:)` puts it into words.
  public enum Caption: Hashable, Sendable {
    /// The requested number of elements; `nil` is unlimited demand.
    case demand(Int?)
    /// The element is older than one that the lane received before.
    case stale
    /// The call that sends the element, from inside a delivery.
    case sent(verb: SendVerb, text: String)
    /// Compared with the expected recording: by how much it is too late or too early.
    case late(VirtualDuration)
    /// By how much it is too early.
    case early(VirtualDuration)
    /// Recorded, but not expected.
    case unexpected
    /// The program printed a warning because of it.
    case logged

    /// Whether it reports something wrong.
    public var isAlarming: Bool {
      switch self {
      case .demand, .sent: false
      case .stale, .late, .early, .unexpected, .logged: true
      }
    }
  }

  /// The method that sends an element into a subject or relay.
  public enum SendVerb: String, Hashable, Sendable {
    /// The method of a subject, and that of a relay.
    case send, accept
  }

  /// The line of a lane from a subscription to its end. A lane has several if it subscribes again.
  public struct Segment: Hashable, Sendable {
    /// The line on which it is drawn.
    public var site: Site
    /// `nil`: from the left edge, because its beginning is not recorded (inputs, threads).
    public var start: Position?
    /// `nil`: still running where the picture ends.
    public var end: Position?
    /// Whether it was cancelled before it gave a value (inner streams only).
    public var isAbandoned: Bool
    /// Whether the line before it shows that there was no subscription (a dotted guide).
    public var hasGuide: Bool
    /// The name of the lane.
    public var name: String
  }

  /// A stretch in which a band is connected, or works.
  public struct Tint: Hashable, Sendable {
    /// The row of the band.
    public var row: Int
    /// `nil`: since before the picture.
    public var start: Position?
    /// `nil`: until the end of the picture.
    public var end: Position?
  }

  /// An element that a stage held, or a delivery that others interrupted, and its duration.
  public struct Strip: Hashable, Sendable {
    /// The kinds of strips.
    public enum Kind: Hashable, Sendable {
      /// An element that the stage holds.
      case held
      /// A failure that the stage delivers later.
      case failure
      /// A delivery that overlaps another one.
      case rail
    }

    /// Whether it shows an element that is held, or a delivery.
    public var kind: Kind
    /// The row of the band.
    public var row: Int
    /// The strip row of the band, from 0.
    public var line: Int
    /// The element.
    public var text: String
    /// The color of the element; `nil` if it has none.
    public var color: Int?
    /// `nil`: held since before the picture.
    public var start: Position?
    /// `nil`: still held where the picture ends.
    public var end: Position?
    /// Why it was released; `nil` for deliveries and elements that are still held.
    public var fate: Recording.ReleaseReason?
    /// Whether the element never left the stage to a subscriber.
    public var isLost: Bool
    /// The number of the event that ended it.
    public var endEvent: EventID?
    /// Whether another strip begins in the same line where this one ends.
    public var endsBeforeNext: Bool
    /// Whether the arrow that brought the value ends here (a dot) instead of going on.
    public var hasStartDot: Bool
    /// The number of the event in its panel's recording.
    public var event: EventID
  }

  /// A vertical arrow within one slot.
  public struct Arrow: Hashable, Sendable {
    /// An end of an arrow.
    public enum End: Hashable, Sendable {
      /// At a mark on this line, above or below it, whichever faces the other end.
      case mark(Site, glyph: Int)
      /// At the border of a band that faces the other end.
      case band(row: Int)
      /// At a strip.
      case strip(Int)
    }

    /// The meaning of the color of an arrow.
    public enum Ink: Hashable, Sendable {
      /// An element, in the color with this number.
      case value(Int)
      /// A subscription, a request, a cancel or a connection.
      case control
      /// Endings.
      case lane
      /// A failure.
      case failure
    }

    /// The tip of an arrow.
    public enum Head: Hashable, Sendable {
      /// A triangle.
      case arrow
      /// Stopped: the value was dropped.
      case bar
      /// Ends in a mark or strip that shows the direction itself.
      case none
    }

    /// The column and slot.
    public var at: Position
    /// The end of the cause.
    public var from: End
    /// The end of the effect.
    public var to: End
    /// The color.
    public var ink: Ink
    /// From memory, or after the fact.
    public var isDotted: Bool
    /// The tip at the end of the effect.
    public var head: Head
    /// Whether it ends at the left part of a split mark instead of the stem.
    public var isAtReadPart: Bool
    /// The bands through which what it carries went on its way; it may cross others.
    public var bandsPassed: [Int]
  }

  /// A stretch in which a thread relied on an element that had been replaced.
  public struct StaleSpan: Hashable, Sendable {
    /// The line of the thread.
    public var site: Site
    /// The position at which the element was replaced.
    public var start: Position
    /// The mark that sent something stale.
    public var end: Position
    /// The value that it replaced without having seen it.
    public var unseen: String
  }

  /// A fatal error.
  public struct Stop: Hashable, Sendable {
    /// The column and slot.
    public var at: Position
    /// The text of the error.
    public var message: String
    /// The panel in which it stopped.
    public var panel: Int
  }

  /// The first difference between panels.
  public struct Difference: Hashable, Sendable {
    /// The index of the instant in ``Diagram/columns``.
    public var column: Int
    /// The difference in a sentence.
    public var message: String
  }

  /// The entries of a legend, in this order.
  public enum LegendEntry: String, Hashable, Sendable, CaseIterable {
    /// The entries of elements.
    case value, replayed, read, readThenSent, held, rail, bufferDropped, swallowed, dropped
    /// The entries of other marks.
    case send, missed, subscribe, cancel, finished, failed, count, control, demand, abandoned
    /// The entries of remarks.
    case stale, missing
    /// The entries of areas and bars.
    case connected, working, instant, stopped
  }
}

extension Diagram {
  /// A position at which an element passes through a band without being held.
  public struct Pass: Hashable, Sendable {
    /// The row of the band.
    public var row: Int
    /// The column and slot.
    public var at: Position
  }

  /// The rows between the two ends of an arrow, ends excluded.
  public func rowsCrossed(by arrow: Arrow) -> Range<Int> {
    let a = row(of: arrow.from)
    let b = row(of: arrow.to)
    return min(a, b) + 1..<max(a, b, min(a, b) + 1)
  }

  /// The row of an end of an arrow.
  public func row(of end: Arrow.End) -> Int {
    switch end {
    case .mark(let site, _): site.row
    case .band(let row): row
    case .strip(let index): strips[index].row
    }
  }

  /// Where values and endings go through bands, each once, in order. A band that is only crossed,
  /// because it is between two others, is left out: nothing happens in it.
  public var passes: [Pass] {
    var seen: Set<Pass> = []
    var result: [Pass] = []
    for arrow in arrows where !arrow.bandsPassed.isEmpty {
      let crossed = rowsCrossed(by: arrow)
      for row in arrow.bandsPassed where crossed.contains(row) {
        let pass = Pass(row: row, at: arrow.at)
        if seen.insert(pass).inserted { result.append(pass) }
      }
    }
    return result
  }
}
