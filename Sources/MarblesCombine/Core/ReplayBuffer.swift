/// The latest elements of a subject or relay, in a ring.
///
/// A copy costs O(1), the first change after it O(n).
@usableFromInline
package struct ReplayBuffer<Element> {
  @usableFromInline var elements: [Element]
  /// The index of the oldest element.
  @usableFromInline var start = 0

  @inlinable package init(_ elements: [Element] = []) { self.elements = elements }

  @inlinable package var isEmpty: Bool { elements.isEmpty }
  @inlinable package var count: Int { elements.count }

  /// The newest element.
  ///
  /// - Precondition: The buffer is not empty.
  @inlinable package var newest: Element { elements[(start > 0 ? start : elements.count) - 1] }

  /// All elements, from the oldest to the newest. O(n).
  package var inOrder: ArraySlice<Element> { elements[start...] + elements[..<start] }

  /// Appends an element, and removes the oldest if there are more than `capacity`. O(1).
  ///
  /// - Returns: The element that was removed. The caller releases it outside of its lock, because
  ///   releasing it may call back.
  @inlinable @discardableResult
  package mutating func append(_ element: Element, capacity: Int) -> Element? {
    guard capacity > 0 else { return nil }
    guard elements.count >= capacity else {
      elements.append(element)
      return nil
    }
    let oldest = elements[start]
    elements[start] = element
    start = start + 1 < elements.count ? start + 1 : 0
    return oldest
  }

  /// Calls `body` with each element, from the oldest to the newest.
  @inlinable
  package func forEach(_ body: (Element) -> Void) {
    for element in elements[start...] { body(element) }
    for element in elements[..<start] { body(element) }
  }
}
