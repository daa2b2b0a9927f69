import Marbles

/// A parsed script. Statements with errors are left out, expressions with errors are `.invalid`.
public struct Script: Sendable {
  var statements: [Statement]
  /// The types that it declares, and the labels of tuples.
  var types = TypeTable()
  /// Whether it contains a class whose members belong to it.
  var hasViewModel = false
}

/// A word with its place.
struct Name: Hashable, Sendable {
  var text: String
  var span: SourceRange
}

/// A statement outside of blocks.
struct Statement: Sendable {
  enum Kind: Sendable {
    /// `title "…"`
    case title(Expression)
    /// `frame 10ms`
    case frame(Expression)
    /// `dialect rxswift`; whether there is such a dialect is the checker's question.
    case dialect(Name)
    /// `grammar rxpy`
    case grammar(Name)
    /// `build release`
    case build(Name)
    /// `until 40`
    case until(Expression)
    /// `first, second: --a--|`
    case row(Row)
    /// `where a = 1, # = "boom"`
    case values([ValueEntry])
    /// `at 3 on T1 { … }`
    case at(AtBlock)
    /// `thread T1 from 2 { … }`
    case thread(ThreadBlock)
    /// `expect …`
    case expect(Expectation)
    /// `compare …`
    case compare(PictureComparison)
    /// A statement that is also allowed in a block: `let`, `var`, an expression, an assignment.
    case code(CodeStatement)
  }

  var kind: Kind
  var span: SourceRange
}

extension CodeStatement {
  /// The name that it declares.
  var declaredName: String? {
    if case .binding(let binding) = kind { binding.names.first?.text } else { nil }
  }

  /// Whether an expression that runs now, outside of closures, contains one of the names.
  func mentions(_ names: Set<String>) -> Bool {
    var found = false
    forEachExpression { found = found || $0.mentions(names) }
    return found
  }
}

/// The names of which the results of a closure consist: `a` and `b` of
/// `{ Deferred { a.append(b) } }`.
///
/// Of the closures inside a result, only those count whose results are subscribed.
struct ResultNames {
  /// Whether an operator or word with the given name subscribes to the publisher that its closure
  /// returns.
  let subscribesToResult: (String) -> Bool

  func names(in body: [CodeStatement]) -> Set<String> {
    if body.count == 1, case .expression(let result) = body[0].kind { return names(in: result) }
    return body.reduce(into: []) { $0.formUnion(names(in: $1)) }
  }

  func names(in closure: Closure) -> Set<String> {
    names(in: closure.body).subtracting((closure.parameters ?? []).map(\.text))
  }

  private func names(in statement: CodeStatement) -> Set<String> {
    let bodies: [[CodeStatement]]
    switch statement.kind {
    case .return(let result?): return names(in: result)
    case .conditional(let branches, let otherwise):
      bodies = branches.map(\.body) + [otherwise ?? []]
    case .guarded(_, let otherwise): bodies = [otherwise]
    case .loop(let loop): bodies = [loop.body]
    case .repetition(let repetition): bodies = [repetition.body]
    case .choice(_, let cases): bodies = cases.map(\.body)
    case .attempt(let statements, let clauses): bodies = [statements] + clauses.map(\.body)
    case .binding, .assignment, .expression, .return, .throw, .break, .continue, .deferred:
      return []
    }
    return bodies.reduce(into: []) { $0.formUnion(names(in: $1)) }
  }

  private func names(in expression: Expression) -> Set<String> {
    switch expression.kind {
    case .name(let name): return [name]
    case .conditional(_, let then, let otherwise):
      return names(in: then).union(names(in: otherwise))
    // The current value of a relay is no stream.
    case .member(_, let name) where name.text == "value": return []
    // A word such as `Observable.create`.
    case .member(let base, let name):
      guard case .name(let type) = base.kind else { return names(in: base) }
      return [type, "\(type).\(name.text)"]
    case .call(let call):
      let subscribes = call.function.lastName.map(subscribesToResult) ?? false
      return call.arguments.reduce(into: names(in: call.function)) { found, argument in
        if case .closure(let closure) = argument.value.kind {
          if subscribes { found.formUnion(names(in: closure)) }
        } else {
          found.formUnion(names(in: argument.value))
        }
      }
    default:
      var found: Set<String> = []
      expression.forEachChild { found.formUnion(names(in: $0)) }
      return found
    }
  }
}

extension Statement {
  /// Whether it declares a function or a computed property.
  var isFunction: Bool {
    guard case .code(let code) = kind, case .binding(let binding) = code.kind,
      case .closure(let closure) = binding.value?.kind
    else { return false }
    return closure.signature != nil
  }
}

/// `NAME, NAME: MARBLES`
struct Row: Sendable {
  var names: [Name]
  var marbles: Marbling
}

/// Marbles as they are in the file, without the spaces around them and without a comment.
///
/// Byte `n` of the text is byte `span.start + n` of the file.
struct Marbling: Sendable {
  var text: String
  var span: SourceRange
}

