import Marbles
import Testing

@testable import MarblesCommand

@Suite("Other commands")
struct OtherCommandTests {
  @Test("diff prints the differences and both lanes, or that there are none")
  func diffPrintsTheDifferencesAndBothLanesOrThatThereAreNone() {
    let world = TestWorld.withRecording()
    #expect(world.run("diff", "share.json", "share.json").output == "no difference\n")
    world.put(TestWorld.recording(value: "b").json(), "b.json")
    let ending = world.run("diff", "share.json", "b.json")
    #expect(ending.status == .failed)
    #expect(
      ending.output.hasPrefix(
        """
        A at 2: expected a, recorded b
        up at 2: expected a, recorded b

        """))
    #expect(ending.output.contains("\nshare.json and b.json\n"))
    world.terminal.outputWidth = nil
    #expect(world.run("diff", "share.json", "b.json", "--svg").status == .failed)
    #expect(world.text("share-b.svg")?.contains("<svg") == true)
  }

  @Test("compare prints a table as text or Markdown")
  func comparePrintsATableAsTextOrMarkdown() {
    let world = TestWorld.withRecording()
    world.put(TestWorld.recording(title: "B | C", value: "b").json(), "b.json")
    #expect(
      world.run("compare", "share.json", "b.json").output == """
                   A
        A picture  a, finished
        B | C      b, finished

        """)
    #expect(
      world.run("compare", "share.json", "b.json", "--markdown").output == """
        |  | A |
        | --- | --- |
        | A picture | a, finished |
        | B \\| C | b, finished |

        """)
  }

  @Test("compare --dialects reports an error of several dialects once")
  func compareDialectsReportsAnErrorOfSeveralDialectsOnce() {
    let world = TestWorld()
    world.put("let a = Just(1).sink()\nat 1 { a.send(1 / 0) }\n", "error.txt")
    let ending = world.run("compare", "error.txt", "--dialects")
    #expect(ending.status == .invalidInput)
    #expect(ending.errors.split(separator: "\n").count { $0.contains(": error: ") } == 1)
  }

  @Test("compare distinguishes scripts with equal titles by their paths")
  func compareDistinguishesScriptsWithEqualTitlesByTheirPaths() {
    let world = TestWorld.withRecording()
    world.put(TestWorld.recording(value: "b").json(), "in/b.json")
    #expect(
      world.run("compare", "share.json", "in/b.json").output == """
                                A
        A picture (share.json)  a, finished
        A picture (in/b.json)   b, finished

        """)
  }

  @Test("compare takes standard input, and the scripts and traces of a folder")
  func compareTakesStandardInputAndTheScriptsAndTracesOfAFolder() {
    let world = TestWorld()
    world.files.folders = ["in", "empty"]
    world.put("title \"One\"\nlet A = Just(1).sink()\n", "in/1.txt")
    world.put("title \"Two\"\nlet A = Just(2).sink()\n", "in/2.txt")
    // A recording beside its script is not an input.
    world.put(TestWorld.recording().json(), "in/2.json")
    world.input.bytes = Array("title \"Three\"\nlet A = Just(3).sink()\n".utf8)
    let ending = world.run("compare", "in", "-")
    #expect(ending.errors == "")
    #expect(
      ending.output == """
               A
        One    1, finished
        Two    2, finished
        Three  3, finished

        """)
    let empty = world.run("compare", "empty")
    #expect(empty.errors.contains("'empty': the folder has no scripts or traces"))
    #expect(empty.status == .fileError)
    let dialects = world.run("compare", "in", "--dialects")
    #expect(dialects.errors == "marbles: error: '--dialects' takes one script\n")
    #expect(world.run("compare", "-", "--dialects").output.hasPrefix("         A\n"))
  }

  @Test("a file named .jsonl is read as JSON, whatever its first line is")
  func aFileNamedJsonlIsReadAsJSONWhateverItsFirstLineIs() {
    let world = TestWorld()
    world.put("hello\n{\"format\": \"marbles trace\", \"version\": 1}\n", "trace.jsonl")
    let ending = world.run("trace.jsonl")
    #expect(ending.errors.hasPrefix("trace.jsonl:1:1: error: "), "\(ending.errors)")
    #expect(!ending.errors.contains("statement"))
  }

  @Test("grammar prints the meaning of a string as text or JSON")
  func grammarPrintsTheMeaningOfAStringAsTextOrJSON() {
    let world = TestWorld()
    #expect(
      world.run("grammar", "a 9ms (bc)-|").output == """
        notifications
           0  next a
          10  next b
          10  next c
          15  complete

        """)
    #expect(
      world.run("grammar", "--json", "a|").output
        == #"{"notifications":[{"frame":0,"kind":"next","value":"a"},"#
        + #"{"frame":1,"kind":"complete"}],"subscription":null}"# + "\n")
    let unclosed = world.run("grammar", "(ab")
    #expect(unclosed.errors.hasPrefix("grammar:1:1: warning: the group is not closed"))
    #expect(unclosed.status == .success)
    #expect(world.run("grammar", "--strict", "(ab").status == .invalidInput)
  }

  @Test("operators lists the catalogue by family, or one operator in detail")
  func operatorsListsTheCatalogueByFamilyOrOneOperatorInDetail() {
    let list = TestWorld().run("operators").output
    #expect(list.contains("sharing\n"))
    #expect(list.contains("  share "))
    let one = TestWorld().run("operators", "share").output
    #expect(one.hasPrefix("share (combine"))
    #expect(one.contains("  example: "))
  }

  @Test("operators lists each operator once, below the heading of its family")
  func operatorsListsEachOperatorOnceBelowTheHeadingOfItsFamily() {
    let lines = TestWorld().run("operators").output.split(separator: "\n")
    #expect(Set(lines).count == lines.count)
    var families: [String: Set<String>] = [:]
    var family = ""
    for line in lines {
      if line.hasPrefix("  ") {
        families[String(line.split(separator: " ")[0]), default: []].insert(family)
      } else {
        family = String(line)
      }
    }
    #expect(families["share"] == ["sharing"])
    #expect(families["map"] == ["transforming"])
    #expect(families["debounce"] == ["time"])
  }

  @Test("operators also lists sources and ends of pipelines")
  func operatorsAlsoListsSourcesAndEndsOfPipelines() {
    let list = TestWorld().run("operators").output
    for family in ["subjects", "relays", "publishers", "schedulers", "ends of pipelines"] {
      #expect(list.contains("\n\(family)\n"))
    }
    let timer = TestWorld().run("operators", "Timer.publish").output
    #expect(timer.hasPrefix("Timer.publish (publishers)\n"))
    #expect(timer.contains("\n  Timer.publish(every: duration"))
    #expect(TestWorld().run("operators", "sink").output.contains("\n  .sink("))
  }
}
