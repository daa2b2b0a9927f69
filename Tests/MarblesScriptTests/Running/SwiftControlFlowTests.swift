import Testing

@testable import MarblesScript

@Suite("Control flow of Swift in scripts")
struct SwiftControlFlowTests {
  @Test("didSet and willSet are called around an assignment, but not around their own")
  func didsetAndWillSetAreCalledAroundAnAssignmentButNotAroundTheirOwn() {
    #expect(
      failures(
        """
        var log: [String] = []
        @Published var size = 12 {
          willSet { log.append("will \\(newValue)") }
          didSet(old) {
            if size > 20 { size = 20 }
            log.append("did \\(old) \\(size)")
          }
        }
        var volume: Int = 5 { didSet { log.append("volume \\(oldValue) \\(volume)") } }
        size: -a-b
        where a = 14, b = 30
        at 5 { volume += 1 }
        expect size.values == [14, 30, 20]
        expect log == ["will 14", "did 12 14", "will 30", "did 14 20", "volume 5 6"]
        """) == [])
  }

  @Test("a closure that a condition calls can contain a trailing closure")
  func aClosureThatAConditionCallsCanContainATrailingClosure() {
    #expect(
      failures(
        """
        var isCalled = false
        at 1 { if [2] == { [1].map { $0 + 1 } }() { isCalled = true } }
        expect isCalled
        """) == [])
  }

  @Test("do and catch handle failures by their case and details")
  func doAndCatchHandleFailuresByTheirCaseAndDetails() {
    #expect(
      failures(
        """
        enum ParseError: Error { case empty, tooLong(Int) }
        func parse(_ text: String) throws -> Int {
          if text.isEmpty { throw ParseError.empty }
          guard text.count < 3 else { throw ParseError.tooLong(text.count) }
          return text.count
        }
        func outcome(_ text: String) -> String {
          do {
            let value = try parse(text)
            return "\\(value)"
          } catch ParseError.empty {
            return "empty"
          } catch ParseError.tooLong(let count) where count > 4 {
            return "much too long"
          } catch {
            return "\\(error)"
          }
        }
        let none = try? parse("")
        let some = try? parse("a")
        expect ["ab", "", "abcde", "abc"].map(outcome) == ["2", "empty", "much too long", "tooLong(3)"]
        expect none == nil
        expect some == 1
        """) == [])
  }

  @Test("defer runs at the end of its block, the last one first")
  func deferRunsAtTheEndOfItsBlockTheLastOneFirst() {
    #expect(
      failures(
        """
        var log: [String] = []
        func work(_ fails: Bool) throws -> Int {
          defer { log.append("a") }
          defer { log.append("b") }
          if fails { throw "no" }
          log.append("work")
          return log.count
        }
        at 1 {
          let count = try work(false)
          log.append("\\(count)")
          let none = try? work(true)
        }
        expect log == ["work", "b", "a", "1", "b", "a"]
        """) == [])
  }

  @Test("observers follow an initial value that is a call")
  func observersFollowAnInitialValueThatIsACall() {
    #expect(
      failures(
        """
        struct Point { var x = 1 }
        var log: [Int] = []
        var point = Point() { didSet { log.append(point.x) } }
        var list = [Int]() { didSet { log.append(list.count) } }
        var other: Point = Point(x: 3) {
          willSet { log.append(newValue.x * 100) }
          didSet { log.append(oldValue.x) }
        }
        at 1 {
          point.x = 5
          list.append(7)
          other.x = 4
        }
        expect log == [5, 1, 400, 3]
        """) == [])
  }

  @Test("an operator before its operand is a function")
  func anOperatorBeforeItsOperandIsAFunction() {
    #expect(
      failures(
        """
        let flag = PassthroughSubject<Bool, Never>()
        let screen = flag.map(!).sink { _ in }
        flag: -t-f
        where t = true, f = false
        expect screen.values == [false, true]
        expect [true, false].map(!) == [false, true]
        """) == [])
  }
}