/// `a = 1` after `where`. The key is one grapheme cluster.
struct ValueEntry: Sendable {
  var key: Name
  var value: Expression
}

struct AtBlock: Sendable {
  var time: Expression
  var lane: Name?
  var body: [CodeStatement]
}

struct ThreadBlock: Sendable {
  var name: Name
  var from: Expression?
  var body: [CodeStatement]
}

enum Expectation: Sendable {
  /// `expect first: -a-|`
  case row(Row)
  /// `expect response.subscriptions == 1`
  case condition(Expression)
  /// `expect stops "…"`
  case stops(Expression)
  /// `expect warning "…"`
  case warning(Expression)
}

/// A recorded fact about a name in an expectation: `response.subscriptions`.
enum Attribute: String, CaseIterable {
  case values, times, completion, events
  case subscriptions, cancellations, connections, subscribers, requested
  case value, missed, dropped, replayed, held, maxHeld
}

/// The parts of a picture of a comparison.
enum PictureComparison: Sendable {
  /// `compare rxswift, combine`: the same script as each of them has it.
  case dialects([Name])
  /// `compare first: -a-|`: the row over what was recorded.
  case row(Row)
}

/// A statement of a block or a closure.
struct CodeStatement: Sendable {
  indirect enum Kind: Sendable {
    /// `let a, b = …`, `var x: Int = …`
    case binding(Binding)
    /// `x = …`, `x += …`
    case assignment(target: Expression, operator: AssignmentOperator, value: Expression)
    case expression(Expression)
    /// The branches of `if … else if …` in their order, then those of `else`.
    case conditional([Branch], otherwise: [CodeStatement]?)
    /// `guard … else { … }`
    case guarded([Condition], otherwise: [CodeStatement])
    /// `for x in … where … { … }`
    case loop(ForLoop)
    /// `while … { … }`, `repeat { … } while …`
    case repetition(Repetition)
    /// `switch … { case …: … }`
    case choice(Expression, [SwitchCase])
    case `return`(Expression?)
    case `throw`(Expression)
    case `break`
    case `continue`
    /// `do { … } catch … { … }`
    case attempt([CodeStatement], [CatchClause])
    /// `defer { … }`
    case deferred([CodeStatement])
  }

  var kind: Kind
  var span: SourceRange
}

/// `catch LoginError.empty where … { … }`; without a pattern it catches all failures.
struct CatchClause: Sendable {
  var pattern: Pattern?
  var filter: Expression?
  var body: [CodeStatement]
}

/// The closures that are called around the assignment of a variable.
///
/// It is a class, so that the declarations without observers, which are most of them, are small.
final class Observers: Sendable {
  let willSet: Closure?
  let didSet: Closure?

  init(willSet: Closure?, didSet: Closure?) {
    self.willSet = willSet
    self.didSet = didSet
  }
}

struct Binding: Sendable {
  var isVariable: Bool
  /// With several names the expression is evaluated for each.
  var names: [Name]
  /// The type, which is ignored.
  var type: TypeName?
  /// Nil only in `var x: Int?` and similar declarations.
  var value: Expression?
  var observers: Observers?
}

enum AssignmentOperator: String, CaseIterable, Sendable {
  case assign = "="
  case add = "+="
  case subtract = "-="
  case multiply = "*="
  case divide = "/="
  case remainder = "%="
}

struct Branch: Sendable {
  var conditions: [Condition]
  var body: [CodeStatement]
}

/// One of the conditions of `if` and `guard`, which commas separate.
enum Condition: Sendable {
  case expression(Expression)
  /// `let x = …`; without a value `let x`, which unwraps the `x` there is.
  case binding(Name, Expression?)
  /// `case .failure(let error) = …`
  case pattern(Pattern, Expression)
}

struct ForLoop: Sendable {
  var pattern: Pattern
  var sequence: Expression
  var filter: Expression?
  var body: [CodeStatement]
  /// `for await x in …`
  var isAwaited = false
}

struct Repetition: Sendable {
  var conditions: [Condition]
  var body: [CodeStatement]
  /// False for `repeat`, which executes its body once before.
  var testsFirst = true
}

struct SwitchCase: Sendable {
  /// Empty: `default`.
  var patterns: [Pattern]
  var filter: Expression?
  var body: [CodeStatement]
}

struct Pattern: Sendable {
  indirect enum Kind: Sendable {
    /// `_`
    case wildcard
    /// `let x`, or the `x` of `for x in`
    case binding(Name)
    /// `.failure`, `.add(let item)`
    case member(Name, [Pattern]?)
    case tuple([Pattern])
    /// Whatever equals it.
    case expression(Expression)
    /// `let error as LoginError`, `is LoginError`
    case typed(Pattern, TypeName)
  }

  var kind: Kind
  var span: SourceRange
}
