/// The message of a diagnostic. Each layer has an enumeration with one case per error.
public protocol DiagnosticMessage: Sendable {
  /// Whether it is an error or a warning.
  var severity: Diagnostic.Severity { get }
  /// Lower case, no full stop; one line.
  var text: String { get }
  /// The remedy, unless `text` contains it.
  var hint: String? { get }
  /// A Boolean value that indicates whether the message only names what is expected at its place, so
  /// that any other message about the place is more useful.
  var isGeneral: Bool { get }
}

extension DiagnosticMessage {
  /// An error, unless the message decides otherwise.
  public var severity: Diagnostic.Severity { .error }
  /// None, unless the message has one.
  public var hint: String? { nil }
  /// False, unless the message decides otherwise.
  public var isGeneral: Bool { false }
}

/// An error or a warning about one place of a script.
public struct Diagnostic: Sendable {
  /// The effect on a run: an error prevents or ends it.
  public enum Severity: String, Hashable, Sendable {
    /// The script does not run, or stops.
    case error
    /// The script runs.
    case warning
  }

  /// Another place that concerns the error, such as the first declaration of a name.
  public struct Note: Hashable, Sendable {
    /// The place.
    public var span: SourceRange
    /// The note in one line.
    public var text: String

    /// Creates a note.
    public init(_ text: String, at span: SourceRange) {
      self.text = text
      self.span = span
    }
  }

  /// The content, which has the wording.
  public var message: any DiagnosticMessage
  /// The place.
  public var span: SourceRange
  /// Other places that concern it.
  public var notes: [Note]

  /// Creates a diagnostic.
  public init(_ message: any DiagnosticMessage, at span: SourceRange, notes: [Note] = []) {
    self.message = message
    self.span = span
    self.notes = notes
  }

  /// Whether it is an error or a warning.
  public var severity: Severity { message.severity }
  /// The message in one line.
  public var text: String { message.text }
  /// The remedy; `nil` if it has none.
  public var hint: String? { message.hint }
}

extension [Diagnostic] {
  /// Whether one of them is an error.
  public var containsError: Bool { contains { $0.severity == .error } }

  /// One error per place: the first that is not general, otherwise the first.
  func deduplicated() -> [Diagnostic] {
    var chosen: [Int: Int] = [:]
    for (number, diagnostic) in enumerated() where diagnostic.severity == .error {
      let place = diagnostic.span.start
      if let other = chosen[place], !self[other].message.isGeneral || diagnostic.message.isGeneral {
        continue
      }
      chosen[place] = number
    }
    return enumerated().filter { number, diagnostic in
      diagnostic.severity != .error || chosen[diagnostic.span.start] == number
    }.map(\.element)
  }

  /// In the order of the text; at one place in the order of their discovery.
  public func inSourceOrder() -> [Diagnostic] {
    enumerated()
      .sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
      .map(\.element)
  }
}
