/// The format of recording files.
enum RecordingFormat {
  static let name = "marbles recording"
  static let traceName = "marbles trace"
  static let version = 1
  /// The maximum numbers of lanes, stages and events, which limit the memory for an invalid file.
  static let placeLimit = 100_000
  static let eventLimit = 10_000_000

  /// The unit of all times in a file.
  enum Unit: String, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"

    var nanoseconds: Int64 {
      switch self {
      case .seconds: 1_000_000_000
      case .milliseconds: 1_000_000
      case .microseconds: 1_000
      case .nanoseconds: 1
      }
    }
  }

  /// The unit of the ruler.
  enum Ruler: String, CaseIterable {
    case frames
    case durations
  }
}

extension Recording.EdgeRole {
  /// The name of a role other than `main` in files.
  enum Word: String, CaseIterable {
    case second, next, attempt, inner
  }

  /// The name and the number; `nil` for `main`.
  var words: (word: Word, number: Int?)? {
    switch self {
    case .main: nil
    case .second(let number): (.second, number)
    case .next(let number): (.next, number)
    case .attempt(let number): (.attempt, number)
    case .inner: (.inner, nil)
    }
  }
}

extension Recording.MarkWord {
  /// The keys of its events besides the time, the place and the cause.
  var keys: [String] {
    switch self {
    case .subscribed: ["as", "number"]
    case .finished, .cancelled, .joined, .left, .connected, .disconnected: []
    case .requested: ["demand"]
    case .value, .failed, .held, .delivering, .control, .warning, .fatal, .ended: ["text"]
    case .replayed: ["text", "from"]
    case .dropped: ["text", "why"]
    case .sent: ["text", "to"]
    case .read: ["text", "of", "from"]
    case .count: ["count"]
    case .released: ["held", "fate"]
    case .delivered: ["delivery"]
    }
  }
}

extension Recording {
  /// The recording as JSON in the format of docs/recording-format.md. Equal recordings have equal
  /// bytes.
  ///
  /// Labels are written where they are used: a recording that is read back has its labels in the order
  /// of their first use.
  public func json() -> String {
    var bytes: [UInt8] = []
    RecordingJSONWriter(self).write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the output of ``json()`` and checks all its values and references.
  public init(json text: String) throws(RecordingFormatError) {
    try self.init(json: Array(text.utf8))
  }

  /// Reads the UTF-8 bytes of the output of ``json()``.
  public init(json bytes: [UInt8]) throws(RecordingFormatError) {
    self = try RecordingJSONReader.read(bytes[...])
  }
}

extension Recording: Codable {
  /// Creates a recording from a decoder.
  public init(from decoder: any Decoder) throws {
    do {
      self = try RecordingJSONReader.read(try JSONNode(from: decoder))
    } catch let error as RecordingFormatError {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try RecordingJSONWriter(self).node().encode(to: encoder)
  }
}
