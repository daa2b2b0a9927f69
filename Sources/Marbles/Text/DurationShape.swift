/// Characters that look like `10ms`, `1.5s` or `2m`, wherever they stand.
struct DurationShape {
  /// The number and the unit.
  let range: Range<Int>
  /// Empty if no unit follows the number.
  let unit: String
  /// White space, or an end of the string, on both sides.
  let standsFree: Bool
  private let wholeDigits: Range<Int>
  private let fractionDigits: Range<Int>

  var isKnown: Bool { Self.nanoseconds(in: unit) != nil }

  /// - Complexity: O(n) in the length of what looks like a duration.
  init?(in characters: [Character], at start: Int) {
    var position = start
    func digits() -> Range<Int> {
      let begin = position
      while position < characters.count, characters[position].isASCIIDigit { position += 1 }
      return begin..<position
    }
    wholeDigits = digits()
    if wholeDigits.isEmpty { return nil }
    if position + 1 < characters.count, characters[position] == ".",
      characters[position + 1].isASCIIDigit
    {
      position += 1
      fractionDigits = digits()
    } else {
      fractionDigits = position..<position
    }
    let rest = characters[position..<min(position + 2, characters.count)]
    unit = Self.units.first { rest.starts(with: $0) } ?? ""
    range = start..<position + unit.count
    let after = range.upperBound
    standsFree =
      (start == 0 || characters[start - 1].isWhitespace)
      && (after == characters.count || characters[after].isWhitespace)
  }

  /// Longest first where one begins another.
  private static let units = ["ms", "us", "ns", "s", "m", "h"]

  private static func nanoseconds(in unit: String) -> Int64? {
    switch unit {
    case "ms": 1_000_000
    case "s": 1_000_000_000
    case "m": 60_000_000_000
    default: nil
    }
  }

  /// nil if it is longer than virtual time can be. Not exact if it has a part of a nanosecond.
  func duration(in characters: [Character]) -> (duration: VirtualDuration, exact: Bool)? {
    guard let scale = Self.nanoseconds(in: unit), let whole = Int64(String(characters[wholeDigits]))
    else { return nil }
    var fraction: Int64 = 0
    var place = scale
    var exact = true
    for index in fractionDigits {
      let digit = Int64(characters[index].wholeNumberValue ?? 0)
      let (tenth, remainder) = place.quotientAndRemainder(dividingBy: 10)
      if remainder != 0 || place == 0 {
        exact = exact && digit == 0
        place = 0
      } else {
        place = tenth
        fraction += digit * tenth
      }
    }
    let (product, overflow) = whole.multipliedReportingOverflow(by: scale)
    let (sum, tooLong) = product.addingReportingOverflow(fraction)
    return overflow || tooLong ? nil : (.nanoseconds(sum), exact)
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
