extension RandomAccessCollection where Index == Int {
  /// The first index from which on a condition holds, where it holds for all behind the first.
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

extension [EventID] {
  /// Where an event stands among events in ascending order; nil if it is none of them.
  func index(ofAscending event: EventID) -> Int? {
    let index = partitioningIndex { $0 >= event }
    return index < count && self[index] == event ? index : nil
  }
}
