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

  @Test("causes of one kind share a sentence if they have no effect")
  func causesOfOneKindShareASentenceIfTheyHaveNoEffect() throws {
    let recording = try Recording(
      json: """
        {"format": "marbles recording", "version": 1, "unit": "ms", "frame": 1, "stages": [],
        "lanes": [
        {"name": "first", "role": "subscription"}, {"name": "second", "role": "subscription"},
        {"name": "third", "role": "subscription"}],
        "events": [
        {"at": 1, "lane": 0, "mark": "value", "text": "a"},
        {"at": 1, "lane": 1, "mark": "value", "text": "a"},
        {"at": 1, "lane": 2, "mark": "value", "text": "b"},
        {"at": 2, "lane": 0, "mark": "value", "text": "a"},
        {"at": 2, "lane": 2, "mark": "finished", "cause": 3},
        {"at": 2, "lane": 1, "mark": "value", "text": "a"}]}
        """)
    #expect(
      sentences(recording) == [
        "First and second receive a. Third receives b.",
        "First receives a; third finishes. Second receives a.",
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
