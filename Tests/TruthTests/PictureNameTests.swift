import Marbles
import MarblesScript
import Testing

@Suite("The names in pictures")
struct PictureNameTests {
  private func diagram(_ script: String, _ options: LayoutOptions = LayoutOptions()) -> Diagram {
    Simulation(script: script, file: "names.txt").run().diagram(options: options)
  }

  private func names(_ diagram: Diagram) -> [String] { diagram.rows.map(\.name) }

  /// Two sinks without a name, and an input.
  private let twoSinks = """
    let taps = PassthroughSubject()
    var bag = Set<AnyCancellable>()
    at 1 { taps.map { $0 }.sink { _ in }.store(in: &bag) }
    at 2 { taps.map { $0 }.sink { _ in }.store(in: &bag) }
    taps: ---a
    """

  @Test("rows of one name are numbered from 1 on")
  func rowsOfOneNameAreNumberedFrom1On() {
    #expect(names(diagram(twoSinks)) == ["taps", "sink #1", "sink #2"])
  }

  @Test("a row can be chosen by the number that the picture shows")
  func aRowCanBeChosenByTheNumberThatThePictureShows() {
    #expect(names(diagram(twoSinks, LayoutOptions(lanes: ["sink #1"]))) == ["sink"])
    #expect(names(diagram(twoSinks, LayoutOptions(lanes: ["sink #2"]))) == ["sink #2"])
  }

  @Test("a stage and a subscriber with the name of another row have their role behind it")
  func aStageAndASubscriberWithTheNameOfAnotherRowHaveTheirRoleBehindIt() throws {
    let script = try ExampleTruthTests.text(of: "recipes/view-models/transfer.txt")
    let names = names(diagram(script))
    // `let amount` is a subject and a shared stream, `let balance` a shared stream and a subscriber,
    // and `let loading` a relay and a subscriber.
    for name in ["amount", "balance", "loading"] {
      #expect(names.filter { $0 == name }.count == 1)
    }
    #expect(names.contains("amount.share"))
    #expect(names.contains("balance.share"))
    #expect(names.contains("loading.subscriber"))
  }

  @Test("a relay that is assigned to a property has the name of the property")
  func aRelayThatIsAssignedToAPropertyHasTheNameOfTheProperty() {
    let diagram = diagram(
      """
      dialect rxswift
      final class ViewModel {
          private let _volume: BehaviorRelay<Int>
          var volume: Driver<Int> { _volume.asDriver() }
          init(initialVolume: Int) { _volume = BehaviorRelay(value: initialVolume) }
      }
      let viewModel = ViewModel(initialVolume: 5)
      let level = viewModel.volume.drive()
      """)
    #expect(names(diagram) == ["_volume", "level"])
  }

  @Test("a summary counts elements by the names of the rows that show them")
  func aSummaryCountsElementsByTheNamesOfTheRowsThatShowThem() throws {
    let script = try ExampleTruthTests.text(of: "recipes/view-models/volume.txt")
    #expect(diagram(script).summary == "combineLatest: 4 from _volume, 4 from _muted, 7 out")
  }

  @Test("a second line without room continues below, broken between words")
  func aSecondLineWithoutRoomContinuesBelowBrokenBetweenWords() throws {
    let script = try ExampleTruthTests.text(of: "recipes/view-models/sync.txt")
    let svg = SVGFormat().render(diagram(script))
    let lines = svg.split(separator: "<text class=\"sm mut\" x=\"24\"").dropFirst().compactMap {
      $0.split(separator: ">").dropFirst().first?.split(separator: "<").first.map(String.init)
    }
    #expect(lines.joined(separator: " ").contains("ignores elements while busy"))
    #expect(!lines.contains { $0.hasSuffix("…") })
  }

  @Test(
    "a second line ends in an ellipsis only behind a complete word",
    arguments: ExampleTruthTests.names)
  func aSecondLineEndsInAnEllipsisOnlyBehindACompleteWord(_ name: String) throws {
    let svg = SVGFormat().render(diagram(try ExampleTruthTests.text(of: name)))
    let texts = svg.split(separator: "<text class=\"sm mut\"").dropFirst().compactMap {
      $0.split(separator: ">").dropFirst().first?.split(separator: "<").first.map(String.init)
    }
    let cut = texts.filter { text in
      // The text of an initial value has a limit of its own.
      text.hasSuffix("…") && !text.hasSuffix(" …") && !text.hasSuffix(".…") && text.contains(" ")
        && !text.contains("initially")
    }
    #expect(cut.isEmpty, "\(name)")
  }
}
