import MarblesCombine
import MarblesRx
import Testing

@testable import MarblesScript

/// What people type who come from elsewhere.
@Suite("Habits from elsewhere")
struct NewcomerTests {
  private func told(_ script: String) -> [String] {
    let simulation = Simulation(script: script, file: "t")
    return simulation.diagnostics.map { mistake in
      mistake.text + (mistake.hint.map { "; " + $0 } ?? "")
    }
  }

  @Test("an operator that is called otherwise here is told by its name here")
  func operators() {
    let known = Set(Catalogue.all.map(\.name))
    for (elsewhere, here) in ForeignOperators.names {
      let name = String(here.prefix { $0.isLetter })
      #expect(known.contains(name), "\(here)")
      #expect(!known.contains(elsewhere), "\(elsewhere)")
      #expect(
        told("let s = PassthroughSubject()\nlet a = s.\(elsewhere)().sink()")
          == ["no operator is called '\(elsewhere)'; write '\(here)'"])
    }
    #expect(
      told("let s = PassthroughSubject()\nlet a = s.pipe(map { $0 }, share()).sink()") == [
        "no operator is called 'pipe'; "
          + "write the operators behind one another: .map { … }.filter { … }"
      ])
  }

  @Test("JavaScript's words are told once each, and what they declare is known")
  func javaScript() {
    #expect(
      told(
        """
        const clicks = new Subject();
        const a = clicks.subscribe(x => print(x));
        clicks: -1-2-|
        """) == [
          "'const' is not part of the script language; write 'let'",
          "'new' is not part of the script language; write 'Subject(…)' alone",
          "'const' is not part of the script language; write 'let'",
          "nothing is called 'x'",
          "'=>' is not part of the script language; write a closure: { x in … }",
        ])
  }

  @Test(
    "where pasted code keeps its subscriptions need not be declared",
    arguments: [
      "store(in: &cancellables)", "store(in: &self.cancellables)", "disposed(by: disposeBag)",
      "disposed(by: self.viewModel.bag)",
    ])
  func holders(call: String) {
    let script = """
      let s = PassthroughSubject()
      var seen = 0
      s.sink { v in seen += v }
        .\(call)
      s: -1-2|
      expect seen == 3
      """
    #expect(told(script) == [])
    #expect(failures(script) == [])
  }

  @Test("of what is unknown itself, no more is told")
  func unknown() {
    #expect(
      told(
        """
        let url = PassthroughSubject()
        let loaded = url.flatMap { URLSession.shared.dataTaskPublisher(for: $0) }
          .decode(type: [User].self)
          .sink()
        """) == [
          "nothing is called 'URLSession'",
          "no operator is called 'decode'; a value needs no decoding here: write map { … }",
        ])
  }
}
