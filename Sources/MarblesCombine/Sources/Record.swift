/// A publisher of values and an end that were written down before.
///
///     Record(output: [1, 2], completion: .finished)
///     (12|)
///
/// - Demand: gives as many values as are asked for, inside the request; the end follows the last
///   one at once.
public struct Record<Output, Failure: Error>: Publisher {
  /// What is played to each subscriber.
  public struct Recording {
    public typealias Input = Output

    public private(set) var output: [Output] = []
    public private(set) var completion: Subscribers.Completion<Failure> = .finished
    private var isComplete = false

    public init() {}

    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
    }

    /// Adds a value. After the end it is ignored.
    public mutating func receive(_ input: Output) {
      if !isComplete { output.append(input) }
    }

    /// Sets the end. Only the first one counts.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      guard !isComplete else { return }
      self.completion = completion
      isComplete = true
    }
  }

  public let recording: Recording

  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.recording = recording
  }

  public init(recording: Recording) { self.recording = recording }

  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    recording = Recording(output: output, completion: completion)
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let values = Publishers.Sequence<[Output], Failure>(sequence: recording.output)
    switch recording.completion {
    case .finished: values.subscribe(subscriber)
    case .failure(let error): values.append(Fail(error: error)).subscribe(subscriber)
    }
  }
}
