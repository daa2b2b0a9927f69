import Testing

@testable import MarblesScript

/// The results are those of Swift.
@Suite("Functions of one name")
struct OverloadTests {
  @Test("the labels of a call choose the function")
  func theLabelsOfACallChooseTheFunction() {
    #expect(
      failures(
        """
        func load(page: Int) -> String { "page \\(page)" }
        func load(id: Int) -> String { "id \\(id)" }
        func load(id: Int, force: Bool) -> String { "id \\(id) \\(force)" }
        func load(each: (Int) -> Int) -> String { "each \\(each(1))" }
        struct Road {
          func go(to: Int) -> String { "to" }
          func go(from: Int, by: Int = 1) -> String { "from \\(by)" }
        }
        expect load(page: 2) == "page 2"
        expect load(id: 2) == "id 2"
        expect load(id: 2, force: true) == "id 2 true"
        expect load { $0 + 1 } == "each 2"
        expect Road().go(to: 1) == "to"
        expect Road().go(from: 1) == "from 1"
        """) == [])
  }

  @Test("the types of the arguments choose among functions with equal labels")
  func theTypesOfTheArgumentsChooseAmongFunctionsWithEqualLabels() {
    #expect(
      failures(
        """
        struct User { let name: String }
        func show(_ value: Double) -> String { "double" }
        func show(_ value: Int) -> String { "int" }
        func show(_ value: String) -> String { "string" }
        func show(_ value: User?) -> String { "user" }
        func area(_ side: String) -> String { side }
        func area(_ side: Double) -> String { "\\(side)" }
        expect show(1) == "int"
        expect show(1.5) == "double"
        expect show("a") == "string"
        expect show(User(name: "a")) == "user"
        expect show(nil) == "user"
        expect area(2) == "2.0"
        """) == [])
  }

  @Test("a variadic parameter takes the arguments without label after its own")
  func aVariadicParameterTakesTheArgumentsWithoutLabelAfterItsOwn() {
    #expect(
      failures(
        """
        func sum(_ numbers: Int..., extra: Int = 0) -> Int { numbers.reduce(extra, +) }
        func apply(of numbers: Int..., _ change: (Int) -> Int) -> Int {
          change(numbers.reduce(0, +))
        }
        func kind(_ number: Int) -> String { "one" }
        func kind(_ texts: String...) -> String { "\\(texts.count) texts" }
        expect sum() == 0
        expect sum(1, 2, 3) == 6
        expect sum(1, extra: 5) == 6
        expect sum(extra: 2) == 2
        expect apply(of: 1, 2) { $0 * 2 } == 6
        expect kind(1) == "one"
        expect kind("a", "b") == "2 texts"
        """) == [])
  }

  @Test("a function with the labels and types of another one is declared twice")
  func aFunctionWithTheLabelsAndTypesOfAnotherOneIsDeclaredTwice() {
    #expect(
      mistakes(
        """
        func load(id: Int) -> Int { 1 }
        func load(id other: Int) -> Int { 2 }
        """)
          == """
          t:2:6: error: 'load' is declared twice
           2 | func load(id other: Int) -> Int { 2 }
             |      ^~~~ choose another name
          t:1:6: note: it was declared here
           1 | func load(id: Int) -> Int { 1 }
             |      ^~~~

          """)
  }
}
