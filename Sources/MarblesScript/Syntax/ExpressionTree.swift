import Marbles

/// An expression. The structure of the tree replaces parentheses.
struct Expression: Sendable {
  indirect enum Kind: Sendable {
    case integer(Int)
    case double(Double)
    /// `10ms`, `1.5s`, `2m`
    case duration(VirtualDuration)
    case string([StringPiece])
    case boolean(Bool)
    /// `nil`
    case null
    case name(String)
    /// `$0`
    case shorthand(Int)
    case array([Expression])
    /// `[a: b]`: tuples of a key and a value.
    case dictionary([Expression])
    /// `()`, or several; never one without a label.
    case tuple([Argument])
    /// `.unlimited`; `.max(4)` is a call of it.
    case implicitMember(Name)
    /// `a.b`, and `pair.0`
    case member(Expression, Name)
    case call(Call)
    case `subscript`(Expression, [Argument])
    case closure(Closure)
    case prefix(PrefixOperator, Expression)
    case binary(BinaryOperator, Expression, Expression)
    case conditional(Expression, then: Expression, otherwise: Expression)
    /// `\.name.count`, `\String.count`
    case keyPath(root: TypeName?, [Name])
    /// `PassthroughSubject<String, Never>`; the arguments say nothing.
    case generic(Expression, [TypeName])
    /// `+` alone, as in `scan(0, +)`
    case operatorReference(BinaryOperator)
    /// `a?`, before `.b`
    case optionalChain(Expression)
    /// `a!`
    case forceUnwrap(Expression)
    /// `try? a`: nil if it fails
    case optionalTry(Expression)
    /// `a as? B`: nil if it has another type; `a as B` is `a`
    case cast(Expression, TypeName)
    /// `a is B`
    case typeTest(Expression, TypeName)
    /// An expression whose error is reported already; nothing that depends on it is an error.
    case invalid
  }

  var kind: Kind
  var span: SourceRange

  /// The name with which it begins: `a` of `a.b.c(1)`.
  var firstName: String? {
    switch kind {
    case .name(let name): name
    case .generic(let inner, _), .member(let inner, _), .optionalChain(let inner),
      .forceUnwrap(let inner), .prefix(_, let inner), .subscript(let inner, _):
      inner.firstName
    case .call(let call): call.function.firstName
    default: nil
    }
  }

  /// The name of a function: `catch` of `a.catch`.
  var lastName: String? {
    switch kind {
    case .name(let name): name
    case .member(_, let name), .implicitMember(let name): name.text
    case .generic(let inner, _): inner.lastName
    default: nil
    }
  }

  /// The name of a type: `Error` of `Error.self`, `Result` of `Result<Int, E>`.
  var typeName: String? {
    switch kind {
    case .name(let name): name.isCapitalized ? name : nil
    case .generic(let inner, _): inner.typeName
    case .array(let elements): elements.count == 1 ? elements[0].typeName : nil
    case .member(let outer, let name):
      name.text.isCapitalized && outer.typeName != nil ? name.text : nil
    default: nil
    }
  }
}

enum StringPiece: Sendable {
  /// With its escapes resolved.
  case text(String)
  case interpolation(Expression)
}

/// `function(arguments) { trailing } label: { trailing }`
struct Call: Sendable {
  var function: Expression
  /// Trailing closures are last.
  var arguments: [Argument]
}

struct Argument: Sendable {
  var label: Name?
  var value: Expression
  /// Whether the argument is a closure after the parentheses; the first of these has no label.
  var isTrailing = false
}

struct Closure: Sendable {
  /// The names in `[weak self]`, which say nothing here.
  var captures: [Name]
  /// Nil where there is no signature: `$0` and so on are the parameters.
  var parameters: [Name]?
  /// The type after `->`, which is ignored.
  var result: TypeName?
  var body: [CodeStatement]
  /// The labels and default values of the parameters, if it is a function.
  var signature: [Parameter]?
}

/// A type as it is written, with regular spaces.
struct TypeName: Sendable {
  let text: String
  let span: SourceRange
  /// The change of the values that are written for the type.
  let conversion: Conversion?

  init(text: String, span: SourceRange) {
    self.text = text
    self.span = span
    conversion = Conversion(text[...])
  }

  var isOptional: Bool { text.hasSuffix("?") }

  /// Whether it is `Set<AnyCancellable>` or `[AnyCancellable]`.
  var holdsSubscriptions: Bool {
    text.hasSuffix("Cancellable>") || text.hasSuffix("Cancellable]")
  }
}

