import Testing

@testable import MarblesScript

@Suite("Classes pasted into a script")
struct ViewModelClassTests {
  @Test("an assignment in a function that an observer of a published property calls is observed")
  func anAssignmentInAFunctionThatAnObserverOfAPublishedPropertyCallsIsObserved() {
    // Printed by Swift with a property wrapper that logs each assignment.
    #expect(
      failures(
        """
        final class Model: ObservableObject {
          @Published var a = 0 { didSet { clamp() } }
          @Published var b = 0
          @Published var c = 0 { didSet { if c > 3 { c = 3 } } }
          func clamp() {
            if a > 3 { a = 3 }
            b = a * 2
          }
        }
        a: -1-9
        c: -----9
        expect a.values == [1, 9, 3]
        expect b.values == [2, 6, 6]
        expect c.values == [9, 3]
        """) == [])
  }

  @Test("without a view model the last class without instances is the script's")
  func withoutAViewModelTheLastClassWithoutInstancesIsTheScripts() {
    #expect(
      failures(
        """
        final class Service {
          var count = 1
          func load() -> Int { count }
        }
        final class Screen {
          var count = 5
          func load() { count += 10 }
        }
        at 1 { load() }
        expect count == 15
        """) == [])
  }
}
