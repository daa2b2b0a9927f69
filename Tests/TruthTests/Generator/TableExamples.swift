import MarblesCombine

@testable import MarblesScript

/// Sources and conditions from the tables of words and members of the language.
enum TableExamples {
  /// The words that create a publisher.
  private static let sources = Word.all.filter { $0.kind == .stream }.map(\.example)

  /// Expressions that are `true`, one for each member of a value that changes nothing.
  private static let conditions = Member.all.filter { member in
    member.kinds.isSubset(of: ValueKind.values.union(ValueKind.sequences))
      && member.refusal == nil && !member.isMutation && !member.example.isEmpty
  }.map(\.example)

  /// The example of a word, with streams of the script as its arguments. It gives integers.
  static func source(_ dice: inout Dice, _ streams: [String]) -> String {
    let example = dice.pick(sources)
    let text = naming(["a": dice.pick(streams), "b": dice.pick(streams)], in: example)
    return text + ".map { _ in \(dice.roll(9)) }"
  }

  /// The example with other names; labels and strings stay as they are.
  private static func naming(_ names: [String: String], in example: String) -> String {
    let source = SourceText(name: "example", text: example)
    var lexer = Lexer(source)
    var text = ""
    var end = 0
    var token = lexer.next()
    while token.kind != .end {
      let next = lexer.next()
      if token.kind == .name, next.kind != .colon, let name = names[source.text(of: token.span)] {
        text += source.text(of: SourceRange(end, token.span.start)) + name
        end = token.span.end
      }
      token = next
    }
    return text + source.text(of: SourceRange(end, source.bytes.count))
  }

  static func step(_ dice: inout Dice) -> String { ".filter { _ in \(dice.pick(conditions)) }" }
}
