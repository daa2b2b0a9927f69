/// A first-in, first-out queue. O(1) amortized at both ends.
@usableFromInline
package struct Queue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var start = 0

  @inlinable package init() {}

  /// The elements of a replay buffer, the oldest first. O(n).
  @inlinable
  package init(_ buffer: ReplayBuffer<Element>) {
    elements.reserveCapacity(buffer.count)
    buffer.forEach { elements.append($0) }
  }

  @inlinable package var isEmpty: Bool { start == elements.count }
  @inlinable package var count: Int { elements.count - start }
  @inlinable package var first: Element? { isEmpty ? nil : elements[start] }

  @inlinable package mutating func append(_ element: Element) { elements.append(element) }

  @inlinable package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[start]
    elements[start] = nil
    start += 1
    if start == elements.count {
      elements.removeAll(keepingCapacity: true)
      start = 0
    } else if start > 32, start * 2 > elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }

  /// All elements but the first `count`. O(n).
  @inlinable func dropFirst(_ count: Int) -> [Element] {
    elements.dropFirst(start + count).compactMap { $0 }
  }

  @inlinable package mutating func removeAll() {
    elements = []
    start = 0
  }
}
