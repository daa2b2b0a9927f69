import Foundation
import Testing

@testable import Marbles

@Suite("The Mermaid formats")
struct MermaidFormatTests {
  private func diagram(_ name: String) -> Diagram {
    Fixtures.all.first { $0.name == name }.map { Diagram($0.recording) } ?? Diagram()
  }

  /// The lines after the descriptions, without their indentation.
  private func body(_ text: String) -> [String] {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
    let start = lines.firstIndex { $0.hasPrefix("accDescr") } ?? 0
    return Array(lines[(start + 1)...])
  }

  @Test("each line break of a text is shown, also those of empty lines")
  func eachLineBreakOfATextIsShownAlsoThoseOfEmptyLines() {
    #expect(MermaidText.encoded("a\n\nb\r\nc\n") == "a⏎⏎b⏎c⏎")
  }

  @Test("the sequence diagram of share() has a message per event")
  func theSequenceDiagramOfShareHasAMessagePerEvent() {
    #expect(
      body(MermaidFormat().render(diagram("share"))) == [
        "participant U1 as upstream #35;1", "participant S1 as share()<br/>PassthroughSubject",
        "participant A1 as A", "participant A2 as B", "participant A3 as C",
        "A1->>S1: t=0: subscribe", "activate A1", "S1->>U1: connect", "activate U1",
        "U1->>S1: t=10: partial", "S1->>A1: partial", "A2->>S1: t=20: subscribe (missed 1)",
        "activate A2", "U1->>S1: t=30: final", "S1->>A1: final", "S1->>A2: final",
        "U1--)S1: t=40: finished", "deactivate U1", "S1--)A1: finished", "deactivate A1",
        "S1--)A2: finished", "deactivate A2", "A3->>S1: t=50: subscribe (missed 2)",
        "activate A3", "S1--)A3: finished", "deactivate A3",
      ])
  }

  @Test("replays, drops, cancels and failures are named")
  func replaysDropsCancelsAndFailuresAreNamed() {
    let replay = body(MermaidFormat().render(diagram("share-replay")))
    #expect(replay.contains("S1-->>A2: replay Ada Lovelace"))
    #expect(replay.contains("A1-xS1: t=40: cancel"))
    #expect(replay.last?.hasSuffix(": not shown: what hubs and relays hold") == true)
    let restart = body(MermaidFormat().render(diagram("restart")))
    #expect(restart.contains("S1-xA2: 52.6, 13.4 is dropped, no demand"))
    #expect(restart.contains("A2->>S1: t=40: request 2"))
    #expect(restart.contains("S1-xU1: cancel"))
    #expect(restart.contains("S1--xA3: failed: offline"))
    let update = body(MermaidFormat().render(diagram("lost-update")))
    #expect(update.contains("S1-->>T1: t=1: read []"))
    #expect(update.contains("T1->>S1: t=3: [#quot;apple#quot;]"))
  }

  @Test("the graph has the elements of each edge")
  func theGraphHasTheElementsOfEachEdge() {
    #expect(
      body(MermaidGraphFormat().render(diagram("share"))) == [
        #"U1["upstream #35;1<br/>2 values, finished at 40"]"#,
        #"S1(["share()<br/>PassthroughSubject"])"#,
        #"A1["A<br/>subscribed at 0"]"#, #"A2["B<br/>subscribed at 20"]"#,
        #"A3["C<br/>subscribed at 50"]"#, #"U1 -->|"partial, final"| S1"#,
        #"S1 -->|"partial, final"| A1"#, #"S1 -->|"final"| A2"#,
        #"S1 -.->|"finished only"| A3"#,
      ])
  }

  @Test("elements that a lane received differ from those that it passed on")
  func elementsThatALaneReceivedDifferFromThoseThatItPassedOn() {
    let lines = body(MermaidGraphFormat().render(diagram("diamond")))
    #expect(lines.contains(#"S1 -->|"1, 2, 3, 4"| A1"#))
    #expect(lines.contains(#"A1 -->|"10, 20, 30, 40"| S2"#))
    #expect(lines.contains(#"S1 -->|"1 (swallowed), 2, 3 (swallowed), 4"| A2"#))
  }

  @Test("only active participants are deactivated, each once")
  func onlyActiveParticipantsAreDeactivatedEachOnce() {
    for (name, recording) in Fixtures.all {
      var active: Set<String> = []
      for line in body(MermaidFormat().render(Diagram(recording))) {
        let words = line.split(separator: " ").map(String.init)
        if words.first == "activate" { #expect(active.insert(words[1]).inserted, "\(name)") }
        if words.first == "deactivate" { #expect(active.remove(words[1]) != nil, "\(name)") }
      }
    }
  }

  @Test("each diagram has a title and a description")
  func eachDiagramHasATitleAndADescription() {
    for (_, recording) in Fixtures.all {
      for text in [
        MermaidFormat().render(Diagram(recording)), MermaidGraphFormat().render(Diagram(recording)),
      ] {
        #expect(text.contains("\n    accTitle: ") && text.contains("\n    accDescr: "))
      }
    }
    #expect(MermaidFormat().render(Diagram()).contains("accTitle: marble diagram"))
  }

  @Test("a hostile text stays inside its label", arguments: HostileTexts.all)
  func aHostileTextStaysInsideItsLabel(text: String) throws {
    let diagram = Diagram(HostileTexts.recording(text))
    let ids = "[SUATIP][0-9]+"
    let label = "[^\\n%{}<>\"`$\\\\;|]|#[0-9a-z]+;|<br/>"
    let sequence = try Regex(
      "participant \(ids) as (\(label))+|(activate|deactivate) \(ids)"
        + "|\(ids)(->>|-->>|--\\)|--x|-x)\(ids): (\(label))+"
        + "|Note over \(ids)(,\(ids))?: (\(label))+|%% not shown: [a-z, ]+")
    for line in body(MermaidFormat().render(diagram)) {
      #expect(line.wholeMatch(of: sequence) != nil, "\(line)")
    }
    let graph = try Regex(
      "\(ids)(\\[\"|\\(\\[\")(\(label))+(\"\\]|\"\\]\\))"
        + "|\(ids) (-->|-\\.->)\\|\"(\(label))+\"\\| \(ids)")
    for line in body(MermaidGraphFormat().render(diagram)) {
      #expect(line.wholeMatch(of: graph) != nil, "\(line)")
    }
    #expect(MermaidFormat().render(diagram).obeyed.isEmpty)
    #expect(MermaidGraphFormat().render(diagram).obeyed.isEmpty)
  }

  @Test("an effect follows its cause, and a stage requests from the lane that feeds it")
  func anEffectFollowsItsCauseAndAStageRequestsFromTheLaneThatFeedsIt() throws {
    let lines = body(MermaidFormat().render(diagram("buffer")))
    for (number, line) in lines.enumerated()
    where line.hasPrefix("Note") && line.contains(" drops ") {
      // The value that found the buffer full arrives first.
      #expect(lines[number - 1].hasPrefix("U1->>S1: "), "\(lines[number - 1]) before \(line)")
    }
    for fixture in Fixtures.all {
      for line in body(MermaidFormat().render(Diagram(fixture.recording)))
      where line.contains("request ") && !line.contains("subscribe") {
        #expect(!line.hasPrefix("U"), "\(fixture.name): \(line)")
      }
    }
  }

  @Test("the title is visible, and long notes are wrapped")
  func theTitleIsVisibleAndLongNotesAreWrapped() {
    var recording = Fixtures.share()
    recording.title = "a \"quoted\" <b>title</b>"
    for text in [
      MermaidFormat().render(Diagram(recording)), MermaidGraphFormat().render(Diagram(recording)),
    ] {
      #expect(text.hasPrefix("---\ntitle: \"a \\\"quoted\\\" ‹b›title‹/b›\"\n"))
    }
    #expect(
      MermaidText.wrapped("first difference, at 30ms: expected nothing, recorded final")
        == "first difference, at 30ms: expected<br/>nothing, recorded final")
  }

  @Test("a graph connects threads with the stages that they send to and read")
  func aGraphConnectsThreadsWithTheStagesThatTheySendToAndRead() {
    let lines = body(MermaidGraphFormat().render(diagram("lost-update")))
    for thread in ["T1", "T2"] {
      #expect(
        lines.contains { $0.hasPrefix("\(thread) -->|") && $0.hasSuffix("| S1") }, "\(thread)")
      #expect(lines.contains { $0.hasPrefix("S1 -.->|\"read ") && $0.hasSuffix("| \(thread)") })
    }
  }

  private static let folder = ProcessInfo.processInfo.environment["MARBLES_PICTURES"]

  @Test(
    "hostile diagrams are written to the folder of MARBLES_PICTURES for the browser test",
    .enabled(if: folder != nil))
  func hostileDiagramsAreWrittenToTheFolderOfMARBLESPICTURESForTheBrowserTest() throws {
    let folder = try #require(Self.folder)
    for (number, text) in HostileTexts.all.enumerated() {
      let recording = HostileTexts.recording(text)
      let panels = Diagram(title: text, panels: [(text, recording), ("two", recording)])
      for (name, diagram) in [("one", Diagram(recording)), ("two", panels)] {
        for format in [OutputFormat.svg, .mermaid, .graph] {
          let path = "\(folder)/hostile-\(number)-\(name).\(format.suffix)"
          try format.render(recording, diagram: diagram, options: FormatOptions())
            .write(toFile: path, atomically: true, encoding: .utf8)
        }
      }
    }
  }
}
