import Marbles

/// What came of running a script.
public struct Outcome: Sendable {
  /// What happened, up to the end or to what stopped it.
  public var recording: Recording
  /// The expectations that do not hold, in the order of the file.
  public var failures: [ExpectationFailure]
  /// How many expectations the script has.
  public var expectations: Int
  /// Mistakes and warnings that only the run could find, such as a division by zero.
  ///
  /// If one of them is an error, the run ended there and the recording is not the whole story.
  public var diagnostics: [Diagnostic]
  /// What the picture shows over each other, if the script says `compare`.
  public var comparison: Comparison?

  /// Things that are drawn over each other.
  public enum Comparison: Hashable, Sendable {
    /// The same script as several frameworks have it.
    case dialects([Panel])
    /// What somebody hoped for over what was recorded.
    case row(ExpectationFailure.Comparison)
  }

  /// One of several recordings, and what stands above it.
  public struct Panel: Hashable, Sendable {
    public var heading: String
    public var recording: Recording
  }

  public init(
    recording: Recording, failures: [ExpectationFailure] = [], expectations: Int = 0,
    diagnostics: [Diagnostic] = []
  ) {
    self.recording = recording
    self.failures = failures
    self.expectations = expectations
    self.diagnostics = diagnostics
  }

  /// Whether the run came to its end and everything that was expected happened.
  public var isAsExpected: Bool { failures.isEmpty && !diagnostics.containsError }
}

/// An expectation that the recording does not show.
public struct ExpectationFailure: Sendable, DiagnosticMessage {
  /// Where the expectation stands.
  public var span: SourceRange
  /// One line: `expected final at 5, recorded nothing`.
  public var text: String
  /// What was compared, where it was a lane: what was expected and what was recorded.
  public var comparison: Comparison?

  /// The notifications of one name, expected over recorded.
  public struct Comparison: Hashable, Sendable {
    public var name: String
    public var expected: [TimedNotification]
    public var recorded: [TimedNotification]

    public init(name: String, expected: [TimedNotification], recorded: [TimedNotification]) {
      self.name = name
      self.expected = expected
      self.recorded = recorded
    }
  }

  public init(at span: SourceRange, _ text: String, comparison: Comparison? = nil) {
    self.span = span
    self.text = text
    self.comparison = comparison
  }

  /// As a diagnostic at the place of the expectation.
  public var diagnostic: Diagnostic { Diagnostic(self, at: span) }
}

/// A value or an end at a time, as text: what comparisons are made of.
public struct TimedNotification: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case value(String)
    case finished
    case failed(String)
  }

  public var time: VirtualTime
  public var kind: Kind

  public init(_ kind: Kind, at time: VirtualTime) {
    self.kind = kind
    self.time = time
  }
}
