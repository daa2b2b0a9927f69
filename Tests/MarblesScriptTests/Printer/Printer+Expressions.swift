import Marbles

@testable import MarblesScript

/// The precedence of written text: an expression that is weaker than its place requires gets
/// parentheses.
private enum Strength: Int, Comparable {
  /// A lone operator, which needs a comma or a bracket behind it.
  case element
  case conditional, or, and, comparison, coalescing, range, addition, multiplication
  case prefix, postfix

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  init(_ precedence: Precedence) {
    self = Strength(rawValue: precedence.rawValue + 1) ?? .conditional
  }

  var next: Strength { Strength(rawValue: rawValue + 1) ?? .postfix }
}

extension Printer {
  mutating func write(_ expression: Expression) { write(expression, atLeast: .conditional) }

  /// In front of a block, whose brace must not be taken for a closure's.
  mutating func writeHead(_ expression: Expression) {
    let text = captured { $0.write(expression) }
    write(text.utf8.contains(UInt8(ascii: "{")) ? "(\(text))" : text)
  }

  /// At the beginning of a statement, where a word could be taken for another statement's, and
  /// behind another statement, which some tokens would continue.
  mutating func writeAtBeginning(_ expression: Expression, ofFirst isFirst: Bool) {
    let text = captured { $0.write(expression) }
    let word = text.prefix { $0.isLetter }
    if text.utf8.first == UInt8(ascii: "{") || text.utf8.first == Ascii.period && !isFirst {
      write("(\(text))")
    } else if StatementWord(rawValue: String(word)) != nil, expression.beginsWithName(word) {
      write("`\(word)`\(text.dropFirst(word.count))")
    } else {
      write(text)
    }
  }

  private mutating func write(_ expression: Expression, atLeast strength: Strength) {
    guard expression.strength < strength else { return writeBare(expression) }
    write("(")
    writeBare(expression)
    write(")")
  }

  private mutating func writeBare(_ expression: Expression) {
    switch expression.kind {
    case .integer, .double, .duration, .string, .boolean, .null, .name, .shorthand:
      writeLeaf(expression)
    case .array(let elements):
      write("[")
      writeList(elements) { $0.write($1, atLeast: .element) }
      write("]")
    case .dictionary(let pairs):
      write(pairs.isEmpty ? "[:" : "[")
      writeList(pairs) { printer, pair in
        guard case .tuple(let parts) = pair.kind, parts.count == 2 else { return }
        printer.write(parts[0].value, atLeast: .element)
        printer.write(": ")
        printer.write(parts[1].value, atLeast: .element)
      }
      write("]")
    case .tuple(let arguments): writeArguments(arguments, between: ("(", ")"))
    case .closure(let closure): write(closure)
    case .prefix, .binary, .conditional, .operatorReference: writeOperation(expression)
    case .keyPath(let root, let names):
      write("\\" + (root?.text ?? "") + names.map { ".\($0.text)" }.joined())
    case .implicitMember, .member, .call, .subscript, .generic, .optionalChain, .forceUnwrap:
      writePostfix(expression)
    case .cast(let inner, let type):
      write("(", inner)
      write(" as? \(type.text))")
    case .typeTest(let inner, let type):
      write("(", inner)
      write(" is \(type.text))")
    case .optionalTry(let inner):
      write("(try? ", inner)
      write(")")
    case .invalid: write("_")
    }
  }

  private mutating func writeLeaf(_ expression: Expression) {
    switch expression.kind {
    case .integer(let value): write("\(value)")
    case .double(let value): write("\(value)")
    case .duration(let value): write(DurationLiteral.of(value))
    case .string(let pieces): write(pieces)
    case .boolean(let value): write(value ? "true" : "false")
    case .null: write("nil")
    case .name(let name): write(ReservedWord.isMistakable(name) ? "`\(name)`" : name)
    case .shorthand(let index): write("$\(index)")
    default: break
    }
  }

  private mutating func write(_ pieces: [StringPiece]) {
    write("\"")
    for piece in pieces {
      switch piece {
      case .text(let text): write(Escape.escaped(text))
      case .interpolation(let value):
        write("\\(")
        writeInline { $0.write(value) }
        write(")")
      }
    }
    write("\"")
  }

  private mutating func write(_ closure: Closure) {
    var head = ""
    if !closure.captures.isEmpty {
      head += " [\(closure.captures.map(\.text).joined(separator: ", "))]"
    }
    if let parameters = closure.parameters {
      let names = parameters.map(Self.declared).joined(separator: ", ")
      head += names.isEmpty || closure.result != nil ? " (\(names))" : " \(names)"
      if let result = closure.result { head += " -> \(result.text)" }
    }
    writeBlock(head: head.isEmpty ? "" : head + " in", closure.body, prefersLine: true)
  }
}

// MARK: Operators

