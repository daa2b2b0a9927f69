@testable import MarblesScript

// Trees as text without places. Equal trees have equal texts.

extension Script {
  var dump: String { statements.map(\.dump).joined(separator: "\n") }
}

extension Statement {
  var dump: String {
    switch kind {
    case .title(let text): "title \(text.dump)"
    case .frame(let length): "frame \(length.dump)"
    case .dialect(let name): "dialect \(name.text)"
    case .grammar(let name): "grammar \(name.text)"
    case .build(let name): "build \(name.text)"
    case .until(let time): "until \(time.dump)"
    case .row(let row): "row \(row.dump)"
    case .values(let entries):
      "where " + entries.map { "\($0.key.text)=\($0.value.dump)" }.joined(separator: " ")
    case .at(let at): "at \(at.time.dump) on \(at.lane?.text ?? "-") \(at.body.dump)"
    case .thread(let thread):
      "thread \(thread.name.text) from \(thread.from?.dump ?? "-") \(thread.body.dump)"
    case .expect(.row(let row)): "expect row \(row.dump)"
    case .expect(.condition(let condition)): "expect \(condition.dump)"
    case .expect(.stops(let text)): "expect stops \(text.dump)"
    case .expect(.warning(let text)): "expect warning \(text.dump)"
    case .compare(.row(let row)): "compare row \(row.dump)"
    case .compare(.dialects(let names)):
      "compare " + names.map(\.text).joined(separator: " ")
    case .code(let code): code.dump
    }
  }
}

extension Row {
  var dump: String {
    names.map(\.text).joined(separator: ",") + " <\(marbles.text)>"
  }
}

extension [CodeStatement] {
  var dump: String { "{" + map(\.dump).joined(separator: "; ") + "}" }
}

extension CodeStatement {
  var dump: String {
    switch kind {
    case .binding(let binding): binding.dump
    case .assignment(let target, let assignment, let value):
      "\(target.dump) \(assignment.rawValue) \(value.dump)"
    case .expression(let expression): expression.dump
    case .conditional(let branches, let otherwise):
      branches.map { "if \($0.conditions.dump) \($0.body.dump)" }.joined(separator: " else ")
        + (otherwise.map { " else \($0.dump)" } ?? "")
    case .guarded(let conditions, let otherwise): "guard \(conditions.dump) \(otherwise.dump)"
    case .loop(let loop):
      (loop.isAwaited ? "for await " : "for ")
        + "\(loop.pattern.dump) in \(loop.sequence.dump) where \(loop.filter?.dump ?? "-") "
        + loop.body.dump
    case .repetition(let repetition):
      (repetition.testsFirst ? "while" : "repeat")
        + " \(repetition.conditions.dump) \(repetition.body.dump)"
    case .choice(let subject, let cases):
      "switch \(subject.dump) " + cases.map(\.dump).joined(separator: " ")
    case .return(let value): "return \(value?.dump ?? "-")"
    case .throw(let value): "throw \(value.dump)"
    case .break: "break"
    case .continue: "continue"
    case .attempt(let body, let clauses):
      "do \(body.dump)"
        + clauses.map {
          " catch \($0.pattern?.dump ?? "-") where \($0.filter?.dump ?? "-") \($0.body.dump)"
        }.joined()
    case .deferred(let body): "defer \(body.dump)"
    }
  }
}

extension Binding {
  var dump: String {
    (isVariable ? "var " : "let ") + names.map(\.text).joined(separator: ",")
      + (type.map { ": \($0.text)" } ?? "") + " = \(value?.dump ?? "-")"
  }
}

extension [Condition] {
  var dump: String {
    let parts = map { condition in
      switch condition {
      case .expression(let expression): expression.dump
      case .binding(let name, let value): "let \(name.text) = \(value?.dump ?? "-")"
      case .pattern(let pattern, let value): "case \(pattern.dump) = \(value.dump)"
      }
    }
    return parts.joined(separator: ", ")
  }
}

extension SwitchCase {
  var dump: String {
    "case \(patterns.map(\.dump).joined(separator: "|")) where \(filter?.dump ?? "-") \(body.dump)"
  }
}

extension Pattern {
  var dump: String {
    switch kind {
    case .wildcard: "_"
    case .binding(let name): "let:\(name.text)"
    case .member(let name, let payload):
      ".\(name.text)" + (payload.map { "(\($0.map(\.dump).joined(separator: " ")))" } ?? "")
    case .tuple(let patterns): "(\(patterns.map(\.dump).joined(separator: " ")))"
    case .expression(let value): value.dump
    case .typed(let inner, let type): "(\(inner.dump) as \(type.text))"
    }
  }
}

extension Expression {
  var dump: String {
    switch kind {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)d"
    case .duration(let value): "\(value.nanoseconds)ns"
    case .string(let pieces): "\"" + pieces.map(\.dump).joined() + "\""
    case .boolean(let value): "\(value)"
    case .null: "nil"
    case .name(let name): name
    case .shorthand(let index): "$\(index)"
    case .array(let elements): "[\(elements.map(\.dump).joined(separator: " "))]"
    case .dictionary(let pairs): "[:\(pairs.map(\.dump).joined(separator: " "))]"
    case .tuple(let arguments): "(tuple\(arguments.dump))"
    case .implicitMember(let name): ".\(name.text)"
    case .member(let base, let name): "\(base.dump).\(name.text)"
    case .call(let call): "(\(call.function.dump)\(call.arguments.dump))"
    case .subscript(let base, let arguments): "(at \(base.dump)\(arguments.dump))"
    case .closure(let closure): closure.dump
    case .prefix(let sign, let operand): "(\(sign.rawValue) \(operand.dump))"
    case .binary(let found, let left, let right):
      "(\(left.dump) \(found.rawValue) \(right.dump))"
    case .conditional(let condition, let first, let second):
      "(\(condition.dump) ? \(first.dump) : \(second.dump))"
    case .keyPath(let root, let names):
      "\\\(root?.text ?? "")" + names.map { ".\($0.text)" }.joined()
    case .generic(let base, let types):
      "\(base.dump)<\(types.map(\.text).joined(separator: "|"))>"
    case .operatorReference(let found): "op\(found.rawValue)"
    case .optionalChain(let base): "\(base.dump)?"
    case .forceUnwrap(let base): "\(base.dump)!"
    case .cast(let inner, let type): "(\(inner.dump) as? \(type.text))"
    case .typeTest(let inner, let type): "(\(inner.dump) is \(type.text))"
    case .optionalTry(let inner): "(try? \(inner.dump))"
    case .invalid: "invalid"
    }
  }
}

extension [Argument] {
  var dump: String {
    map { argument in
      (argument.isTrailing ? " trailing" : " ")
        + (argument.label.map { "\($0.text):" } ?? "") + argument.value.dump
    }.joined()
  }
}

extension StringPiece {
  var dump: String {
    switch self {
    case .text(let text): Escape.escaped(text)
    case .interpolation(let value): "\\(\(value.dump))"
    }
  }
}

extension Closure {
  var dump: String {
    var head = captures.isEmpty ? "" : "[\(captures.map(\.text).joined(separator: ","))] "
    if let parameters { head += "(\(parameters.map(\.text).joined(separator: ","))) " }
    if let result { head += "-> \(result.text) " }
    return head + body.dump
  }
}
