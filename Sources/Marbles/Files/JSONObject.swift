/// The members of an object that is being read, by key.
struct JSONObject {
  private let members: [JSONNode.Member]
  private let range: Range<Int>

  init(_ node: JSONNode) throws(RecordingFormatError) {
    guard case .object(let members) = node.value else {
      throw RecordingFormatError(.wrongKind(expected: "an object"), range: node.range)
    }
    self.members = members
    range = node.range
  }

  subscript(key: String) -> JSONNode? { members.first { $0.key == key }?.node }

  /// The value of a key, read by `read`; the key is required.
  func required<Value>(
    _ key: String, _ read: (JSONNode) throws(RecordingFormatError) -> Value
  ) throws(RecordingFormatError) -> Value {
    guard let value = try optional(key, read) else { throw error(.missingKey(key)) }
    return value
  }

  /// The value of a key, read by `read`; `nil` if the key is missing.
  func optional<Value>(
    _ key: String, _ read: (JSONNode) throws(RecordingFormatError) -> Value
  ) throws(RecordingFormatError) -> Value? {
    guard let node = self[key] else { return nil }
    do throws(RecordingFormatError) {
      return try read(node)
    } catch {
      throw error.inside(key)
    }
  }

  /// Throws an error for a key that is not among the known ones.
  func allow(_ known: [String]) throws(RecordingFormatError) {
    for member in members where !known.contains(member.key) {
      throw RecordingFormatError(
        .unknownKey(member.key, known: known), range: member.keyRange)
    }
  }

  /// Throws an error if the object has a key that has no meaning beside the others.
  func refuse(_ key: String, known: [String]) throws(RecordingFormatError) {
    guard let member = members.first(where: { $0.key == key }) else { return }
    throw RecordingFormatError(.unknownKey(key, known: known), range: member.keyRange)
  }

  func error(_ problem: RecordingFormatError.Problem) -> RecordingFormatError {
    RecordingFormatError(problem, range: range)
  }
}

extension JSONNode {
  func error(_ problem: RecordingFormatError.Problem) -> RecordingFormatError {
    RecordingFormatError(problem, range: range)
  }

  func asString() throws(RecordingFormatError) -> String {
    guard case .string(let text) = value else { throw error(.wrongKind(expected: "a text")) }
    return text
  }

  func asInteger() throws(RecordingFormatError) -> Int64 {
    guard case .number(let digits) = value, !digits.contains(where: { ".eE".contains($0) }) else {
      throw error(.wrongKind(expected: "a whole number"))
    }
    guard let number = Int64(digits) else { throw error(.outOfRange) }
    return number
  }

  /// A whole number of at least zero.
  func asCount() throws(RecordingFormatError) -> Int {
    let number = try asInteger()
    guard number >= 0, let count = Int(exactly: number) else { throw error(.outOfRange) }
    return count
  }

  /// The identity of an entry in a table of `count` entries.
  func asIdentifier<ID: Recording.Identifier>(
    of kind: String, count: Int
  ) throws(RecordingFormatError) -> ID {
    let index = try asCount()
    guard index < count else { throw error(.noSuchEntry(kind, index: index, count: count)) }
    return ID(index: index)
  }

  func asWord<Word: RawRepresentable<String> & CaseIterable>(
    _: Word.Type
  ) throws(RecordingFormatError) -> Word {
    let text = try asString()
    guard let word = Word(rawValue: text) else {
      throw error(.unknownWord(text, known: Word.allCases.map(\.rawValue)))
    }
    return word
  }

  func asArray<Element>(
    of what: String, limit: Int,
    _ read: (JSONNode, Int) throws(RecordingFormatError) -> Element
  ) throws(RecordingFormatError) -> [Element] {
    guard case .array(let nodes) = value else { throw error(.wrongKind(expected: "an array")) }
    guard nodes.count <= limit else { throw error(.tooMany(what, limit: limit)) }
    var elements: [Element] = []
    elements.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      do throws(RecordingFormatError) {
        elements.append(try read(node, index))
      } catch {
        throw error.inside("[\(index)]")
      }
    }
    return elements
  }
}