enum PrefixOperator: String, CaseIterable, Sendable {
  case minus = "-"
  case plus = "+"
  case not = "!"
  /// `&cancellables`; means its operand.
  case reference = "&"
}

enum BinaryOperator: String, CaseIterable, Sendable {
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case add = "+"
  case subtract = "-"
  case closedRange = "..."
  case halfOpenRange = "..<"
  case coalesce = "??"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case and = "&&"
  case or = "||"
}

extension Expression {
  /// `self`, which is not written before a member of it.
  static func itself(at span: SourceRange) -> Expression {
    Expression(kind: .name("self"), span: span)
  }

  /// Whether an error in a part of it is reported already.
  var isInvalid: Bool {
    if case .invalid = kind { return true }
    var found = false
    forEachChild { found = found || $0.isInvalid }
    return found
  }

  /// Whether it contains one of the names, outside of closures.
  func mentions(_ names: Set<String>) -> Bool {
    if case .name(let name) = kind, names.contains(name) { return true }
    var found = false
    forEachChild { found = found || $0.mentions(names) }
    return found
  }

  /// Calls `body` with each expression directly inside this one; not with what closures contain.
  func forEachChild(_ body: (Expression) -> Void) {
    switch kind {
    case .string(let pieces):
      for case .interpolation(let inner) in pieces { body(inner) }
    case .array(let elements), .dictionary(let elements): elements.forEach(body)
    case .tuple(let elements): for element in elements { body(element.value) }
    case .member(let inner, _), .generic(let inner, _), .optionalChain(let inner),
      .forceUnwrap(let inner), .prefix(_, let inner), .optionalTry(let inner),
      .cast(let inner, _), .typeTest(let inner, _):
      body(inner)
    case .call(let call):
      body(call.function)
      for argument in call.arguments { body(argument.value) }
    case .subscript(let inner, let arguments):
      body(inner)
      for argument in arguments { body(argument.value) }
    case .binary(_, let left, let right):
      body(left)
      body(right)
    case .conditional(let condition, let then, let otherwise):
      body(condition)
      body(then)
      body(otherwise)
    case .integer, .double, .duration, .boolean, .null, .name, .shorthand, .implicitMember,
      .closure, .keyPath, .operatorReference, .invalid:
      break
    }
  }
}

extension CodeStatement {
  /// Calls `body` with each expression of this statement and of the statements inside it.
  func forEachExpression(_ body: (Expression) -> Void) {
    switch kind {
    case .binding(let binding): if let value = binding.value { body(value) }
    case .assignment(let target, _, let value):
      body(target)
      body(value)
    case .expression(let expression), .throw(let expression): body(expression)
    case .return(let expression): if let expression { body(expression) }
    case .conditional(let branches, let otherwise):
      for branch in branches {
        for condition in branch.conditions { condition.forEachExpression(body) }
        for statement in branch.body { statement.forEachExpression(body) }
      }
      for statement in otherwise ?? [] { statement.forEachExpression(body) }
    case .guarded(let conditions, let otherwise):
      for condition in conditions { condition.forEachExpression(body) }
      for statement in otherwise { statement.forEachExpression(body) }
    case .loop(let loop):
      body(loop.sequence)
      if let filter = loop.filter { body(filter) }
      for statement in loop.body { statement.forEachExpression(body) }
    case .repetition(let repetition):
      for condition in repetition.conditions { condition.forEachExpression(body) }
      for statement in repetition.body { statement.forEachExpression(body) }
    case .choice(let subject, let cases):
      body(subject)
      for candidate in cases {
        if let filter = candidate.filter { body(filter) }
        for statement in candidate.body { statement.forEachExpression(body) }
      }
    case .attempt(let statements, let clauses):
      for statement in statements { statement.forEachExpression(body) }
      for clause in clauses {
        if let filter = clause.filter { body(filter) }
        for statement in clause.body { statement.forEachExpression(body) }
      }
    case .deferred(let statements):
      for statement in statements { statement.forEachExpression(body) }
    case .break, .continue: break
    }
  }
}

extension Condition {
  func forEachExpression(_ body: (Expression) -> Void) {
    switch self {
    case .expression(let expression): body(expression)
    case .binding(_, let expression): if let expression { body(expression) }
    case .pattern(_, let expression): body(expression)
    }
  }
}
