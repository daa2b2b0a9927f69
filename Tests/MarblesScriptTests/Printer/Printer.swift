@testable import MarblesScript

/// Writes a tree as a script in regular form; reading it again gives the same tree.
///
/// Comments, spans and superfluous parentheses are not in the tree and are not written.
struct Printer {
  private(set) var output = ""
  private var indentation = 0
  /// Inside an interpolation no line may end.
  private(set) var isInline = false

  static func print(_ script: Script) -> String {
    var printer = Printer()
    for statement in script.statements {
      printer.write(statement)
      printer.output += "\n"
    }
    return printer.output
  }

  static func print(_ expression: Expression) -> String {
    var printer = Printer()
    printer.write(expression)
    return printer.output
  }

  mutating func write(_ text: String) { output += text }

  mutating func writeList<Element>(
    _ elements: [Element], _ writeElement: (inout Printer, Element) -> Void
  ) {
    for (index, element) in elements.enumerated() {
      if index > 0 { write(", ") }
      writeElement(&self, element)
    }
  }

  /// The text that `body` writes, in one line.
  mutating func writeInline(_ body: (inout Printer) -> Void) {
    let outer = isInline
    isInline = true
    body(&self)
    isInline = outer
  }

  /// The text that `body` writes, which is not yet in the output.
  func captured(_ body: (inout Printer) -> Void) -> String {
    var inner = self
    inner.output = ""
    body(&inner)
    return inner.output
  }

  /// `{ … }`, a line each unless all fits into one.
  mutating func writeBlock(head: String = "", _ body: [CodeStatement], prefersLine: Bool = false) {
    write("{" + head)
    if body.isEmpty {
      write(" }")
    } else if isInline || prefersLine && body.count == 1 && body[0].fitsIntoLine {
      write(" ")
      writeStatements(body, separator: "; ")
      write(" }")
    } else {
      indentation += 1
      newLine()
      writeStatements(body, separator: nil)
      indentation -= 1
      newLine()
      write("}")
    }
  }

  mutating func writeStatements(_ body: [CodeStatement], separator: String?) {
    for (index, statement) in body.enumerated() {
      if index > 0 { separator.map { write($0) } ?? newLine() }
      write(statement, isFirst: index == 0)
    }
  }

  private mutating func newLine() {
    write("\n" + String(repeating: "  ", count: indentation))
  }

  /// The next case of a `switch`, or its end.
  mutating func nextCase() { if isInline { write("; ") } else { newLine() } }

  mutating func indented(_ body: (inout Printer) -> Void) {
    indentation += 1
    body(&self)
    indentation -= 1
  }
}

extension CodeStatement {
  fileprivate var fitsIntoLine: Bool {
    switch kind {
    case .expression, .assignment, .return, .throw, .break, .continue, .binding: true
    default: false
    }
  }
}

// MARK: Statements outside of blocks

extension Printer {
  mutating func write(_ statement: Statement) {
    switch statement.kind {
    case .title(let text): write("title ", text)
    case .frame(let length):
      write("frame ")
      writeHead(length)
    case .until(let time):
      write("until ")
      writeHead(time)
    case .dialect(let name): write("dialect \(Self.declared(name))")
    case .grammar(let name): write("grammar \(Self.declared(name))")
    case .build(let name): write("build \(Self.declared(name))")
    case .row(let row): write(row)
    case .values(let entries):
      write("where ")
      writeList(entries) { $0.write("\($1.key.text) = ", $1.value) }
    case .at(let block):
      write("at ")
      writeHead(block.time)
      if let lane = block.lane { write(" on \(Self.declared(lane))") }
      write(" ")
      writeBlock(block.body)
    case .thread(let block):
      write("thread \(Self.declared(block.name))")
      if let from = block.from {
        write(" from ")
        writeHead(from)
      }
      write(" ")
      writeBlock(block.body)
    case .expect(let expectation): write(expectation)
    case .compare(.row(let row)):
      write("compare ")
      write(row)
    case .compare(.dialects(let names)):
      write("compare " + names.map(Self.declared).joined(separator: ", "))
    case .code(let code): write(code, isFirst: false)
    }
  }

  mutating func write(_ keyword: String, _ expression: Expression) {
    write(keyword)
    write(expression)
  }

  private mutating func write(_ row: Row) {
    write(row.names.map(\.text).joined(separator: ", ") + ":")
    if !row.marbles.text.isEmpty { write(" " + row.marbles.text) }
  }

  private mutating func write(_ expectation: Expectation) {
    write("expect ")
    switch expectation {
    case .row(let row): write(row)
    case .condition(let condition): write(condition)
    case .stops(let text): write("stops ", text)
    case .warning(let text): write("warning ", text)
    }
  }

  /// A name where a new one may stand.
  static func declared(_ name: Name) -> String {
    ReservedWord.isReserved(name.text) ? "`\(name.text)`" : name.text
  }
}
