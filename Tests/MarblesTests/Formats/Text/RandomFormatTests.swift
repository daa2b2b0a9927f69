import Foundation
import MarblesTestSupport
import Testing

@testable import Marbles

@Suite("Text formats of random recordings")
struct RandomFormatTests {
  @Test("ASCII pictures keep the width, show every instant and are read back", arguments: 0..<6)
  func asciiPicturesKeepTheWidthShowEveryInstantAndAreReadBack(block: Int) {
    for seed in Scenarios.seeds(block, of: 60, blocks: 6).map(UInt64.init) {
      let diagram = Diagram(RandomRecording.make(seed: seed))
      for format in [ASCIIFormat(), ASCIIFormat(width: 50), ASCIIFormat(unicode: true)] {
        let text = format.render(diagram)
        #expect(text.obeyed.isEmpty, "seed \(seed)")
        for line in text.split(separator: "\n") {
          #expect(TextWidth.cells(line) <= format.width, "seed \(seed): \(line)")
        }
        let ruler = text.split(separator: "\n").filter { $0.hasPrefix("virtual time") }
          .flatMap { $0.dropFirst("virtual time".count).split(separator: " ").map(String.init) }
        var labels = diagram.columns.map(\.label)
        // An instant that continues in the next panel has its label there, too.
        for figure in ruler where figure == labels.first { labels.removeFirst() }
        #expect(labels.isEmpty, "seed \(seed): \(labels)")
      }
    }
  }

  @Test(
    "Mermaid activations are paired and refer to participants", arguments: 0..<6)
  func mermaidActivationsArePairedAndReferToParticipants(block: Int) throws {
    let ids = try Regex("\\b[USATI][0-9]+\\b")
    for seed in Scenarios.seeds(block, of: 60, blocks: 6).map(UInt64.init) {
      let diagram = Diagram(RandomRecording.make(seed: seed))
      var known: Set<String> = []
      var active: Set<String> = []
      for line in MermaidFormat().render(diagram).split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "participant": known.insert(words[1])
        case "activate": #expect(active.insert(words[1]).inserted, "seed \(seed)")
        case "deactivate": #expect(active.remove(words[1]) != nil, "seed \(seed)")
        default:
          guard line.contains("->>") || line.contains("--)") else { continue }
          let head = line.prefix { $0 != ":" }
          for match in head.matches(of: ids) {
            #expect(known.contains(String(head[match.range])), "seed \(seed): \(line)")
          }
        }
      }
      #expect(MermaidGraphFormat().render(diagram).contains("\ngraph LR\n%% marbles\n"))
    }
  }

  @Test("the page lists each mark once, and its cause", arguments: 0..<3)
  func thePageListsEachMarkOnceAndItsCause(block: Int) throws {
    let marks = try Regex("<li data-glyph=\"([0-9]+)\"( data-cause=\"([0-9]+)\")?")
    for seed in Scenarios.seeds(block, of: 60, blocks: 6).map(UInt64.init) {
      let diagram = Diagram(RandomRecording.make(seed: seed))
      let page = HTMLFormat().render(diagram)
      var listed: Set<Int> = []
      var causes: Set<Int> = []
      for match in page.matches(of: marks) {
        let number = match.output[1].substring.flatMap { Int($0) } ?? -1
        #expect(listed.insert(number).inserted, "seed \(seed)")
        if let cause = match.output[3].substring.flatMap({ Int($0) }) { causes.insert(cause) }
      }
      #expect(listed == Set(diagram.glyphs.indices), "seed \(seed)")
      #expect(causes.isSubset(of: listed), "seed \(seed)")
    }
  }
}
