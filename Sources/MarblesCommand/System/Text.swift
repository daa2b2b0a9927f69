import Marbles

/// A name with its control characters made visible, so that a terminal does not obey them.
func shown(_ name: String) -> String {
  guard name.unicodeScalars.contains(where: Posix.isByte) else { return TextWidth.visible(name) }
  return name.unicodeScalars.map { scalar in
    Posix.isByte(scalar)
      ? "\\x" + String(scalar.value & 0xFF, radix: 16) : TextWidth.visible(String(scalar))
  }.joined()
}

/// A name in quotes, with its control characters made visible.
func quoted(_ name: String) -> String { "'\(shown(name))'" }
