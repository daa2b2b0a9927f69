import Testing

@testable import MarblesCommand

@Suite("Exploring")
struct ExploreTests {
  private static let lostUpdate = """
    title "Two threads"
    let cart = BehaviorRelay(value: [])
    thread T1 { cart.accept(cart.value + ["apple"]) }
    thread T2 from 2 { cart.accept(cart.value + ["pear"]) }
    expect cart.value.count == 2

    """

  @Test("explore prints the number of failing interleavings and draws one")
  func explorePrintsTheNumberOfFailingInterleavingsAndDrawsOne() {
    let world = TestWorld()
    world.put(Self.lostUpdate, "cart.txt")
    let ending = world.run("explore", "cart.txt")
    #expect(ending.status == .failed)
    #expect(ending.output.hasPrefix("cart.txt: 4 of 6 interleavings fail\nTwo threads\n"))
    #expect(ending.errors.contains("expected cart.value.count to be 2, recorded 1"))
    #expect(world.run("cart.txt").status == .success)
  }

  @Test("explore takes standard input, and the scripts of a folder")
  func exploreTakesStandardInputAndTheScriptsOfAFolder() {
    let world = TestWorld()
    world.input.bytes = Array(Self.lostUpdate.utf8)
    let typed = world.run("explore", "-")
    #expect(typed.status == .failed)
    #expect(typed.output.hasPrefix("-: 4 of 6 interleavings fail\nTwo threads\n"))
    world.files.folders = ["in", "empty"]
    world.put(Self.lostUpdate, "in/cart.txt")
    world.put("let a = Just(1).sink()\n", "in/just.txt")
    let folder = world.run("explore", "in")
    #expect(folder.status == .failed)
    #expect(folder.output.hasPrefix("in/cart.txt: 4 of 6 interleavings fail\nTwo threads\n"))
    #expect(folder.output.hasSuffix("in/just.txt: there are no threads to run in another order\n"))
    let empty = world.run("explore", "empty")
    #expect(empty.errors.contains("'empty': the folder has no scripts or traces"))
  }

  @Test("explore shows its progress on a terminal above 1,000 interleavings")
  func exploreShowsItsProgressOnATerminalAbove1000Interleavings() {
    let world = TestWorld()
    func threads(_ a: Int, _ b: Int) -> String {
      func body(_ count: Int) -> String { "for n in 1...\(count) { total.accept(n) }" }
      return """
        let total = BehaviorRelay(value: 0)
        thread A { \(body(a)) }
        thread B { \(body(b)) }

        """
    }
    // 13 steps of which 5 belong to B: 1,287 orders.
    world.put(threads(8, 5), "many.txt")
    world.put(threads(3, 3), "few.txt")
    world.terminal.isErrorTerminal = true
    let errors = world.run("explore", "many.txt").errors
    #expect(errors.contains("\r\u{1B}[Kmany.txt: 1250 interleavings\r"))
    #expect(errors.hasSuffix("\r\u{1B}[K"))
    #expect(world.run("explore", "few.txt").errors == "")
  }

  @Test("explore succeeds if no interleaving fails or there are no threads")
  func exploreSucceedsIfNoInterleavingFailsOrThereAreNoThreads() {
    let world = TestWorld()
    world.put(
      """
      let total = BehaviorRelay(value: 0)
      thread T1 { total.accept(1) }
      thread T2 { total.accept(2) }
      expect total.value > 0

      """, "fine.txt")
    let ending = world.run("explore", "fine.txt")
    #expect(ending.status == .success)
    #expect(ending.output == "fine.txt: all 2 interleavings meet the expectations\n")
    world.put("let total = BehaviorRelay(value: 0)\n", "none.txt")
    #expect(
      world.run("explore", "none.txt").output
        == "none.txt: there are no threads to run in another order\n")
    world.put(TestWorld.recording(title: "recorded").json(), "old.json")
    world.put("%% a swirly file\n-a-b-|\n", "drawn.txt")
    for name in ["old.json", "drawn.txt"] {
      let ending = world.run("explore", name)
      #expect(ending.output == "\(name): there are no threads to run in another order\n")
      #expect(ending.errors == "")
    }
  }
}
