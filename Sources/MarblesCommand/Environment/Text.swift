import Marbles

/// A name as it is shown in a message: nothing in it is obeyed.
func shown(_ name: String) -> String { TextWidth.visible(name) }

/// A name in quotes, as it is shown in a message.
func quoted(_ name: String) -> String { "'\(shown(name))'" }

/// "1 script", "2 scripts".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.cells(self)))
  }
}
