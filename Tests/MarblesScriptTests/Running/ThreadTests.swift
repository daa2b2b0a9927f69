import Testing

@Suite struct ThreadTests {
  @Test("reading and accepting are two steps, and an update between them is lost")
  func readingAndAcceptingAreTwoStepsAndAnUpdateBetweenThemIsLost() {
    let script = """
      let cart = BehaviorRelay(value: [])
      let screen = cart.sink()
      thread T1 from 1 { cart.accept(cart.value + ["apple"]) }
      thread T2 from 1 { cart.accept(cart.value + ["pear"]) }
      """
    #expect(
      failures(script + "\nexpect screen.values == [[], [\"apple\"], [\"pear\"]]") == [])
    let recording = recording(script)
    #expect(story("T1", in: recording) == ["1 read []", "2 sent [\"apple\"] to cart"])
    #expect(story("T2", in: recording) == ["1 read []", "2 sent [\"pear\"] to cart"])
  }

  @Test("a thread that starts after the other has ended loses nothing")
  func aThreadThatStartsAfterTheOtherHasEndedLosesNothing() {
    #expect(
      failures(
        """
        let cart = BehaviorRelay(value: [])
        thread T1 { cart.accept(cart.value + ["apple"]) }
        thread T2 from 2 { cart.accept(cart.value + ["pear"]) }
        expect cart.value == ["apple", "pear"]
        """) == [])
  }

  @Test("local names of a thread are no steps, and a loop takes one step for each access")
  func localNamesOfAThreadAreNoStepsAndALoopTakesOneStepForEachAccess() {
    #expect(
      failures(
        """
        let total = BehaviorRelay(value: 0)
        let screen = total.sink()
        thread T1 from 1 {
          var own = 0
          for n in 1...3 {
            own += n
            total.accept(own)
          }
        }
        expect screen.events == [(0, 0), (1, 1), (2, 3), (3, 6)]
        """) == [])
  }

  @Test("a script with lanes of blocks and threads is refused")
  func aScriptWithLanesOfBlocksAndThreadsIsRefused() {
    let text = mistakes(
      """
      let cart = BehaviorRelay(value: 1)
      at 3 on T1 { cart.accept(2) }
      at 4 { cart.accept(3) }
      thread T2 { cart.accept(4) }
      """)
    #expect(text.hasPrefix("t:2:9: error: 'at … on' and threads cannot be combined\n"))
    #expect(text.matches(of: /error:/).count == 1)
  }

  @Test("a name that a block declares is visible in later blocks of its lane only")
  func aNameThatABlockDeclaresIsVisibleInLaterBlocksOfItsLaneOnly() {
    #expect(
      mistakes(
        """
        let cart = BehaviorRelay(value: 1)
        at 3 on T1 { let seen = cart.value }
        at 2 on T1 { cart.accept(seen) }
        """)
          == """
          t:3:26: error: 'seen' has no value yet
           3 | at 2 on T1 { cart.accept(seen) }
             |                          ^~~~ it is set later than it is used here

          """)
  }
}
