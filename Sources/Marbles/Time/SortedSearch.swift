extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies the predicate; all elements behind it must satisfy it
  /// too.
  ///
  /// - Complexity: O(log n).
  @inlinable package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array where Element: Comparable {
  /// The index of an element among elements in ascending order; `nil` if it is not among them.
  func index(ofAscending element: Element) -> Int? {
    let index = partitioningIndex { $0 >= element }
    return index < count && self[index] == element ? index : nil
  }
}
