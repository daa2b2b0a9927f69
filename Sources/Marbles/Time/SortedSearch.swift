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

extension [Int] {
  /// The index of a number among numbers in ascending order; `nil` if it is not among them.
  func index(ofAscending number: Int) -> Int? {
    let index = partitioningIndex { $0 >= number }
    return index < count && self[index] == number ? index : nil
  }
}
