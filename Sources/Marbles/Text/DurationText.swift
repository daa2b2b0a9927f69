/// Durations as users write them: `30ms`, `1.5s`, `2m`, `500us`, `10ns`.
package enum DurationText {
  /// The reason why a text is not a duration.
  package enum Failure: Error {
    case malformed
    case unknownUnit
    /// It has a fraction of a nanosecond.
    case tooFine
    case tooLong
  }

  private static let units: [String: UInt64] = [
    "ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
  ]

  /// The duration that a text denotes; `nil` if it denotes none.
  package static func parse(_ text: String) -> VirtualDuration? {
    let number = text.prefix { $0.isASCIIDigit || $0 == "." }
    return try? read(number, unit: text[number.endIndex...])
  }

  /// Reads a number of a unit exactly: floating point would make 1.1s something else.
  ///
  /// - Parameter number: Digits with at most one period.
  package static func read(_ number: Substring, unit name: Substring) throws(Failure)
    -> VirtualDuration
  {
    guard let unit = units[String(name)] else { throw .unknownUnit }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty,
      parts.joined().allSatisfy(\.isASCIIDigit)
    else { throw .malformed }
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    guard fraction.count <= 18 else { throw .tooFine }
    guard let amount = UInt64(whole + fraction) else { throw .tooLong }
    let scale = (0..<fraction.count).reduce(1 as UInt64) { power, _ in power * 10 }
    let product = amount.multipliedFullWidth(by: unit)
    guard product.high < scale else { throw .tooLong }
    let (quotient, remainder) = scale.dividingFullWidth(product)
    guard remainder == 0 else { throw .tooFine }
    guard let nanoseconds = Int64(exactly: quotient) else { throw .tooLong }
    return .nanoseconds(nanoseconds)
  }
}

extension VirtualDuration {
  /// The duration in the largest unit in which it is a whole number: `10ms`, `1500ms`, `2m`.
  package var text: String {
    let units: [(Int64, String)] = [
      (60_000_000_000, "m"), (1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us"),
    ]
    for (size, unit) in units where nanoseconds % size == 0 && nanoseconds != 0 {
      return "\(nanoseconds / size)\(unit)"
    }
    return nanoseconds == 0 ? "0ms" : "\(nanoseconds)ns"
  }
}

/// Characters of a marble string that look like a duration.
struct DurationShape {
  /// The number and the unit.
  let range: Range<Int>
  /// The unit; empty if none follows the number.
  let unit: String
  /// Whether there is white space or an end of the string on both sides.
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
    let isLetter = rest.first?.isASCIILetter ?? false
    unit = isLetter ? Self.units.first { rest.starts(with: $0) } ?? "" : ""
    range = start..<position + unit.count
    let after = range.upperBound
    standsFree =
      (start == 0 || characters[start - 1].isWhite)
      && (after == characters.count || characters[after].isWhite)
  }

  /// The units, a longer one before its prefix.
  private static let units = ["ms", "us", "ns", "s", "m", "h"]

  private static func nanoseconds(in unit: String) -> Int64? {
    switch unit {
    case "ms": 1_000_000
    case "s": 1_000_000_000
    case "m": 60_000_000_000
    default: nil
    }
  }

  /// The duration; `nil` if it exceeds the range of virtual time. It is not exact if it has a fraction
  /// of a nanosecond.
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
  var isASCIIDigit: Bool { asciiValue.map { (0x30...0x39).contains($0) } ?? false }

  var isASCIILetter: Bool { asciiValue.map { (0x61...0x7A).contains($0 | 0x20) } ?? false }

  /// The same as `isWhitespace`, without a look at the properties of ASCII characters.
  var isWhite: Bool {
    guard let byte = asciiValue else { return isWhitespace }
    return byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
