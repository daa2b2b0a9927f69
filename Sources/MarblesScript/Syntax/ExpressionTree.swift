import Marbles

/// An expression. Parentheses are not kept: the tree says what they said.
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
    /// Was diagnosed when it was parsed; whatever depends on it is no further mistake.
    case invalid
  }

  var kind: Kind
  var span: Span

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

  /// What looks like the name of a type: `Error` of `Error.self`, `Result` of `Result<Int, E>`.
  var typeName: String? {
    switch kind {
    case .name(let name): name.first?.isUppercase == true ? name : nil
    case .generic(let inner, _): inner.typeName
    case .array(let elements): elements.count == 1 ? elements[0].typeName : nil
    case .member(let outer, let name):
      name.text.first?.isUppercase == true && outer.typeName != nil ? name.text : nil
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
  /// Trailing closures stand last.
  var arguments: [Argument]
}

struct Argument: Sendable {
  var label: Name?
  var value: Expression
  /// A closure behind the parentheses; the first of them has no label.
  var isTrailing = false
}

struct Closure: Sendable {
  /// The names in `[weak self]`, which say nothing here.
  var captures: [Name]
  /// Nil where there is no signature: `$0` and so on are the parameters.
  var parameters: [Name]?
  /// What stands behind `->`; says nothing.
  var result: TypeName?
  var body: [CodeStatement]
}

/// A type as it was written, with the spaces made regular. Types are read and then ignored.
struct TypeName: Sendable {
  var text: String
  var span: Span
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
