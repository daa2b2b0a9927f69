import Testing

@testable import Marbles

@Suite("Sentences of an instant")
struct InstantSentencesTests {
  private func sentences(_ recording: Recording) -> [String] {
    let diagram = Diagram(recording)
    let sentences = InstantSentences(diagram)
    return diagram.columns.indices.compactMap { sentences.text(of: $0) }
  }

  @Test("the sentences of share() name the cause first, then its effects")
  func theSentencesOfShareNameTheCauseFirstThenItsEffects() {
    #expect(
      sentences(Fixtures.share()) == [
        "A subscribes; share() has 1 subscriber; share() subscribes to upstream #1.",
        "Upstream #1 sends partial; A receives it; B and C miss it.",
        "B subscribes; share() has 2 subscribers.",
        "Upstream #1 sends final; A and B receive it; C misses it.",
        "Upstream #1 finishes; share() ends; A and B finish.",
        "C subscribes; C finishes.",
      ])
  }

  @Test("each instant with a mark has a sentence")
  func eachInstantWithAMarkHasASentence() {
    for fixture in Fixtures.all {
      let diagram = Diagram(fixture.recording)
      let sentences = InstantSentences(diagram)
      for column in diagram.columns.indices {
        let marks = diagram.glyphs.filter { $0.at.column == column }
        let text = sentences.text(of: column)
        #expect((text == nil) == marks.isEmpty, "\(fixture.name) \(column)")
        #expect(text?.hasSuffix(".") ?? true)
      }
    }
  }
}
