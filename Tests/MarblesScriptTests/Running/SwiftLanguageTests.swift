import Testing

@testable import MarblesScript

@Suite("Swift statements and values in scripts")
struct SwiftLanguageTests {
  @Test("'repeat' executes its body before it tests its condition")
  func repeatExecutesItsBodyBeforeItTestsItsCondition() {
    #expect(
      failures(
        """
        var log: [Int] = []
        at 1 {
          var n = 0
          repeat {
            n += 1
            if n == 2 { continue }
            log.append(n)
          } while n < 4
          repeat { log.append(9) } while false
          repeat { break } while true
        }
        expect log == [1, 3, 4, 9]
        """) == [])
  }

  @Test(
    "a pattern with '?' matches a value that is not nil",
    arguments: [("3", "three"), ("4", "four"), ("nil", "nil"), ("5", "other")])
  func aPatternWithMatchesAValueThatIsNotNil(value: String, text: String) {
    #expect(
      failures(
        """
        func name(_ number: Int?) -> String {
          switch number {
          case 3?: return "three"
          case .some(4): return "four"
          case nil: return "nil"
          default: return "other"
          }
        }
        expect name(\(value)) == "\(text)"
        """) == [])
  }

  @Test(
    "'is' and 'as' in patterns match values of a type",
    arguments: [
      ("LoadError.empty", "empty"), ("LoadError.status(404)", "404"),
      ("LoadError.offline", "load"), ("CancellationError()", "cancelled"),
      ("URLError(.timedOut)", "url"),
    ])
  func isAndAsInPatternsMatchValuesOfAType(error: String, text: String) {
    #expect(
      failures(
        """
        enum LoadError: Error { case empty, offline, status(Int) }
        func name(_ error: Error) -> String {
          do {
            throw error
          } catch LoadError.empty {
            return "empty"
          } catch is CancellationError {
            return "cancelled"
          } catch LoadError.status(let code) {
            return "\\(code)"
          } catch let error as URLError {
            return "url"
          } catch let error as LoadError {
            return "load"
          } catch {
            return "other"
          }
        }
        func matched(_ error: Error) -> Bool {
          switch error {
          case is LoadError: return true
          case let other as URLError: return false
          default: return false
          }
        }
        expect name(\(error)) == "\(text)"
        expect matched(\(error)) == \(error.hasPrefix("LoadError"))
        """) == [])
  }

  @Test("a string of several lines has no indentation of its closing quotes")
  func aStringOfSeveralLinesHasNoIndentationOfItsClosingQuotes() {
    // Printed by Swift.
    #expect(
      failures(
        """
        let count = 2
        let text = \"""
            first
              second \\(count + 1)

            "quoted" \\
            end
            \"""
        let empty = \"""
          \"""
        expect text == "first\\n  second 3\\n\\n\\"quoted\\" end"
        expect empty == ""
        """) == [])
  }

  @Test("a function changes the variable that it receives with '&', also in a closure")
  func aFunctionChangesTheVariableThatItReceivesWithAlsoInAClosure() {
    #expect(
      failures(
        """
        struct Settings { var theme = "light"; var count = 0 }
        final class Store {
          var settings = Settings()
          func change(_ body: (inout Settings) -> Void) {
            body(&settings)
            settings.count += 1
          }
          func add(_ number: Int, to list: inout [Int]) { list.append(number) }
        }
        func double(_ value: inout Int) { value *= 2 }
        func reset(to start: Int = 7, _ value: inout Int) { value = start }
        enum Refusal: Error { case late }
        func refuse(_ value: inout Int) throws { value = 3; throw Refusal.late }
        let store = Store()
        var list = [1]
        var number = 4
        var seven = 0
        var three = 0
        at 1 {
          store.change { $0.theme = "dark" }
          store.change { settings in settings.count = 5 }
          store.add(2, to: &list)
          double(&number)
          reset(&seven)
          do { try refuse(&three) } catch { list.append(3) }
        }
        expect store.settings == Settings(theme: "dark", count: 6)
        expect list == [1, 2, 3]
        expect number == 8
        expect seven == 7
        expect three == 3
        """) == [])
  }

  @Test("types have the members of the extensions of their protocols")
  func typesHaveTheMembersOfTheExtensionsOfTheirProtocols() {
    #expect(
      failures(
        """
        protocol Named { var name: String { get } }
        protocol Priced: Named { func price() -> Int }
        extension Named { var greeting: String { "hi \\(name)" } }
        extension Priced { func total(_ count: Int) -> Int { price() * count } }
        struct Book: Priced {
          let name: String
          func price() -> Int { 4 }
          var text: String { "\\(greeting): \\(total(2))" }
        }
        final class Pen: Priced {
          let name = "pen"
          func price() -> Int { 1 }
        }
        let pen = Pen()
        expect Book(name: "a").text == "hi a: 8"
        expect pen.total(3) == 3
        expect pen.greeting == "hi pen"
        """) == [])
  }

  @Test("an integer beside a fractional number, or where one is declared, is fractional")
  func anIntegerBesideAFractionalNumberOrWhereOneIsDeclaredIsFractional() {
    #expect(
      failures(
        """
        func open() -> AnyPublisher<Double, Never> { cold("-a-b|", a: 1, b: 2) }
        let sockets: () -> AnyPublisher<Double, Never> = { cold("-a|", a: 3) }
        let beside = cold("-a-b|", a: 10.5, b: 11).map { "\\($0)" }.sink()
        let result = open().map { "\\($0)" }.sink()
        let closure = Just(()).flatMap { sockets() }.map { "\\($0)" }.sink()
        expect beside.values == ["10.5", "11.0"]
        expect result.values == ["1.0", "2.0"]
        expect closure.values == ["3.0"]
        expect "\\([1, 2.5])" == "[1.0, 2.5]"
        expect "\\(["a": 1, "b": 2.5]["a"] ?? 0)" == "1.0"
        expect "\\([1, 2.5, "a"][0])" == "1"
        expect "\\([[1], [2.5], []])" == "[[1.0], [2.5], []]"
        expect "\\([(1, 2.5), (2, 3)])" == "[(1, 2.5), (2, 3.0)]"
        expect "\\(["a": [1, 2], "b": [2.5]]["a"] ?? [])" == "[1.0, 2.0]"
        expect "\\([["a": 1], ["a": 2.5]][0]["a"] ?? 0)" == "1.0"
        expect "\\([[1], ["a"]])" == "[[1], [\\"a\\"]]"
        expect 1 as Int as Int == 1
        expect UInt8("255") == 255
        expect UInt8("256") == nil
        expect Int32("-2147483648") == -2147483648
        expect UInt("-1") == nil
        """) == [])
  }

  @Test(
    "a number that an integer type cannot have stops the run, as in Swift",
    arguments: [
      ("UInt8(300)", "300 is outside of the range of UInt8: 0 to 255"),
      ("UInt8(0 - 1)", "-1 is outside of the range of UInt8: 0 to 255"),
      ("UInt(0 - 1)", "-1 is outside of the range of UInt: 0 to 9223372036854775807"),
      (
        "Int32(2147483648)",
        "2147483648 is outside of the range of Int32: -2147483648 to 2147483647"
      ),
      ("UInt8(300.5)", "300.5 is outside of the range of UInt8: 0 to 255"),
    ])
  func aNumberThatAnIntegerTypeCannotHaveStopsTheRunAsInSwift(
    conversion: String, message: String
  ) {
    let found = failures("let number = \(conversion)\nexpect number == 1")
    #expect(found.first == message)
  }

  @Test("a number that is read from a text is an optional")
  func aNumberThatIsReadFromATextIsAnOptional() {
    #expect(
      failures(
        """
        let text = "3"
        let number = Int(text)
        let seen = ["4", "x"].publisher.map { "\\(Int($0))" }.sink()
        expect "\\(number)" == "Optional(3)"
        expect "\\(Double("1.5"))" == "Optional(1.5)"
        expect "\\(Int(3.7))" == "3"
        expect seen.values == ["Optional(4)", "nil"]
        """) == [])
  }

  @Test("stride() contains the numbers of equal steps, and set insertion has a result")
  func strideContainsTheNumbersOfEqualStepsAndSetInsertionHasAResult() {
    #expect(
      failures(
        """
        var chosen: Set<Int> = []
        var log: [Bool] = []
        at 1 {
          log.append(chosen.insert(1).inserted)
          log.append(chosen.insert(1).inserted)
        }
        expect stride(from: 3, to: 0, by: -1) == [3, 2, 1]
        expect stride(from: 0, through: 1, by: 0.5) == [0, 0.5, 1]
        expect stride(from: 0, to: 1, by: -1) == []
        expect stride(from: Int.max - 1, through: Int.max, by: 2) == [Int.max - 1]
        expect log == [true, false]
        """) == [])
    #expect(
      mistakes("let a = stride(from: 0, to: 4_000_000_000, by: 1)").contains("a million elements"))
    #expect(mistakes("let a = stride(from: 0, to: 4, by: 0)").contains("by zero"))
  }

  @Test("each UUID() is another text, and the same in each run")
  func eachUUIDIsAnotherTextAndTheSameInEachRun() {
    let script = """
      struct Row { let id = UUID(); let name: String }
      let rows = [Row(name: "a"), Row(name: "b")]
      expect rows[0].id != rows[1].id
      expect rows[0].id.uuidString == rows[0].id
      expect rows[1].id == "00000000-0000-0000-0000-000000000002"
      """
    #expect(failures(script) == [])
    #expect(failures(script) == [])
  }

  @Test("a variadic parameter is an array of its arguments")
  func aVariadicParameterIsAnArrayOfItsArguments() {
    #expect(
      failures(
        """
        dialect rxswift
        func sum(_ numbers: Double..., scale: Double = 1) -> Double {
          numbers.reduce(0, +) * scale
        }
        let out = PublishRelay<Int>()
        let seen = out.subscribe()
        func send(_ values: Int...) { values.forEach(out.accept) }
        at 1 { send(4, 5) }
        at 2 { send() }
        expect sum(1, 2) == 3
        expect sum(1, 2, scale: 2) == 6
        expect sum() == 0
        expect "\\(sum(1))" == "1.0"
        expect seen.events == [(1, 4), (1, 5)]
        """) == [])
  }
}
