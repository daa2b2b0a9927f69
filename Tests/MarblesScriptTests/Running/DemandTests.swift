import Testing

@Suite struct DemandRowTests {
  @Test("requests add up, and elements without demand are dropped")
  func requestsAddUpAndElementsWithoutDemandAreDropped() {
    let script = """
      let numbers = PassthroughSubject()
      let slow = numbers.sink(demand: 3)
      numbers: -1-2-3-4-5-6-7
      slow:    ^-------+2-
      """
    #expect(
      failures(
        script + """

          expect slow.values == [1, 2, 3, 5, 6]
          expect slow.dropped == [4, 7]
          expect slow.dropped == 2
          expect slow.requested == 5
          """) == [])
    #expect(
      story("slow", in: recording(script)) == [
        "0 subscribed", "0 requested 3", "1 1", "3 2", "5 3", "7 dropped 4", "8 requested 2",
        "9 5", "11 6", "13 dropped 7",
      ])
  }

  @Test("a request in the group of the subscription is the initial demand")
  func aRequestInTheGroupOfTheSubscriptionIsTheInitialDemand() {
    let script = """
      let numbers = [1, 2, 3, 4].publisher
      let slow = numbers.sink(demand: 0)
      slow: (^+2)---+1
      """
    #expect(
      failures(
        script + "\nexpect slow.events == [(0, 1), (0, 2), (8, 3)]\nexpect slow.requested == 3")
        == [])
    #expect(story("slow", in: recording(script)).prefix(2) == ["0 subscribed", "0 requested 2"])
  }

  @Test("a sink requests unlimited demand, and +inf requests it later")
  func aSinkRequestsUnlimitedDemandAndInfRequestsItLater() {
    #expect(
      failures(
        """
        let numbers = [1, 2, 3].publisher
        let all = numbers.sink()
        let later = numbers.sink(demand: 1)
        later: ^---+inf
        expect all.requested == .unlimited
        expect later.requested == .unlimited
        expect later.events == [(0, 1), (4, 2), (4, 3), (4, .finished)]
        """) == [])
  }

  @Test(
    "a request for zero elements or a negative number is reported at its place",
    arguments: [
      (
        "at 1 { slow.request(0) }",
        "21: error: '0' requests no elements, which is a programmer error"
      ),
      (
        "at 1 { slow.request(.none) }",
        "21: error: '.none' requests no elements, which is a programmer error"
      ),
      (
        "at 1 { slow.request(.max(0)) }",
        "21: error: '.max(0)' requests no elements, which is a programmer error"
      ),
      ("slow: ^-+0", "9: error: '+0' requests no elements, which is a programmer error"),
      (
        "at 1 { slow.request(now - 1) }",
        "21: error: this requests no elements, which is a programmer error"
      ),
      ("at 1 { slow.request(-1) }", "21: error: -1 is negative; it must be 0 or more"),
    ])
  func aRequestForZeroElementsOrANegativeNumberIsReportedAtItsPlace(
    statement: String, message: String
  ) {
    let said = mistakes(
      """
      let numbers = PassthroughSubject()
      let slow = numbers.sink(demand: 0)
      \(statement)
      """)
    #expect(said.hasPrefix("t:3:" + message))
  }

  @Test("a block can request more for a sink, and cancel it")
  func aBlockCanRequestMoreForASinkAndCancelIt() {
    #expect(
      failures(
        """
        let numbers = CurrentValueSubject(0)
        let sink = numbers.sink(demand: 1)
        numbers: -1-2-3-4
        at 4 { sink.request(1) }
        at 6 { sink.cancel() }
        expect sink.events == [(0, 0), (4, 2)]
        expect sink.cancellations == 1
        """) == [])
  }
}
