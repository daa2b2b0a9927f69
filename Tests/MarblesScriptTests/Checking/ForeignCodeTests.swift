import Testing

@testable import MarblesScript

@Suite("Code that a script does not have")
struct ForeignCodeTests {
  @Test("all errors of a pasted file are reported at once, each with what to write")
  func allErrorsOfAPastedFileAreReportedAtOnceEachWithWhatToWrite() {
    #expect(
      mistakes(
        """
        final class ViewModel: ObservableObject {
          @Published var query = ""
          private let formatter = DateFormatter()
          func load() {
            URLSession.shared.load()
            NotificationCenter.default.post()
            repeat { load() } while true
            Client.shared.load()
            let shown = $query.map($0 + "!")
            print(missing)
          }
        }
        query: -a
        """)
          == """
          t:3:27: error: 'DateFormatter' is not part of a script
           3 |   private let formatter = DateFormatter()
             |                           ^~~~~~~~~~~~~ write String(format: …)
          t:5:5: error: 'URLSession' is not part of a script
           5 |     URLSession.shared.load()
             |     ^~~~~~~~~~ write the response as a publisher: cold("--r|", r: …); a test can run the real file
          t:6:5: error: 'NotificationCenter' is not part of a script
           6 |     NotificationCenter.default.post()
             |     ^~~~~~~~~~~~~~~~~~ declare a subject: let notifications = PassthroughSubject()
          t:8:5: error: 'Client' is not declared
           8 |     Client.shared.load()
             |     ^~~~~~ declare a type with the members that are used: struct Client { … }
          t:9:28: error: '$0' is the parameter of a closure
           9 |     let shown = $query.map($0 + "!")
             |                            ^~ write braces: '{ $0 … }'
          t:10:11: error: 'missing' is not declared
           10 |     print(missing)
              |           ^~~~~~~

          """)
  }

  @Test(
    "a type of a framework is refused with what to write instead",
    arguments: [
      ("URLSession", response), ("URLRequest", response),
      ("URL", "write the address as a string"), ("URLComponents", "write the address as a string"),
      ("Data", "write the value itself: values need no decoding"),
      ("JSONDecoder", "remove it: values need no decoding"),
      ("JSONEncoder", "remove it: values need no encoding"),
      ("NotificationCenter", "declare a subject: let notifications = PassthroughSubject()"),
      (
        "UserDefaults",
        "declare a class with the methods that are used: class Defaults { … }"
      ),
      ("FileManager", "declare a class with the methods that are used: class Files { … }"),
      ("Bundle", "write the value itself"), ("DateFormatter", "write String(format: …)"),
      ("NumberFormatter", "write String(format: …)"), ("Date", now), ("ProcessInfo", now),
      ("Logger", "remove it: the picture shows all values"),
      ("AsyncStream", sequence), ("AsyncThrowingStream", sequence),
    ])
  func aTypeOfAFrameworkIsRefusedWithWhatToWriteInstead(type: String, way: String) {
    let marks = "^" + String(repeating: "~", count: type.count - 1)
    #expect(
      mistakes("let a = \(type)()")
        == """
        t:1:9: error: '\(type)' is not part of a script
         1 | let a = \(type)()
           |         \(marks) \(way)

        """)
    // A member of it is the same error.
    #expect(
      mistakes("let a = \(type).shared.load()").contains(
        "t:1:9: error: '\(type)' is not part of a script"))
  }

  private static let response =
    #"write the response as a publisher: cold("--r|", r: …); a test can run the real file"#
  private static let sequence =
    "write the elements as a publisher: cold(\"-a-b|\"); a test can record the real sequence"
  private static let now =
    "a script gives the same picture each time: write 'now', the number of the frame"

  @Test("a superclass and the calls of its methods are one error")
  func aSuperclassAndTheCallsOfItsMethodsAreOneError() {
    #expect(
      mistakes(
        """
        class Base { func reset() {} }
        class ViewModel: Base {
          override func reset() {
            super.reset()
          }
        }
        """)
          == """
          t:2:18: error: a superclass is not part of the script language
           2 | class ViewModel: Base {
             |                  ^~~~ write its members in the class itself; a test can compile the real file (docs/recipes.md)

          """)
  }

  @Test("a superclass is refused once, with the alternative; super.init() of a framework is not")
  func aSuperclassIsRefusedOnceWithTheAlternativeSuperInitOfAFrameworkIsNot() {
    #expect(
      mistakes(
        """
        class Base { func reset() {} }
        class ViewModel: Base, Loading {
          func load() {}
        }
        """)
          == """
          t:2:18: error: a superclass is not part of the script language
           2 | class ViewModel: Base, Loading {
             |                  ^~~~ write its members in the class itself; a test can compile the real file (docs/recipes.md)

          """)
    #expect(
      failures(
        """
        class ViewModel: NSObject, ObservableObject {
          @Published var count = 0
          override init() {
            super.init()
            count = 1
          }
        }
        expect count == 1
        """) == [])
  }

  @Test("the first branch of conditional compilation is read, and generic parameters are skipped")
  func theFirstBranchOfConditionalCompilationIsReadAndGenericParametersAreSkipped() {
    #expect(
      failures(
        """
        #if DEBUG
        let base = 1
        #else
        let base = 2
        #endif
        actor Counter { var count = 0; func add() { count += 1 } }
        struct Box<Value: Equatable> {
          let value: Value
          func isEqual<Other: Sequence<Int>>(_ other: Other) -> Bool { value == other }
        }
        func same<T: Equatable>(_ a: T, _ b: T) -> Bool { a == b }
        expect base == 1
        expect same("a", "a")
        expect Box(value: [1]).isEqual([1])
        """) == [])
  }

  @Test("a failed precondition stops the run like a programmer error")
  func aFailedPreconditionStopsTheRunLikeAProgrammerError() {
    #expect(
      failures(
        """
        let taps = PassthroughSubject<Int, Never>()
        var count = 0
        let screen = taps.sink { tap in
          precondition(tap > 0, "a tap is positive")
          withAnimation(.default) { count += tap }
        }
        taps: -1-0-2
        expect stops "Fatal error: a tap is positive"
        expect screen.values == [1, 0]
        """) == [])
  }
}
