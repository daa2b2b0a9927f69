extension Recording {
  /// The identity of a lane, stage or event of a recording: its index in the array of its kind.
  ///
  /// Each kind has a type of its own, so that the compiler refuses the index of another array. An
  /// integer literal creates one, for recordings that are written by hand.
  public protocol Identifier: Hashable, Sendable, Strideable, CustomStringConvertible,
    ExpressibleByIntegerLiteral
  where Stride == Int, IntegerLiteralType == Int {
    /// The index in the array.
    var index: Int { get }

    /// Creates an identity from an index.
    init(index: Int)
  }
}

extension Recording.Identifier {
  /// Creates an identity from an index.
  @inlinable public init(integerLiteral index: Int) { self.init(index: index) }

  /// The index.
  public var description: String { String(index) }

  /// The identity whose index is greater by the given number.
  @inlinable public func advanced(by count: Int) -> Self { Self(index: index + count) }

  /// The difference of the indices.
  @inlinable public func distance(to other: Self) -> Int { other.index - index }

  /// Whether both have the same index.
  @inlinable public static func == (a: Self, b: Self) -> Bool { a.index == b.index }

  /// Whether the first one is earlier in the array.
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.index < b.index }
}

/// The identity of a stage: its index in ``Recording/stages``.
public struct StageID: Recording.Identifier {
  /// The index in the array.
  public let index: Int

  /// Creates an identity from an index.
  @inlinable public init(index: Int) { self.index = index }
}

/// The identity of a lane: its index in ``Recording/lanes``.
public struct LaneID: Recording.Identifier {
  /// The index in the array.
  public let index: Int

  /// Creates an identity from an index.
  @inlinable public init(index: Int) { self.index = index }
}

/// The identity of an event: its index in ``Recording/events``, its position in the order of the
/// run.
public struct EventID: Recording.Identifier {
  /// The index in the array.
  public let index: Int

  /// Creates an identity from an index.
  @inlinable public init(index: Int) { self.index = index }
}

extension Recording {
  /// The identities of all stages.
  public var stageIDs: Range<StageID> { 0..<StageID(index: stages.count) }
  /// The identities of all lanes.
  public var laneIDs: Range<LaneID> { 0..<LaneID(index: lanes.count) }
  /// The identities of all events.
  public var eventIDs: Range<EventID> { 0..<EventID(index: events.count) }

  /// The stage with the given identity.
  public subscript(id: StageID) -> Stage {
    get { stages[id.index] }
    _modify { yield &stages[id.index] }
  }

  /// The lane with the given identity.
  public subscript(id: LaneID) -> Lane {
    get { lanes[id.index] }
    _modify { yield &lanes[id.index] }
  }

  /// The event with the given identity.
  public subscript(id: EventID) -> Event {
    get { events[id.index] }
    _modify { yield &events[id.index] }
  }
}

/// One element for each lane, stage or event of a recording.
package struct RecordingTable<ID: Recording.Identifier, Element> {
  private(set) package var elements: [Element]

  package init(_ elements: [Element] = []) { self.elements = elements }

  package init(repeating element: Element, count: Int) {
    elements = Array(repeating: element, count: count)
  }

  package subscript(id: ID) -> Element {
    get { elements[id.index] }
    _modify { yield &elements[id.index] }
  }

  /// The identities of all elements.
  package var ids: Range<ID> { 0..<ID(index: elements.count) }

  package func map<Result>(_ transform: (Element) -> Result) -> RecordingTable<ID, Result> {
    RecordingTable<ID, Result>(elements.map(transform))
  }

  /// Appends the element of the next lane, stage or event.
  package mutating func append(_ element: Element) { elements.append(element) }

  package mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }
}

extension RecordingTable: Sendable where Element: Sendable {}

package typealias PerLane<Element> = RecordingTable<LaneID, Element>
package typealias PerStage<Element> = RecordingTable<StageID, Element>
package typealias PerEvent<Element> = RecordingTable<EventID, Element>
