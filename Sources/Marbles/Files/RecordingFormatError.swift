/// The error of a text that is not a recording: what is wrong, and where.
public struct RecordingFormatError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Problem: Hashable, Sendable {
    // MARK: JSON

    /// A character that is not allowed here.
    case unexpected(String, expected: String)
    /// The text ends, and something is missing.
    case endsTooEarly(expected: String)
    /// A string without its closing quotation mark.
    case unfinishedText
    /// A control character inside a string.
    case controlInText
    /// An escape sequence that JSON does not have.
    case badEscape
    /// Half of a surrogate pair.
    case halfPair
    /// Bytes that are not UTF-8.
    case notUTF8(offset: Int)
    /// A key that an object has twice.
    case keyTwice(String)
    /// Values inside one another beyond the limit.
    case tooDeep(limit: Int)

    // MARK: The shape

    /// JSON of another format.
    case notOurs(expected: String)
    /// A version that this program does not know.
    case unknownVersion(String, known: Int)
    /// A value of another kind than expected.
    case wrongKind(expected: String)
    /// An object without a key that it needs.
    case missingKey(String)
    /// A key that has no meaning here.
    case unknownKey(String, known: [String])
    /// A word that has no meaning here.
    case unknownWord(String, known: [String])
    /// Both a lane and a stage, or neither.
    case notOnePlace
    /// More entries than the limit.
    case tooMany(String, limit: Int)
    /// A number beyond its range.
    case outOfRange

    // MARK: References

    /// The index of something that does not exist.
    case noSuchEntry(String, index: Int, count: Int)
    /// The name of something that does not exist.
    case noSuchName(String, kind: String)
    /// A name that two entries of a trace have.
    case nameTwice(String, kind: String)
    /// A cause that is not an earlier event.
    case notEarlier(EventID)
    /// The number of an event of another kind.
    case wrongEvent(EventID, expected: String)
    /// An element that is released a second time.
    case releasedTwice(EventID)
    /// A time before that of the previous event.
    case timeGoesBack
    /// A subscription of a lane that is subscribed.
    case alreadySubscribed(String)
    /// A mark on a place of the wrong kind.
    case markNeeds(String, place: String)
    /// An inner stream whose target is no box.
    case innerNeedsBox
  }

  /// The kind of error, with its details.
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
