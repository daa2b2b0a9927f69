/// The texts of a recording, each once, in order of first use.
struct LabelTable {
  private(set) var texts: [String] = []
  private var indices: [String: Int] = [:]

  mutating func label(_ text: String) -> Recording.Label {
    if let known = indices[text] { return Recording.Label(index: known) }
    indices[text] = texts.count
    texts.append(text)
    return Recording.Label(index: texts.count - 1)
  }
}

extension JSONObject {
  func string(_ key: String) throws(RecordingFormatError) -> String {
    try required(key) { node throws(RecordingFormatError) in try node.asString() }
  }

  /// Like ``string(_:)``; `nil` if the key is missing.
  func text(_ key: String) throws(RecordingFormatError) -> String? {
    try optional(key) { node throws(RecordingFormatError) in try node.asString() }
  }

  /// A text, or a number or Boolean value as written.
  func label(_ key: String) throws(RecordingFormatError) -> String {
    try required(key) { node throws(RecordingFormatError) in try node.asLabel() }
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ type: Word.Type
  ) throws(RecordingFormatError) -> Word {
    try required(key) { node throws(RecordingFormatError) in try node.asWord(type) }
  }

  /// Throws an error for a file of another format or version.
  func checkFormat(_ name: String) throws(RecordingFormatError) {
    guard case .string(name) = self["format"]?.value else {
      throw error(.notOurs(expected: name))
    }
    try required("version") { node throws(RecordingFormatError) in
      let known = RecordingFormat.version
      guard case .number(let version) = node.value, version == String(known) else {
        throw node.error(.unknownVersion(node.text, known: known))
      }
    }
  }
}

extension JSONNode {
  /// A whole number of units since the start, at least zero.
  func asTime(_ unit: RecordingFormat.Unit) throws(RecordingFormatError) -> VirtualTime {
    let (time, overflow) = try asInteger().multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow, time >= 0 else { throw error(.outOfRange) }
    return VirtualTime(nanoseconds: time)
  }

  /// Like ``asTime(_:)``, but a fraction is accepted and rounded to nanoseconds.
  func asDecimalTime(_ unit: RecordingFormat.Unit) throws(RecordingFormatError) -> VirtualTime {
    guard case .number(let digits) = value else {
      throw error(.wrongKind(expected: "a number"))
    }
    if Int64(digits) != nil { return try asTime(unit) }
    guard let number = Double(digits) else { throw error(.outOfRange) }
    let time = (number * Double(unit.nanoseconds)).rounded()
    guard time >= 0, let nanoseconds = Int64(exactly: time) else { throw error(.outOfRange) }
    return VirtualTime(nanoseconds: nanoseconds)
  }

  func asLabel() throws(RecordingFormatError) -> String {
    switch value {
    case .string(let text): return text
    case .number(let digits): return digits
    case .bool(let bool): return bool ? "true" : "false"
    case .null, .array, .object, .unread:
      throw error(.wrongKind(expected: "a text, a number or a truth value"))
    }
  }

  /// A number of values, or `nil` for "unlimited".
  func asDemand() throws(RecordingFormatError) -> Int? {
    if case .string("unlimited") = value { return nil }
    guard case .number = value else {
      throw error(.wrongKind(expected: "a whole number or \"unlimited\""))
    }
    return try asCount()
  }

  /// The length of a frame, greater than zero.
  func asFrame(_ unit: RecordingFormat.Unit) throws(RecordingFormatError) -> VirtualDuration {
    let time = try asTime(unit)
    guard time > .zero else { throw error(.outOfRange) }
    return VirtualDuration(nanoseconds: time.nanoseconds)
  }
}

extension Recording.MarkWord {
  func check(_ found: Recording.Place, _ object: JSONObject) throws(RecordingFormatError) {
    guard let place else { return }
    switch found {
    case .lane where place == "lane", .stage where place == "stage": return
    default: throw object.error(.markNeeds(rawValue, place: place))
    }
  }
}

extension JSONObject {
  /// The purpose of a subscription: "as" and its number.
  func role() throws(RecordingFormatError) -> Recording.EdgeRole {
    let word = try optional("as") { node throws(RecordingFormatError) in
      try node.asWord(Recording.EdgeRole.Word.self)
    }
    func number(from first: Int = 2) throws(RecordingFormatError) -> Int {
      try required("number") { node throws(RecordingFormatError) in
        let number = try node.asCount()
        guard number >= first else { throw node.error(.outOfRange) }
        return number
      }
    }
    switch word {
    case .second: return .second(number: try number())
    case .next: return .next(number: try number(from: 1))
    case .attempt: return .attempt(number: try number())
    case nil, .inner:
      try refuse("number", known: Recording.MarkWord.subscribed.keys.filter { $0 != "number" })
      return word == nil ? .main : .inner
    }
  }
}