extension Printer {
  private mutating func writeOperation(_ expression: Expression) {
    switch expression.kind {
    case .prefix(let sign, let operand):
      write(sign.rawValue)
      write(operand, atLeast: operand.needsParentheses(behind: sign) ? nil : .prefix)
    case .binary(let found, let left, let right):
      let strength = Strength(found.precedence)
      let isChain = ![.comparison, .coalescing, .range].contains(found.precedence)
      write(left, atLeast: isChain ? strength : strength.next)
      write(strength == .range ? found.rawValue : " \(found.rawValue) ")
      write(right, atLeast: found == .coalesce ? strength : strength.next)
    case .conditional(let condition, let first, let second):
      write(condition, atLeast: .or)
      write(" ? ")
      write(first)
      write(" : ")
      write(second)
    case .operatorReference(let found): write(found.rawValue)
    default: break
    }
  }

  /// Without a strength, in parentheses whatever it is.
  private mutating func write(_ expression: Expression, atLeast strength: Strength?) {
    if let strength { return write(expression, atLeast: strength) }
    write("(")
    writeBare(expression)
    write(")")
  }

  private mutating func writePostfix(_ expression: Expression) {
    switch expression.kind {
    case .implicitMember(let name): write(".\(name.text)")
    case .member(let base, let name):
      write(base, atLeast: .postfix)
      write(".\(name.text)")
    case .call(let call): write(call)
    case .subscript(let base, let arguments):
      write(base, atLeast: .postfix)
      writeArguments(arguments, between: ("[", "]"))
    case .generic(let base, let types):
      write(base, atLeast: .postfix)
      write("<\(types.map(\.text).joined(separator: ", "))>")
    case .optionalChain(let base):
      write(base, atLeast: .postfix)
      write("?")
    case .forceUnwrap(let base):
      write(base, atLeast: .postfix)
      write("!")
    default: break
    }
  }

  private mutating func write(_ call: Call) {
    write(call.function, atLeast: .postfix)
    let plain = call.arguments.filter { !$0.isTrailing }
    let trailing = call.arguments.filter(\.isTrailing)
    if !plain.isEmpty || trailing.isEmpty || call.function.needsParenthesesBeforeClosure {
      writeArguments(plain, between: ("(", ")"))
    }
    for argument in trailing {
      write(" " + (argument.label.map { "\($0.text): " } ?? ""))
      writeBare(argument.value)
    }
  }

  private mutating func writeArguments(
    _ arguments: [Argument], between brackets: (String, String)
  ) {
    write(brackets.0)
    writeList(arguments) { printer, argument in
      if let label = argument.label { printer.write("\(label.text): ") }
      printer.write(argument.value, atLeast: .element)
    }
    write(brackets.1)
  }
}

extension Expression {
  fileprivate var strength: Strength {
    switch kind {
    case .operatorReference: .element
    case .conditional: .conditional
    case .binary(let found, _, _): Strength(found.precedence)
    // The period would continue a number or a key path.
    case .prefix, .integer, .double, .duration, .keyPath: .prefix
    default: .postfix
    }
  }

  fileprivate func needsParentheses(behind sign: PrefixOperator) -> Bool {
    switch (sign, kind) {
    case (.minus, .integer(let value)): value >= 0
    case (.minus, .double(let value)): value.sign == .plus
    case (.minus, .duration(let value)): value.nanoseconds >= 0
    case (.reference, .prefix(.reference, _)): true
    default: false
    }
  }

  /// Whether the first token is exactly this name.
  fileprivate func beginsWithName(_ name: Substring) -> Bool {
    switch kind {
    case .name(let own): own == name
    case .member(let base, _), .generic(let base, _), .optionalChain(let base),
      .forceUnwrap(let base), .subscript(let base, _), .binary(_, let base, _),
      .conditional(let base, _, _):
      base.beginsWithName(name)
    case .call(let call): call.function.beginsWithName(name)
    default: false
    }
  }

  /// Where a closure right behind would belong to another call.
  fileprivate var needsParenthesesBeforeClosure: Bool {
    switch kind {
    case .call(let call): call.arguments.last?.isTrailing != true
    case .name, .member, .implicitMember, .generic, .subscript, .forceUnwrap: false
    default: true
    }
  }
}

extension ReservedWord {
  /// Whether a name must wear backticks so as not to be taken for a keyword.
  fileprivate static func isMistakable(_ name: String) -> Bool {
    name != "init" && isReserved(name) || name == "await"
  }
}

extension Escape {
  /// The inside of a string literal that means `text`.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\0": result += "\\0"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Writes durations as scripts do, in the largest unit that needs no fraction.
enum DurationLiteral {
  static func of(_ duration: VirtualDuration) -> String {
    let sign = duration.nanoseconds < 0 ? "-" : ""
    let nanoseconds = duration.nanoseconds.magnitude
    let units: [(String, UInt64)] = [("m", 60_000_000_000), ("s", 1_000_000_000)]
    for (name, length) in units where nanoseconds > 0 && nanoseconds % length == 0 {
      return "\(sign)\(nanoseconds / length)\(name)"
    }
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return "\(sign)\(whole)ms" }
    var fraction = String(rest + 1_000_000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)ms"
  }
}
