/// A finished layout as plain data: the row, column and slot of everything that is drawn.
///
/// Each format draws only this. It contains no points and no pixels; texts are whole.
/// A column is one instant. Its slots are what happened in it, in order; everything in one slot
/// is on one vertical line. All lists are in the order of the events, so a format
/// that needs an order has it.
public struct Diagram: Hashable, Sendable {
  /// The heading of the picture; may be empty.
  public var title: String
  /// The result of the run in one line; may be empty.
  public var summary: String
  /// One, without a heading, unless several recordings are compared.
  public var panels: [Panel]
  /// The instants, in the order of time.
  public var columns: [Column]
  /// From top to bottom, over all panels.
  public var rows: [Row]
  /// The lines of lanes.
  public var segments: [Segment]
  /// The stretches in which bands are connected or work.
  public var tints: [Tint]
  /// The lines of held elements and of overlapping deliveries.
  public var strips: [Strip]
  /// The marks.
  public var glyphs: [Glyph]
  /// The arrows between rows.
  public var arrows: [Arrow]
  /// Where a thread went on with what it had read although it was no longer so.
  public var staleSpans: [StaleSpan]
  /// Where the program stopped because of a fatal error: at most once in each panel.
  public var stops: [Stop]
  /// Where the panels differ for the first time.
  public var difference: Difference?
  /// Remarks for below the picture: warnings, a limit that ended the run, what was left out.
  public var notes: [String]
  /// The entries of the legend that occur in the picture, in their order.
  public var legend: [LegendEntry]
  /// One sentence about each subscriber.
  public var story: [String]
  /// The times of the ruler: frames, or durations.
  public var timeScale: TimeScale

  /// Creates an empty diagram.
  public init(title: String = "", summary: String = "", timeScale: TimeScale = TimeScale()) {
    self.title = title
    self.summary = summary
    self.timeScale = timeScale
    panels = []
    columns = []
    rows = []
    segments = []
    tints = []
    strips = []
    glyphs = []
    arrows = []
    staleSpans = []
    stops = []
    notes = []
    legend = []
    story = []
  }
}

extension Diagram {
  /// Where the first of the programs stopped that did.
  public var stop: Stop? { stops.first }

  /// A recording among several that are drawn over each other.
  public struct Panel: Hashable, Sendable {
    /// Empty if there is only one panel.
    public var heading: String
    /// The result of this recording, beside the heading.
    public var detail: String
    /// Its rows in ``Diagram/rows``.
    public var rows: Range<Int>
  }

  /// One instant.
  public struct Column: Hashable, Sendable {
    /// The time of the instant.
    public var time: VirtualTime
    /// The figure of the ruler.
    public var label: String
    /// At least 1. Panels count their slots separately; this is the greatest number.
    public var slots: Int
  }

  /// A vertical line of the picture. Ordered by time, then by what happened first.
  public struct Position: Hashable, Comparable, Sendable {
    /// The index in ``Diagram/columns``.
    public var column: Int
    /// The place inside the column, from 0.
    public var slot: Int

    /// Creates a position.
    public init(column: Int, slot: Int) {
      self.column = column
      self.slot = slot
    }

    public static func < (a: Self, b: Self) -> Bool {
      (a.column, a.slot) < (b.column, b.slot)
    }
  }

  /// A line of the picture for marks: a row or, in a box, one of its lines.
  public struct Site: Hashable, Comparable, Sendable {
    /// The index in ``Diagram/rows``.
    public var row: Int
    /// 0 except in a box.
    public var seat: Int

    /// Creates a site.
    public init(row: Int, seat: Int = 0) {
      self.row = row
      self.seat = seat
    }

    public static func < (a: Self, b: Self) -> Bool { (a.row, a.seat) < (b.row, b.seat) }
  }

  /// A row of the picture: a lane, a band or a box.
  public struct Row: Hashable, Sendable {
    /// The kinds of rows.
    public enum Kind: Hashable, Sendable {
      /// A stream of events.
      case lane(Recording.Lane.Role)
      /// A stage with a memory or a fan-out. Counts and actions by hand are in its
      /// header, held values in its strip rows.
      case band(Recording.Stage.Kind, hasHeader: Bool, stripRows: Int)
      /// A container with a seat for each inner stream that ran at the same time.
      case box(seats: Int)
    }

    /// Whether it is a lane, a band or a box.
    public var kind: Kind
    /// The first line of the label. No other row has the same.
    public var name: String
    /// The second line of the label: its kind and its counts. May be empty.
    public var detail: String
    /// The index of its panel.
    public var panel: Int
    /// Whether it hangs under the row that feeds it, as a binding does.
    public var isIndented: Bool
    /// The row that feeds it, if it is drawn.
    public var source: Int?
    /// For bands: the bands that feed it through lanes that are not drawn.
    public var inputs: [Int]
    /// The row that it feeds, if it is drawn.
    public var target: Int?
    /// Whether it is a subscriber at the end, which feeds nothing.
    public var isEnd: Bool
    /// The totals of the lane; all zero for a band or box.
    public var totals: RecordingIndex.LaneTotals
    /// The lines of what waits in a box until it may run.
    public var queueRows: Int

    /// Whether it is a band or a box.
    public var isBand: Bool {
      switch kind {
      case .lane: false
      case .band, .box: true
      }
    }

    /// The number of lines for marks: the lines of a box, otherwise one.
    public var seats: Int { if case .box(let seats) = kind { seats } else { 1 } }
    /// The number of strip lines of a band, or of a box above its inner streams.
    public var stripRows: Int { if case .band(_, _, let rows) = kind { rows } else { queueRows } }
    /// Whether it has a line for counts and actions by hand.
    public var hasHeader: Bool { if case .band(_, let header, _) = kind { header } else { false } }
  }

  /// The notation of times.
  public typealias TimeScale = Recording.TimeScale
}
