/// The error of a text that is not a recording: what is wrong, and where.
public struct RecordingFormatError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Problem: Hashable, Sendable {
    // MARK: JSON

    case unexpected(String, expected: String)
    case endsTooEarly(expected: String)
    case unfinishedText
    case controlInText
    case badEscape
    case halfPair
    case notUTF8(offset: Int)
    case keyTwice(String)
    case tooDeep(limit: Int)

    // MARK: The shape

    case notOurs(expected: String)
    case unknownVersion(String, known: Int)
    case wrongKind(expected: String)
    case missingKey(String)
    case unknownKey(String, known: [String])
    case unknownWord(String, known: [String])
    case notOnePlace
    case tooMany(String, limit: Int)
    case outOfRange

    // MARK: References

    case noSuchEntry(String, index: Int, count: Int)
    case noSuchName(String, kind: String)
    case nameTwice(String, kind: String)
    case notEarlier(EventID)
    case wrongEvent(EventID, expected: String)
    case releasedTwice(EventID)
    case timeGoesBack
    case alreadySubscribed(String)
    case markNeeds(String, place: String)
    case innerNeedsBox
  }

  public let problem: Problem
  /// The path of the value, such as `events[3].cause`; empty for the whole text.
  public internal(set) var path: String
  /// The bytes of the text that are wrong; `nil` if there is no text.
  public let range: Range<Int>?

  init(_ problem: Problem, path: String = "", range: Range<Int>? = nil) {
    self.problem = problem
    self.path = path
    self.range = range
  }

  /// The same error with `part` before its path.
  func inside(_ part: String) -> Self {
    var copy = self
    if path.isEmpty {
      copy.path = part
    } else {
      copy.path = path.hasPrefix("[") ? part + path : part + "." + path
    }
    return copy
  }
}

extension RecordingFormatError: CustomStringConvertible {
  /// The path and the message.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }

  /// The error, in lower case and without a full stop.
  public var message: String {
    switch problem {
    case .unexpected("", let expected): "an unexpected byte; expected \(expected)"
    case .unexpected(let found, let expected): "unexpected '\(found)'; expected \(expected)"
    case .endsTooEarly(let expected): "the text ends too early; expected \(expected)"
    case .unfinishedText: "a text has no closing quote"
    case .controlInText: "a control character in a text must be written as an escape"
    case .badEscape: "no such escape; write \\n, \\t, \\\", \\\\ or \\u and four hexadecimal digits"
    case .halfPair: "half of a surrogate pair"
    case .notUTF8(let offset): "byte \(offset) is not UTF-8"
    case .keyTwice(let key): "the key '\(key)' is given twice"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    default: shapeMessage ?? referenceMessage
    }
  }

  private var shapeMessage: String? {
    switch problem {
    case .notOurs(let expected):
      "not a recording of marbles: it must begin with \"format\": \"\(expected)\""
    case .unknownVersion(let version, let known):
      "version \(version) is not known; this is a reader of version \(known)"
    case .wrongKind(let expected): "expected \(expected)"
    case .missingKey(let key): "the key '\(key)' is missing"
    case .unknownKey(let key, let known):
      "unknown key '\(key)'; known here: \(known.joined(separator: ", "))"
    case .unknownWord(let word, let known):
      "unknown word '\(word)'; expected one of \(known.joined(separator: ", "))"
    case .notOnePlace: "an event happens either on a 'lane' or on a 'stage'"
    case .tooMany(let what, let limit): "more than \(limit) \(what)"
    case .outOfRange: "the number is out of range"
    default: nil
    }
  }

  private var referenceMessage: String {
    switch problem {
    case .noSuchEntry(let kind, let index, let count):
      count == 0
        ? "there is no \(kind) \(index): there are none"
        : "there is no \(kind) \(index): they are numbered 0 to \(count - 1)"
    case .noSuchName(let name, let kind): "no \(kind) is called '\(name)'"
    case .nameTwice(let name, let kind): "there is already a \(kind) called '\(name)'"
    case .notEarlier(let event): "event \(event) is not earlier than this one"
    case .wrongEvent(let event, let expected): "event \(event) is not \(expected)"
    case .releasedTwice(let event): "what event \(event) began is already over"
    case .alreadySubscribed(let lane): "the lane '\(lane)' is subscribed already"
    case .timeGoesBack: "the time goes back"
    case .markNeeds(let mark, let place): "'\(mark)' happens on a \(place)"
    case .innerNeedsBox: "the target of an 'inner' lane must be a stage of kind 'box'"
    default: "not a recording"
    }
  }
}
