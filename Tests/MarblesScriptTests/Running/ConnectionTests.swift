import Testing

@Suite struct ConnectionTests {
  @Test(
    "a connection that is made in a block stays open, whether it is stored or not",
    arguments: [
      "c.connect()", "let x = c.connect()", "_ = c.connect()", "c.connect().store(in: &bag)",
    ])
  func aConnectionThatIsMadeInABlockStaysOpenWhetherItIsStoredOrNot(call: String) {
    #expect(
      failures(
        """
        let s = PassthroughSubject()
        let c = s.makeConnectable()
        let a = c.sink()
        at 2 { \(call) }
        s: -1-2-3
        expect a.values == [2, 3]
        """) == [])
  }

  @Test("a connection that has a name can be cancelled")
  func aConnectionThatHasANameCanBeCancelled() {
    #expect(
      failures(
        """
        let s = PassthroughSubject()
        let c = s.makeConnectable()
        let a = c.sink()
        var x: AnyCancellable?
        at 2 { x = c.connect() }
        at 4 { x.cancel() }
        s: -1-2-3
        expect a.values == [2]
        """) == [])
  }
}
