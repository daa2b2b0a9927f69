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
  func failing() {
    let world = TestWorld()
    world.put(Self.lostUpdate, "cart.txt")
    let ending = world.run("explore", "cart.txt")
    #expect(ending.status == .failed)
    #expect(ending.output.hasPrefix("cart.txt: 4 of 6 interleavings fail\nTwo threads\n"))
    #expect(ending.errors.contains("expected cart.value.count to be 2, recorded 1"))
    #expect(world.run("cart.txt").status == .success)
  }

  @Test("explore succeeds if no interleaving fails or there are no threads")
  func fine() {
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
