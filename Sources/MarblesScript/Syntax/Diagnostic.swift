/// The message of a diagnostic. Each layer has an enumeration with one case per error.
public protocol DiagnosticMessage: Sendable {
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
  public var severity: Diagnostic.Severity { .error }
  public var hint: String? { nil }
  public var isGeneral: Bool { false }
}

/// An error or a warning about one place of a script.
public struct Diagnostic: Sendable {
  public enum Severity: String, Hashable, Sendable {
    case error
    case warning
  }

  /// Another place that concerns the error, such as the first declaration of a name.
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
