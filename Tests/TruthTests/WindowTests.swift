import Foundation
import Marbles
import MarblesScript
import MarblesTestSupport
import Testing

@Suite("Windows of time")
struct WindowTests {
  /// Every format draws the window, and the picture and the page name each strip of the diagram.
  private func draw(_ recording: Recording, from: VirtualTime?, until: VirtualTime?, _ name: String)
  {
    let diagram = Diagram(recording, options: LayoutOptions(from: from, until: until))
    let window = "\(name) from \(from.map { "\($0)" } ?? "-") until \(until.map { "\($0)" } ?? "-")"
    for format in OutputFormat.all {
      let text = format.render(recording, diagram: diagram, options: FormatOptions())
      #expect(!text.isEmpty, "\(window)")
      switch format {
      case .svg:
        let drawn = Set(text.replacing("&quot;", with: "\"").components(separatedBy: "<title>"))
        for strip in diagram.strips {
          let title = diagram.sentence(for: strip).prefix(12)
          #expect(drawn.contains { $0.hasPrefix(title) }, "\(window): \(title)")
        }
      case .html:
        let listed = text.components(separatedBy: "<li data-strip=").count - 1
        #expect(listed == diagram.strips.count, "\(window)")
      default: break
      }
    }
  }

  /// Windows that begin and end at the instants of a recording, and between them.
  private func windows(of recording: Recording) -> [(VirtualTime?, VirtualTime?)] {
    var times: [VirtualTime] = []
    for event in recording.events where times.last != event.time { times.append(event.time) }
    let step = max(1, times.count / 2)
    var windows: [(VirtualTime?, VirtualTime?)] = []
    for index in stride(from: 0, to: times.count, by: step) {
      let time = times[index]
      let between = time + VirtualDuration(nanoseconds: recording.frame.nanoseconds / 2)
      windows += [(time, time), (between, between), (between, nil), (nil, time)]
      if index + 1 < times.count { windows.append((time, times[index + 1])) }
    }
    return windows
  }

  @Test(
    "each format draws each window of an example",
    arguments: Scenarios.sample(ExampleTruthTests.names, oneOf: 4))
  func eachFormatDrawsEachWindowOfAnExample(_ name: String) throws {
    let text = try ExampleTruthTests.text(of: name)
    let recording = Simulation(script: text, file: name).run().recording
    for (from, until) in windows(of: recording) { draw(recording, from: from, until: until, name) }
  }

  @Test("each format draws each window of a random recording", arguments: 0..<4)
  func eachFormatDrawsEachWindowOfARandomRecording(block: Int) {
    for seed in Scenarios.seeds(block, of: 8, blocks: 4) {
      let script = ScriptWriter.script(seed: seed)
      let recording = Simulation(script: script, file: "seed-\(seed).txt").run().recording
      for (from, until) in windows(of: recording) {
        draw(recording, from: from, until: until, "seed \(seed)")
      }
    }
  }

  @Test("a delayed value that is still held in a window without events is drawn in every format")
  func aDelayedValueThatIsStillHeldInAWindowWithoutEventsIsDrawnInEveryFormat() {
    let script = """
      let s = PassthroughSubject()
      let a = s.delay(for: 20).sink()
      s: -a
      """
    let recording = Simulation(script: script, file: "held.txt").run().recording
    let frames = { (count: Int) in
      VirtualTime.zero + VirtualDuration(nanoseconds: recording.frame.nanoseconds * Int64(count))
    }
    let diagram = Diagram(recording, options: LayoutOptions(from: frames(5), until: frames(6)))
    #expect(diagram.strips.map(\.text) == ["a"])
    #expect(diagram.columns.map(\.label) == ["5"])
    #expect(MermaidFormat().render(diagram).contains("Note over S1: t=5: holds a"))
    #expect(SVGFormat().render(diagram).contains("<title>delay(for: 20) holds a</title>"))
    #expect(ASCIIFormat().render(diagram).contains("[a~~"))
  }
}
