/// A publisher of recorded elements and a completion.
///
///     Record(output: [1, 2], completion: .finished)
///     (12|)
///
/// - Demand: Sends the elements that are requested, inside the request. The completion follows the
///   last element at once.
public struct Record<Output, Failure: Error>: Publisher {
  /// The signals that are sent to each subscriber.
  public struct Recording {
    public typealias Input = Output

    public private(set) var output: [Output] = []
    public private(set) var completion: Subscribers.Completion<Failure> = .finished
    private var isComplete = false

    /// Creates a recording.
    public init() {}

    /// Creates a recording.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
    }

    /// Appends an element.
    ///
    /// - Precondition: The recording has not completed.
    public mutating func receive(_ input: Output) {
      guard !isComplete else { violation("Record.Recording: an element after the completion") }
      output.append(input)
    }

    /// Sets the completion.
    ///
    /// - Precondition: The recording has not completed.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      guard !isComplete else { violation("Record.Recording: a second completion") }
      self.completion = completion
      isComplete = true
    }
  }

  /// The elements and the completion.
  public let recording: Recording

  /// Creates a record of elements and a completion.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.recording = recording
  }

  /// Creates a record of elements and a completion.
  public init(recording: Recording) { self.recording = recording }

  /// Creates a record of elements and a completion.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    recording = Recording(output: output, completion: completion)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    var iterator = recording.output.makeIterator()
    guard let first = iterator.next() else { return subscriber.end(recording.completion) }
    SequenceFeed(
      recording.output, iterator, first, subscriber, completion: recording.completion
    ).start(endedName: "Cancelled Events")
  }
}

extension Record: Codable where Output: Codable, Failure: Codable {
  private enum CodingKeys: String, CodingKey {
    case recording
  }

  /// Decodes the recording.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(recording: try container.decode(Recording.self, forKey: .recording))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(recording, forKey: .recording)
  }
}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
  private enum CodingKeys: String, CodingKey {
    case output, completion
  }

  /// Decodes the elements and the completion.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      output: try container.decode([Output].self, forKey: .output),
      completion: try container.decode(
        Subscribers.Completion<Failure>.self, forKey: .completion))
  }

  /// Encodes the recording.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(output, forKey: .output)
    try container.encode(completion, forKey: .completion)
  }
}
