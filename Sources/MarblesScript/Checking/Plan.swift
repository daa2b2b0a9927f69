import Marbles
import MarblesCombine

/// A checked script: declarations, and the events of rows, blocks and threads.
struct Plan: Sendable {
  var rules: LanguageRules
  var title: String
  /// Whether the ruler shows durations: the script has a `frame`.
  var showsDurations = false
  /// The end of the run; without it the run ends when no work is left.
  var end: Expression?
  /// The values of the characters of marbles; `#` is the failure.
  var values: [String: Expression] = [:]
  /// The declarations, which are evaluated once before frame 0.
  var declarations: [Declaration] = []
  /// The types that the script declares, and the labels of tuples.
  var types = TypeTable()
  var rows: [PlannedRow] = []
  var blocks: [AtBlock] = []
  var threads: [ThreadBlock] = []
  var expectations: [PlannedExpectation] = []
  /// The dialects that the picture shows over each other.
  var comparedDialects: [ScriptOperator.Dialect] = []
  /// The row that the picture shows over what was recorded.
  var comparedRow: PlannedExpectation?

  /// The names that declarations and blocks declare, so that expectations can mention them.
  var declaredNames: Set<String> {
    var names = declarations.flatMap(\.names)
    for statement in blocks.flatMap(\.body) {
      if case .binding(let binding) = statement.kind { names += binding.names }
    }
    return Set(names.map(\.text))
  }
}

/// A statement at the top of the file.
struct Declaration: Sendable {
  enum Kind: Sendable {
    /// Evaluated once for each name.
    case binding(Binding)
    /// A sink, evaluated at each subscription and for each name.
    case end([Name], Expression, isVariable: Bool)
    case code(CodeStatement)
  }

  var kind: Kind
  var span: SourceRange
  /// Whether it may send, connect or cancel: the sinks above it have subscribed then, as in Swift.
  var acts = false

  /// The names that it declares.
  var names: [Name] {
    switch kind {
    case .binding(let binding): binding.names
    case .end(let names, _, _): names
    case .code: []
    }
  }
}

/// A row, read: what happens to a name.
struct PlannedRow: Sendable {
  var name: Name
  var events: [MarbleString.Event]
  /// The place of each event.
  var spans: [SourceRange]
  /// Whether the name is a sink or a connectable publisher: those come first in a frame.
  var isSubscribing: Bool
}

struct PlannedExpectation: Sendable {
  enum Kind: Sendable {
    case notifications(Name, [MarbleString.Event])
    case condition(Expression)
    case stops(Expression)
    case warning(Expression)
  }

  var kind: Kind
  /// The statement without `expect`.
  var span: SourceRange
}
