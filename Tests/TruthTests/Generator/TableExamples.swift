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
    let (a, b) = (dice.pick(streams), dice.pick(streams))
    let text = example.replacingSuffix("(a, b)", "(\(a), \(b))")
      .replacingSuffix("(prefix: a, suffix: b)", "(prefix: \(a), suffix: \(b))")
    return text + ".map { _ in \(dice.roll(9)) }"
  }

  static func step(_ dice: inout Dice) -> String { ".filter { _ in \(dice.pick(conditions)) }" }
}

extension String {
  fileprivate func replacingSuffix(_ suffix: String, _ other: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + other : self
  }
}
