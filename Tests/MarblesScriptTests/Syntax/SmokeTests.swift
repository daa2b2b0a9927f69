import Testing

@testable import MarblesScript

@Suite("The parser, all together") struct SmokeTests {
  @Test("the first example of the reference is parsed whole")
  func share() {
    let dump = parse(
      """
      // examples/share.txt
      title "share(): a late subscriber misses earlier values"

      let response = PassthroughSubject()
      let shared   = Deferred { response }.share()
      let first, second, afterCompletion = shared.sink()

      response:        -p---f-|
      first:           ^
      second:          ---^  // later
      afterCompletion: ----------^

      where p = "partial", f = "final"

      expect first:           -p---f-|
      expect second:          -----f-|
      expect afterCompletion: ----------|
      expect response.subscriptions == 1
      """)
    #expect(
      dump == """
        title "share(): a late subscriber misses earlier values"
        let response = (PassthroughSubject)
        let shared = ((Deferred trailing{response}).share)
        let first,second,afterCompletion = (shared.sink)
        row response <-p---f-|>
        row first <^>
        row second <---^>
        row afterCompletion <----------^>
        where p="partial" f="final"
        expect row first <-p---f-|>
        expect row second <-----f-|>
        expect row afterCompletion <----------|>
        expect (response.subscriptions == 1)
        """)
  }

  @Test("several mistakes are found at once")
  func several() {
    expectMistakes(
      """
      titel "a"
      ^~~~~ no statement begins with 'titel' | did you mean 'title'?
      let x = 
             ^ expected an expression, found the end of the file
      """)
  }
}
