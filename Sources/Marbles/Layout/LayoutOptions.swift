/// The parts of a recording that are drawn.
public struct LayoutOptions: Hashable, Sendable {
  /// The kinds of marks that can be left out of a picture.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The rings of values that were sent before a subscription.
    case missed
    /// Requested numbers of elements.
    case demand
    /// The numbers in a hub's header.
    case counts
    /// Strips of what is held.
    case held
    /// The rings at the begin of subscriptions.
    case subscriptions
    /// The squares at the end of cancelled subscriptions.
    case cancels
    /// The bars of deliveries that overlap.
    case rails
  }

  /// The names of the lanes and stages that are drawn; all if empty. The rows between two of
  /// them is left out, too.
  public var lanes: [String]
  /// Only what happens from here on …
  public var from: VirtualTime?
  /// … and until here, inclusive.
  public var until: VirtualTime?
  /// The kinds of marks that are left out.
  public var hidden: Set<Part>
  /// The maximum number of events of the rows in the picture. Of more events, the first ones are drawn,
  /// and a note reports it.
  public var maximumEvents: Int

  /// The maximum number of events, unless another one is given. A larger picture takes a browser
  /// seconds to show, and is a hundred screens high.
  public static let defaultMaximumEvents = 10_000

  /// Creates options.
  public init(
    lanes: [String] = [], from: VirtualTime? = nil, until: VirtualTime? = nil,
    hidden: Set<Part> = [], maximumEvents: Int = Self.defaultMaximumEvents
  ) {
    self.lanes = lanes
    self.from = from
    self.until = until
    self.hidden = hidden
    self.maximumEvents = maximumEvents
  }
}
