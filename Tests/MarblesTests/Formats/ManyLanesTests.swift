import Testing

@testable import Marbles

@Suite("Text of many lanes")
struct ManyLanesTests {
  /// Lanes that each receive one value and finish, one after the other.
  private func text(lanes: Int) -> [Substring] {
    let recorder = Recorder()
    for number in 0..<lanes {
      let lane = recorder.lane("lane\(number)")
      lane.subscribed {
        lane.value(number) {}
        lane.finished {}
      }
    }
    return ASCIIFormat().render(Diagram(recorder.recording()))
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("the number of lines grows linearly with the number of lanes")
  func theNumberOfLinesGrowsLinearlyWithTheNumberOfLanes() {
    let small = text(lanes: 200)
    let large = text(lanes: 2_000)
    #expect(large.count < small.count * 12)
    #expect(large.count > 2_000)
  }

  @Test("a panel of many lanes draws the lanes with events and counts the others")
  func aPanelOfManyLanesDrawsTheLanesWithEventsAndCountsTheOthers() {
    let lines = text(lanes: 200)
    for number in 0..<200 {
      #expect(lines.contains { $0.hasPrefix("lane\(number) ") && $0.contains("^") })
    }
    #expect(lines.contains { $0.hasSuffix(" more lines, on which nothing happens here)") })
  }

  @Test("up to a hundred lanes are drawn in every panel")
  func upToAHundredLanesAreDrawnInEveryPanel() {
    let lines = text(lanes: 90)
    #expect(lines.count { $0.hasPrefix("lane0 ") || $0 == "lane0" } > 1)
    #expect(!lines.contains { $0.contains("more lines") })
  }

  /// A graph whose work grew with the product of lanes and marks would take minutes.
  @Test("a graph of 20,000 lanes names each lane once and takes linear time")
  func aGraphOf20000LanesNamesEachLaneOnceAndTakesLinearTime() {
    let recorder = Recorder()
    for number in 0..<20_000 { recorder.lane("lane\(number)").subscribed {} }
    let graph = MermaidGraphFormat().render(Diagram(recorder.recording()))
    #expect(graph.split(separator: "\n").count { $0.contains("[\"lane") } == 20_000)
  }
}
