import MarblesCombine

/// The formats of `String(format:)` that apps use: `%d`, `%i`, `%f`, `%.2f`, `%02d`, `%@`, `%%`.
enum TextFormat {
  static func text(_ format: String, _ values: [ScriptValue]) -> String {
    var rest = values[...]
    var text = ""
    var characters = Substring(format)
    while let character = characters.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      let flags = characters.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
      characters = characters.dropFirst(flags.count).drop { $0 == "l" }
      switch characters.popFirst() {
      case "%"?: text += "%"
      case "f"?: text += padded(fixed(rest.popFirst()?.number ?? 0, flags), flags)
      case "d"?, "i"?, "u"?:
        text += padded(rest.popFirst().map { ($0.integer ?? 0).description } ?? "", flags)
      case "@"?, "s"?: text += padded(rest.popFirst()?.description ?? "", flags)
      case let other?: text += "%" + flags + String(other)
      case nil: text += "%" + flags
      }
    }
    return text
  }

  /// Digits after the period: six, or as many as the flags say.
  private static func fixed(_ number: Double, _ flags: Substring) -> String {
    guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
    let parts = flags.split(separator: ".", omittingEmptySubsequences: false)
    let digits = min(parts.count > 1 ? Int(parts[1]) ?? 0 : 6, 15)
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = rounded(number.magnitude, scale)
    guard scaled < 9e15 else { return String(number) }
    let units = String(Int(scaled))
    let filled = String(repeating: "0", count: max(0, digits + 1 - units.count)) + units
    // C keeps the sign of a negative number that is rounded to zero: "-0.00".
    let sign = number.sign == .minus ? "-" : ""
    return digits == 0
      ? sign + filled : sign + filled.dropLast(digits) + "." + filled.suffix(digits)
  }

  /// The product of both, rounded to an integer as if it were exact: 0.15 is less than 15 / 100.
  private static func rounded(_ number: Double, _ scale: Double) -> Double {
    let product = number * scale
    let error = (-product).addingProduct(number, scale)
    let whole = product.rounded(.down)
    if product - whole == 0.5, error != 0 { return error > 0 ? whole + 1 : whole }
    return product.rounded(.toNearestOrEven)
  }

  private static func padded(_ text: String, _ flags: Substring) -> String {
    let isLeft = flags.first == "-"
    let width = flags.drop { $0 == "-" }.prefix { $0 != "." }
    let missing = max(0, min(Int(width) ?? 0, 100) - text.count)
    guard missing > 0 else { return text }
    if isLeft { return text + String(repeating: " ", count: missing) }
    guard width.first == "0" else { return String(repeating: " ", count: missing) + text }
    let zeros = String(repeating: "0", count: missing)
    return text.first == "-" ? "-" + zeros + text.dropFirst() : zeros + text
  }
}
