import Testing

@testable import MarblesScript

/// Draws the errors into the source, and compares the result with `marked`.
///
/// A line of `marked` that begins with `^` is not part of the source. It marks an error in the line
/// above, at its column and with the length of its tildes: `^~~ text | hint`.
func expectErrors(
  _ marked: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let lines = marked.split(separator: "\n", omittingEmptySubsequences: false)
  let source = SourceText(
    name: "script.txt", text: lines.filter { !isMark($0) }.joined(separator: "\n"))
  let drawn = draw(Script.parse(source).diagnostics, in: source)
  #expect(drawn == marked, sourceLocation: sourceLocation)
}

/// Parses a valid text and returns the dumps of its statements.
func parse(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) -> String {
  let source = SourceText(name: "script.txt", text: text)
  let (script, diagnostics) = Script.parse(source)
  #expect(draw(diagnostics, in: source) == text, sourceLocation: sourceLocation)
  return script.dump
}

private func isMark(_ line: Substring) -> Bool {
  line.drop { $0 == " " }.first == "^"
}

private func draw(_ diagnostics: [Diagnostic], in source: SourceText) -> String {
  var marks: [Int: [String]] = [:]
  for diagnostic in diagnostics {
    let place = source.location(of: diagnostic.span.start)
    let indent = String(repeating: " ", count: place.column - 1)
    let end = min(diagnostic.span.end, source.span(ofLine: place.line - 1).end)
    let length = source.text(of: SourceRange(diagnostic.span.start, end)).count
    let underline = "^" + String(repeating: "~", count: max(0, length - 1))
    let hint = diagnostic.hint.map { " | " + $0 } ?? ""
    marks[place.line, default: []].append("\(indent)\(underline) \(diagnostic.text)\(hint)")
  }
  var drawn: [String] = []
  for line in 1...source.lineCount {
    drawn.append(source.text(of: source.span(ofLine: line - 1)))
    drawn += marks[line] ?? []
  }
  return drawn.joined(separator: "\n")
}
