/// Elements in numbered groups, stored in one array. The elements of a group keep their order.
struct GroupedElements<Element> {
  private let elements: [Element]
  /// For each group, where its elements start, and the end of the last one.
  private let starts: [Int]

  /// - Parameters:
  ///   - groups: the number of groups.
  ///   - group: returns the group of an element.
  /// - Complexity: O(n) in the number of elements and groups.
  init(_ elements: [Element], groups: Int, by group: (Element) -> Int) {
    var ends = Array(repeating: 0, count: groups + 1)
    for element in elements { ends[group(element) + 1] += 1 }
    for index in 0..<groups { ends[index + 1] += ends[index] }
    starts = ends
    var order = Array(repeating: 0, count: elements.count)
    for (index, element) in elements.enumerated() {
      let group = group(element)
      order[ends[group]] = index
      ends[group] += 1
    }
    self.elements = order.map { elements[$0] }
  }

  subscript(group: Int) -> ArraySlice<Element> { elements[starts[group]..<starts[group + 1]] }
}
