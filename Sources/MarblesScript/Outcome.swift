import Marbles

/// The result of running a script.
public struct Outcome: Sendable {
  /// The recording, up to the end of the run.
  public var recording: Recording
  /// The expectations that do not hold, in the order of the file.
  public var failures: [ExpectationFailure]
  /// The number of expectations of the script.
  public var expectations: Int
  /// Errors and warnings that only a run can find, such as a division by zero.
  ///
  /// If one of them is an error, the run ended there, and the recording is incomplete.
  public var diagnostics: [Diagnostic]
  /// Whether the run was stopped because it took too many steps.
  public var reachedLimit = false
  /// The comparison that the picture shows, if the script contains `compare`.
  public var comparison: Comparison?

  /// Recordings that are drawn above each other.
  public enum Comparison: Hashable, Sendable {
    /// The same script in several dialects.
    case dialects([Panel])
    /// The row of the script above the recorded one.
    case row(ExpectationFailure.Comparison)
  }

  /// One of several recordings, with its heading.
  public struct Panel: Hashable, Sendable {
    /// The line above the recording.
    public var heading: String
    /// The events of the run.
    public var recording: Recording
  }

  /// Creates an outcome.
  public init(
    recording: Recording, failures: [ExpectationFailure] = [], expectations: Int = 0,
    diagnostics: [Diagnostic] = []
  ) {
    self.recording = recording
    self.failures = failures
    self.expectations = expectations
    self.diagnostics = diagnostics
  }

  /// Whether the run reached its end and all expectations hold.
  public var isAsExpected: Bool { failures.isEmpty && !diagnostics.containsError }
}

/// An expectation that does not hold.
public struct ExpectationFailure: Sendable, DiagnosticMessage {
  /// The expectation in the script.
  public var span: SourceRange
  /// One line: `expected final at 5, recorded nothing`.
  public var text: String
  /// The expected and the recorded notifications, if the expectation is a row.
  public var comparison: Comparison?

  /// The notifications of one name, expected over recorded.
  public struct Comparison: Hashable, Sendable {
    /// The name in the script.
    public var name: String
    /// The notifications of the expectation.
    public var expected: [TimedNotification]
    /// The notifications of the run.
    public var recorded: [TimedNotification]

    /// Creates a comparison.
    public init(name: String, expected: [TimedNotification], recorded: [TimedNotification]) {
      self.name = name
      self.expected = expected
      self.recorded = recorded
    }
  }

  /// Creates a failure.
  public init(at span: SourceRange, _ text: String, comparison: Comparison? = nil) {
    self.span = span
    self.text = text
    self.comparison = comparison
  }

  /// A diagnostic at the place of the expectation.
  public var diagnostic: Diagnostic { Diagnostic(self, at: span) }
}

/// An element or a completion at a time, as text.
public struct TimedNotification: Hashable, Sendable {
  /// The kinds of notifications.
  public enum Kind: Hashable, Sendable {
    /// An element, as text.
    case value(String)
    /// The completion.
    case finished
    /// A failure, with its message.
    case failed(String)
  }

  /// The virtual time.
  public var time: VirtualTime
  /// The element or the completion.
  public var kind: Kind

  /// Creates a notification.
  public init(_ kind: Kind, at time: VirtualTime) {
    self.kind = kind
    self.time = time
  }
}
