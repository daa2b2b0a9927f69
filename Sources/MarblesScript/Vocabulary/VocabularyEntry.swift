/// An entry of the tables of words and sink operators, for documentation.
package struct VocabularyEntry: Sendable {
  package let name: String
  /// The heading of its group, such as `subjects`.
  package let family: String
  /// One sentence.
  package let summary: String
  package let signatures: [Signature]
  package let example: String
  /// Whether it follows a stream and a period.
  package let isMember: Bool
  /// Whether a list contains the entry. Types with the sources of another type are left out.
  package let isListed: Bool

  /// All entries, grouped by family.
  package static let all: [VocabularyEntry] =
    SinkOperator.all.map { VocabularyEntry($0) }
    + families.flatMap { family, words in words.map { VocabularyEntry($0, family) } }

  private static let families: [(String, [Word])] = [
    ("subjects", Word.subjects), ("relays", Word.relays + Word.trackers),
    ("publishers", Word.publishers),
    ("publishers that join", Word.joining), ("observables", Word.observables),
    ("traits", Word.traits), ("schedulers", Word.queues),
    ("other", Word.work + Word.tasks + Word.subscriptions + Word.functions),
  ]

  private init(_ sink: SinkOperator) {
    name = sink.name
    family = "ends of pipelines"
    summary = sink.summary
    signatures = sink.signatures
    example = sink.example
    isMember = true
    isListed = true
  }

  private init(_ word: Word, _ family: String) {
    name = word.name
    self.family = family
    summary = word.summary
    signatures = word.signatures
    example = word.example
    isMember = false
    isListed = family != "traits" && family != "publishers that join"
  }
}
