@testable import MarblesScript

// Statements of blocks and closures.

extension Printer {
  mutating func write(_ statement: CodeStatement, isFirst: Bool) {
    switch statement.kind {
    case .binding(let binding): write(binding)
    case .assignment(let target, let assignment, let value):
      writeAtBeginning(target, ofFirst: isFirst)
      write(" \(assignment.rawValue) ", value)
    case .expression(let expression): writeAtBeginning(expression, ofFirst: isFirst)
    case .conditional(let branches, let otherwise): write(branches, otherwise)
    case .guarded(let conditions, let otherwise):
      write("guard ")
      write(conditions)
      write(" else ")
      writeBlock(otherwise)
    case .loop(let loop): write(loop)
    case .repetition(let repetition):
      write(repetition.testsFirst ? "while " : "repeat ")
      if !repetition.testsFirst {
        writeBlock(repetition.body)
        write(" while ")
      }
      write(repetition.conditions)
      guard repetition.testsFirst else { return }
      write(" ")
      writeBlock(repetition.body)
    case .choice(let subject, let cases): write(subject, cases)
    case .return(let value):
      write("return")
      if let value { write(" ", value) }
    case .throw(let value): write("throw ", value)
    case .break: write("break")
    case .continue: write("continue")
    case .attempt(let body, let clauses): write(body, clauses)
    case .deferred(let body):
      write("defer ")
      writeBlock(body)
    }
  }

  private mutating func write(_ body: [CodeStatement], _ clauses: [CatchClause]) {
    write("do ")
    writeBlock(body)
    for clause in clauses {
      write(" catch ")
      if let pattern = clause.pattern {
        write(pattern)
        write(" ")
      }
      if let filter = clause.filter {
        write("where ")
        writeHead(filter)
        write(" ")
      }
      writeBlock(clause.body)
    }
  }

  private mutating func write(_ binding: Binding) {
    write(binding.isVariable ? "var " : "let ")
    write(binding.names.map(Self.declared).joined(separator: ", "))
    if let type = binding.type { write(": \(type.text)") }
    if let value = binding.value { write(" = ", value) }
  }

  private mutating func write(_ branches: [Branch], _ otherwise: [CodeStatement]?) {
    for (index, branch) in branches.enumerated() {
      write(index == 0 ? "if " : " else if ")
      write(branch.conditions)
      write(" ")
      writeBlock(branch.body)
    }
    if let otherwise {
      write(" else ")
      writeBlock(otherwise)
    }
  }

  private mutating func write(_ conditions: [Condition]) {
    writeList(conditions) { printer, condition in
      switch condition {
      case .expression(let expression): printer.writeHead(expression)
      case .binding(let name, let value):
        printer.write("let \(Self.declared(name))")
        if let value {
          printer.write(" = ")
          printer.writeHead(value)
        }
      case .pattern(let pattern, let value):
        printer.write("case ")
        printer.write(pattern)
        printer.write(" = ")
        printer.writeHead(value)
      }
    }
  }

  private mutating func write(_ loop: ForLoop) {
    write(loop.isAwaited ? "for await " : "for ")
    if loop.pattern.isBare {
      writeBare(loop.pattern)
    } else {
      write("case ")
      write(loop.pattern)
    }
    write(" in ")
    writeHead(loop.sequence)
    if let filter = loop.filter {
      write(" where ")
      writeHead(filter)
    }
    write(" ")
    writeBlock(loop.body)
  }

  private mutating func write(_ subject: Expression, _ cases: [SwitchCase]) {
    write("switch ")
    writeHead(subject)
    write(" {")
    for (index, switchCase) in cases.enumerated() {
      if isInline, index == 0 { write(" ") } else { nextCase() }
      write(switchCase)
    }
    if isInline { write(" ") } else { nextCase() }
    write("}")
  }

  private mutating func write(_ switchCase: SwitchCase) {
    if switchCase.patterns.isEmpty {
      write("default")
    } else {
      write("case ")
      writeList(switchCase.patterns) { $0.write($1) }
      if let filter = switchCase.filter {
        write(" where ")
        writeHead(filter)
      }
    }
    write(":")
    indented { printer in
      if switchCase.body.isEmpty { return }
      if printer.isInline { printer.write(" ") } else { printer.nextCase() }
      printer.writeStatements(switchCase.body, separator: printer.isInline ? "; " : nil)
    }
  }
}

// MARK: Patterns

extension Printer {
  mutating func write(_ pattern: Pattern) {
    switch pattern.kind {
    case .wildcard: write("_")
    case .binding(let name): write("let \(Self.declared(name))")
    case .member(let name, let payload):
      write(".\(name.text)")
      if let payload { write(payload) }
    case .tuple(let patterns): write(patterns)
    case .expression(let value): writeHead(value)
    case .typed(let inner, let type):
      if case .wildcard = inner.kind { return write("is \(type.text)") }
      write(inner)
      write(" as \(type.text)")
    }
  }

  private mutating func write(_ patterns: [Pattern]) {
    write("(")
    writeList(patterns) { $0.write($1) }
    write(")")
  }

  /// The pattern after `for`, where every name is new.
  fileprivate mutating func writeBare(_ pattern: Pattern) {
    switch pattern.kind {
    case .binding(let name): write(Self.declared(name))
    case .tuple(let patterns):
      write("(")
      writeList(patterns) { $0.writeBare($1) }
      write(")")
    default: write("_")
    }
  }
}

extension Pattern {
  fileprivate var isBare: Bool {
    switch kind {
    case .wildcard, .binding: true
    case .tuple(let patterns): patterns.allSatisfy(\.isBare)
    default: false
    }
  }
}
