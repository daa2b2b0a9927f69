/// What a diagnostic says. Each layer of the script has an enum of its own, a case per mistake.
public protocol DiagnosticMessage: Sendable {
  var severity: Diagnostic.Severity { get }
  /// Lower case, no full stop; one line.
  var text: String { get }
  /// What to do, where `text` does not already say so.
  var hint: String? { get }
  /// Whether it says no more than that something else should stand there: what else is wrong at the
  /// same place says more.
  var isGeneral: Bool { get }
}

extension DiagnosticMessage {
  public var severity: Diagnostic.Severity { .error }
  public var hint: String? { nil }
  public var isGeneral: Bool { false }
}

/// One mistake at one place.
public struct Diagnostic: Sendable {
  public enum Severity: String, Hashable, Sendable {
    case error
    case warning
  }

  /// Another place that belongs to the mistake, such as where a name was first declared.
  public struct Note: Hashable, Sendable {
    public var span: SourceRange
    public var text: String

    public init(_ text: String, at span: SourceRange) {
      self.text = text
      self.span = span
    }
  }

  public var message: any DiagnosticMessage
  public var span: SourceRange
  public var notes: [Note]

  public init(_ message: any DiagnosticMessage, at span: SourceRange, notes: [Note] = []) {
    self.message = message
    self.span = span
    self.notes = notes
  }

  public var severity: Severity { message.severity }
  public var text: String { message.text }
  public var hint: String? { message.hint }
}

extension [Diagnostic] {
  public var containsError: Bool { contains { $0.severity == .error } }

  /// One error a place: the first that says what is wrong there, else the first. One slip of the
  /// hand is one mistake, however many rules it breaks.
  func toldOnce() -> [Diagnostic] {
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
