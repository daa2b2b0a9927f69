import Testing

@testable import MarblesScript

/// The values were printed by a program of Swift with the same declarations.
@Suite("Values where a type is declared")
struct DeclaredTypeTests {
  @Test("an integer in a literal becomes a fractional number where the type has one")
  func anIntegerInALiteralBecomesAFractionalNumberWhereTheTypeHasOne() {
    #expect(
      failures(
        """
        enum Progress { case at(Double), done }
        struct Track { let points: [Double]; var gain: Double? = 3 }
        func text(_ values: [Double]) -> String { "\\(values)" }
        func fallback() -> [Double] { return [7] }
        func first() -> (label: String, count: Int) { ("a", 1) }
        let levels: [Double] = [1, 2]
        let rates: [String: Double] = ["a": 1]
        let pairs: [(name: String, rate: Double)] = [("a", 1)]
        let level = CurrentValueSubject<[Double], Never>([1])
        var total: Double = 0
        var scale = 1.5
        var track = Track(points: [1])
        at 1 {
          total += 1
          scale = 2
          track.gain = 4
          level.send([5])
        }
        expect "\\(levels)" == "[1.0, 2.0]"
        expect levels.reduce(0, +) / 2 == 1.5
        expect "\\(rates["a"] ?? 0)" == "1.0"
        expect "\\(pairs[0].rate)" == "1.0"
        expect first().label == "a"
        expect "\\(Progress.at(1))" == "at(1.0)"
        expect "\\(track.points)" == "[1.0]"
        expect "\\(track.gain ?? 0)" == "4.0"
        expect text([3]) == "[3.0]"
        expect "\\(fallback())" == "[7.0]"
        expect "\\(total)" == "1.0"
        expect "\\(scale)" == "2.0"
        expect "\\(level.value)" == "[5.0]"
        """) == [])
  }

  @Test("a set has no equal elements, wherever its type is written, and no order")
  func aSetHasNoEqualElementsWhereverItsTypeIsWrittenAndNoOrder() {
    #expect(
      failures(
        """
        struct Selection { var ids: Set<Int> = [3, 3] }
        func count(_ ids: Set<Int>) -> Int { ids.count }
        let a: Set<Int> = [1, 1, 2]
        let current = CurrentValueSubject<Set<Int>, Never>([2, 2])
        var tags: Set<String> = []
        at 1 {
          tags.insert("a")
          tags = ["b", "a", "b"]
          current.send([4, 4, 4])
        }
        expect a.count == 2
        expect Set([1, 2]) == Set([2, 1])
        expect a == [2, 1]
        expect [Set([1, 2])] == [Set([2, 1])]
        expect count([5, 5, 5]) == 1
        expect Selection().ids.count == 1
        expect Selection(ids: [1, 1]).ids.count == 1
        expect tags.count == 2
        expect current.value.count == 1
        expect a.filter { $0 > 1 } == [2]
        expect a.union([2, 3]) == [3, 2, 1]
        expect a.symmetricDifference([2, 3]) == [3, 1]
        expect a.isSubset(of: [3, 2, 1])
        expect a.isDisjoint(with: [3])
        expect Set(["b", "a"]).sorted() == ["a", "b"]
        """) == [])
  }

  @Test("equal values have equal hashes")
  func equalValuesHaveEqualHashes() {
    let values: [(ScriptValue, ScriptValue)] = [
      (.int(1), .double(1)), (.set([.int(1), .int(2)]), .set([.int(2), .int(1)])),
      (.set([.int(1)]), .array([.int(1)])), (.tuple([.int(1)]), .tuple([.double(1)])),
      (.member("a", [.int(1)]), .member("a", [.double(1)])),
      (
        .dictionary([.tuple([.int(1), .int(2)]), .tuple([.int(3), .int(4)])]),
        .dictionary([.tuple([.int(3), .int(4)]), .tuple([.int(1), .int(2)])])
      ),
    ]
    for (a, b) in values {
      #expect(a == b)
      #expect(a.hashValue == b.hashValue, "\(a) \(b)")
    }
  }

  @Test(
    "the text of a type has the conversion of its values",
    arguments: [
      ("Double", .fractional), ("CGFloat?", .fractional), ("Int", nil), ("[Int]", nil),
      ("[Double]", .array(of: .fractional)), ("[[Double]]?", .array(of: .array(of: .fractional))),
      ("Set<Int>", .set(of: nil)), ("Set<Double>", .set(of: .fractional)),
      ("[String: Double]", .dictionary(keys: nil, values: .fractional)),
      ("Dictionary<String, [Double]>", .dictionary(keys: nil, values: .array(of: .fractional))),
      ("(name: String, rate: Double)", .tuple(labels: ["name", "rate"], [nil, .fractional])),
      ("Optional<Double>", .fractional),
      ("(Double) -> Double", nil), ("(Double) -> (Double)", nil),
      ("Set<AnyCancellable>", .set(of: nil)),
      ("[Int: (Double) -> Int]", nil), ("()", nil),
      ("AnyPublisher<Double, Never>", .stream(of: .fractional)), ("Single<Int>", nil),
      ("[", nil),
      ("Set<", nil), ("", nil),
    ] as [(String, Conversion?)])
  func theTextOfATypeHasTheConversionOfItsValues(_ type: String, _ conversion: Conversion?) {
    #expect(Conversion(type[...]) == conversion)
  }

  @Test("members of the extended type of Swift need no 'self'")
  func membersOfTheExtendedTypeOfSwiftNeedNoSelf() {
    #expect(
      failures(
        """
        extension Array {
          var second: Element? { count > 1 ? self[1] : nil }
          var firstTwo: [Element] { Array(prefix(2)) }
          func largest() -> Element? { max() }
        }
        extension String {
          var isEmail: Bool { contains("@") && !hasPrefix("@") }
          var trimmed: String { trimmingCharacters(in: .whitespaces) }
        }
        extension Int {
          func doubled() -> Int { self * 2 }
          var fourfold: Int { doubled().doubled() }
        }
        extension Publisher {
          func evenOnly() -> AnyPublisher<Int, Never> {
            filter { $0 % 2 == 0 }.eraseToAnyPublisher()
          }
        }
        let numbers = PassthroughSubject<Int, Never>()
        let even = numbers.evenOnly().sink { _ in }
        numbers: -1-2
        expect [1, 2, 3].second == 2
        expect [1].second == nil
        expect [1, 2, 3].firstTwo == [1, 2]
        expect [1, 3, 2].largest() == 3
        expect "a@b".isEmail
        expect " a ".trimmed.count == 1
        expect 3.fourfold == 12
        expect even.values == [2]
        """) == [])
  }

  @Test("a misspelled member in an extension is reported with the nearest name")
  func aMisspelledMemberInAnExtensionIsReportedWithTheNearestName() {
    #expect(
      mistakes(
        """
        extension String {
          var half: Int { self.cuont / 2 }
        }
        """)
          == """
          t:2:24: error: a string has no 'cuont'
           2 |   var half: Int { self.cuont / 2 }
             |                        ^~~~~ did you mean 'count'?

          """)
  }
}
