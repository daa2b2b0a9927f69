/// The last values of a subject or relay: a ring once it is full.
///
/// Keeping a value costs O(1). A copy costs O(1) too, the first change after it O(n).
struct KeptValues<Element> {
  private var values: [Element]
  /// Where the oldest stands.
  private var start = 0

  init(_ values: [Element] = []) { self.values = values }

  var isEmpty: Bool { values.isEmpty }

  /// The newest.
  ///
  /// - Precondition: there is one.
  var newest: Element { values[(start > 0 ? start : values.count) - 1] }

  /// All of them, the oldest first.
  var inOrder: ArraySlice<Element> { values[start...] + values[..<start] }

  /// Keeps a value; of more than `capacity` the oldest goes.
  ///
  /// - Returns: what goes. It may call back when it dies: that must not be under a lock.
  mutating func keep(_ element: Element, capacity: Int) -> Element? {
    guard capacity > 0 else { return nil }
    guard values.count >= capacity else {
      values.append(element)
      return nil
    }
    let oldest = values[start]
    values[start] = element
    start = start + 1 < values.count ? start + 1 : 0
    return oldest
  }

  /// Calls `body` with each, the oldest first.
  func forEach(_ body: (Element) -> Void) {
    for value in values[start...] { body(value) }
    for value in values[..<start] { body(value) }
  }
}
