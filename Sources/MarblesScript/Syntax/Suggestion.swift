/// The nearest name to a misspelled one.
package enum Suggestion {
  /// The nearest of the candidates, the first of several equally near; nil if none is near.
  ///
  /// Near is a third of the letters wrong at most. A letter too many, too few, another, or two
  /// that changed places count one; capitals count only between candidates equally near.
  ///
  /// - Complexity: O(n · m) letters for each candidate of similar length.
  package static func nearest(
    to name: String, among candidates: some Sequence<String>
  ) -> String? {
    let wanted = Array(name.lowercased())
    let allowed = max(1, wanted.count / 3)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    var best: (candidate: String, distance: Int, exactLetters: Int)?
    for candidate in candidates where candidate != name {
      let letters = Array(candidate.lowercased())
      guard abs(letters.count - wanted.count) <= allowed else { continue }
      let distance = self.distance(wanted, letters)
      guard distance <= allowed, distance < max(letters.count, wanted.count) else { continue }
      let exact = zip(name, candidate).count { $0 == $1 }
      if let found = best, (found.distance, -found.exactLetters) <= (distance, -exact) { continue }
      best = (candidate, distance, exact)
    }
    return best?.candidate
  }

  /// Edit distance with neighbors that changed places (the optimal string alignment).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
