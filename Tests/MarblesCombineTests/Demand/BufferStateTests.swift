import Testing

@testable import MarblesCombine

/// The decisions of a buffer, without publishers.
@Suite struct BufferStateTests {
  private typealias State = BufferState<Int, Boom>

  private func state(size: Int, demand: Int = 0) -> State {
    var state = State(size: size)
    state.open()
    state.add(.max(demand))
    return state
  }

  /// Everything that leaves while it drains.
  private func drained(_ state: inout State) -> [String] {
    guard state.startDraining() else { return ["drains already"] }
    var steps: [String] = []
    while true {
      switch state.next() {
      case .deliver(let value): steps.append("\(value)")
      case .end(let completion): return steps + [text(completion)]
      case .wait: return steps
      }
    }
  }

  @Test("what is wanted passes while nothing waits, and takes its demand")
  func whatIsWantedPassesWhileNothingWaitsAndTakesItsDemand() {
    var state = state(size: 1, demand: 1)
    var arrivals = [state.arrival(), state.arrival()]
    state.keep(1)
    arrivals.append(state.arrival())
    state.add(.max(5))
    // Waiting elements are first.
    arrivals.append(state.arrival())
    #expect(drained(&state) == ["1"])
    arrivals.append(state.arrival())
    #expect(arrivals == [.through, .keep, .full, .full, .through])
  }

  @Test("the oldest leaves first")
  func theOldestLeavesFirst() {
    var state = state(size: 3)
    for value in 1...3 { state.keep(value) }
    let outcome1 = state.dropOldest()
    #expect(outcome1 == 1)
    state.keep(4)
    state.add(.max(2))
    #expect(drained(&state) == ["2", "3"])
    #expect(state.count == 1)
  }

  @Test("a finish needs demand, after the last value as well")
  func aFinishNeedsDemandAfterTheLastValueAsWell() {
    var state = state(size: 2)
    state.keep(1)
    let outcome2 = state.end(.finished)
    #expect(!outcome2)
    #expect(drained(&state) == [])
    state.add(.max(1))
    #expect(drained(&state) == ["1"])
    state.add(.max(1))
    #expect(drained(&state) == ["finished"])
  }

  @Test("a failure needs no demand and discards what is kept")
  func aFailureNeedsNoDemandAndDiscardsWhatIsKept() {
    var state = state(size: 2)
    state.keep(1)
    let outcome3 = state.end(.failure(Boom()))
    #expect(outcome3)
    #expect(drained(&state) == ["failure(boom)"])
    let outcome4 = state.arrival()
    #expect(outcome4 == .refused)
  }

  @Test("after an overflow as much as is wanted leaves before the failure, the rest does not")
  func afterAnOverflowAsMuchAsIsWantedLeavesBeforeTheFailureTheRestDoesNot() {
    var state = state(size: 2)
    state.keep(1)
    state.keep(2)
    state.overflow(Boom())
    let outcome5 = state.arrival()
    #expect(outcome5 == .refused)
    state.add(.max(1))
    #expect(drained(&state) == ["1", "failure(boom)"])
    #expect(state.count == 0)
  }

  @Test("nothing drains before downstream has its subscription, and not twice at a time")
  func nothingDrainsBeforeDownstreamHasItsSubscriptionAndNotTwiceAtATime() {
    var state = State(size: 2)
    _ = state.end(.failure(Boom()))
    let outcome6 = state.startDraining()
    #expect(!outcome6)
    state.open()
    let outcome7 = state.startDraining()
    #expect(outcome7)
    let outcome8 = state.startDraining()
    #expect(!outcome8)
  }

  @Test("the second end does not count")
  func theSecondEndDoesNotCount() {
    var state = state(size: 2, demand: 1)
    _ = state.end(.finished)
    let outcome9 = state.end(.failure(Boom()))
    #expect(!outcome9)
    #expect(drained(&state) == ["finished"])
  }
}
