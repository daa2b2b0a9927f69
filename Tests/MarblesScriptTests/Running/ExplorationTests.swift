import Testing

@testable import MarblesScript

@Suite struct ExplorationTests {
  private func explore(_ script: String, limit: Int = 5_000, sample: Int = 1_000) -> Exploration {
    Simulation(script: script, file: "t").explore(limit: limit, sample: sample)
  }

  @Test("two threads of two steps have six interleavings, of which four lose an update")
  func twoThreadsOfTwoStepsHaveSixInterleavingsOfWhichFourLoseAnUpdate() {
    let exploration = explore(
      """
      let cart = BehaviorRelay(value: [])
      thread T1 { cart.accept(cart.value + ["apple"]) }
      thread T2 { cart.accept(cart.value + ["pear"]) }
      expect cart.value.count == 2
      """)
    #expect(exploration.runs == 6)
    #expect(exploration.failing == 4)
    #expect(exploration.isComplete)
    #expect(exploration.worst?.failures.count == 1)
  }

  @Test(
    "two threads can lose an update of a variable of an instance",
    arguments: [
      ("counter.count += 1", 4), ("counter.increment()", 4), ("counter.list.append(1)", 0),
    ])
  func twoThreadsCanLoseAnUpdateOfAVariableOfAnInstance(change: String, failing: Int) {
    let exploration = explore(
      """
      class Counter {
        let step = 1
        var count = 0
        var list: [Int] = []
        func increment() { count += step }
      }
      let counter = Counter()
      let other = Counter()
      thread T1 { \(change) }
      thread T2 { \(change) }
      expect counter.count + counter.list.count == 2
      """)
    // Of the six orders of two reads and two writes four read the same value twice.
    #expect(exploration.runs == 6)
    #expect(exploration.failing == failing)
    #expect(exploration.isComplete)
  }

  @Test("the failure that is drawn has the fewest switches between threads")
  func theFailureThatIsDrawnHasTheFewestSwitchesBetweenThreads() throws {
    let exploration = explore(
      """
      let cart = BehaviorRelay(value: 0)
      thread T1 { cart.accept(cart.value + 1) }
      thread T2 { cart.accept(cart.value + 10) }
      expect cart.value == 11
      """)
    let recording = try #require(exploration.worst?.recording)
    // T1 reads, T2 runs all its steps, T1 writes: two switches. With fewer, no update is lost.
    #expect(story("T1", in: recording) == ["0 read 0", "3 sent 1 to cart"])
    #expect(story("T2", in: recording) == ["1 read 0", "2 sent 10 to cart"])
  }

  @Test("three threads of two steps have ninety interleavings")
  func threeThreadsOfTwoStepsHaveNinetyInterleavings() {
    let exploration = explore(
      """
      let total = BehaviorRelay(value: 0)
      thread T1 { total.accept(total.value + 1) }
      thread T2 { total.accept(total.value + 1) }
      thread T3 { total.accept(total.value + 1) }
      expect total.value <= 3
      """)
    #expect(exploration.runs == 90)
    #expect(exploration.failing == 0)
    #expect(exploration.worst == nil)
  }

  @Test("of too many interleavings a fixed random sample runs")
  func ofTooManyInterleavingsAFixedRandomSampleRuns() {
    let script = """
      let total = BehaviorRelay(value: 0)
      thread T1 { for n in 1...5 { total.accept(total.value + 1) } }
      thread T2 { for n in 1...5 { total.accept(total.value + 1) } }
      expect total.value == 10
      """
    let first = explore(script, limit: 50, sample: 20)
    #expect(!first.isComplete)
    #expect(first.runs == 20)
    #expect(first.failing > 0)
    #expect(explore(script, limit: 50, sample: 20).failing == first.failing)
  }

  @Test("a thread without access to shared state adds no interleavings")
  func aThreadWithoutAccessToSharedStateAddsNoInterleavings() {
    let exploration = explore(
      """
      let taps = PassthroughSubject()
      let a = taps.sink()
      thread T1 { let local = 1 }
      thread T2 { taps.send("x") }
      thread T3 { taps.send("y") }
      """)
    #expect(exploration.runs == 2)
  }
}
