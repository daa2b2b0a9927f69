/// A queue: first in, first out, O(1) amortised at both ends.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var isEmpty: Bool { start == elements.count }
  var count: Int { elements.count - start }
  var first: Element? { isEmpty ? nil : elements[start] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[start]
    elements[start] = nil
    start += 1
    if start > 32, start * 2 > elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }

  mutating func removeAll() {
    elements = []
    start = 0
  }
}
