/// A number with its noun: "1 value", "3 values".
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// The texts that are not empty, separated by commas or by another separator.
package func listed(_ texts: [String], separator: String = ", ") -> String {
  texts.filter { !$0.isEmpty }.joined(separator: separator)
}

extension String {
  /// The text with spaces at its end, so that it takes at least `width` cells.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.cells(self)))
  }
}
