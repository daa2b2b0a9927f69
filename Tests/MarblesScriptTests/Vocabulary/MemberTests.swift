import Foundation
import MarblesCombine
import Testing

@testable import MarblesScript

@Suite("Members of values and objects")
struct MemberTests {
  private static let ofValues = Member.all.filter { member in
    member.refusal == nil && member.kinds.allSatisfy(\.isPlainValue)
  }
  private static let ofObjects = Member.all.filter { member in
    member.refusal == nil && !member.kinds.contains(where: \.isPlainValue)
  }

  @Test("the example of each member of a value is true")
  func theExampleOfEachMemberOfAValueIsTrue() {
    for member in Self.ofValues {
      let script: String
      if member.isMutation {
        // `[1].append(2) == [1, 2]`: the value before, the call, and the value after it.
        let sides = member.example.components(separatedBy: " == ")
        let call = sides[0].components(separatedBy: ".\(member.name)")
        script = """
          let check = { x in
            var value = \(call[0])
            value.\(member.name)\(call[1])
            return value == \(sides[1])
          }
          expect check(0)
          """
      } else if member.result(on: .array).isStream {
        script = "let stream = \(member.example)"
      } else {
        script = "expect \(member.example)"
      }
      #expect(failures(script) == [], "\(member.name): \(script)")
    }
  }

  @Test("the example of each member of an object runs without errors")
  func theExampleOfEachMemberOfAnObjectRunsWithoutErrors() {
    for member in Self.ofObjects {
      let script = """
        until 20
        let subject = CurrentValueSubject(0)
        let state = CurrentValueSubject(0)
        let relay = BehaviorRelay(value: 0)
        let stream = subject.map { $0 + 1 }
        let connectable = stream.makeConnectable()
        let cache = ResponseCache(timeToLive: 10) { Just(1) }
        let bag = DisposeBag()
        var set = Set()
        let sink = subject.sink(demand: 1) { _ in }
        at 1 { \(member.example) }
        """
      #expect(mistakes(script) == "", "\(member.name)")
    }
  }

  @Test("no two members of one name can be meant by the same expression")
  func noTwoMembersOfOneNameCanBeMeantByTheSameExpression() {
    for (name, members) in Dictionary(grouping: Member.all, by: \.name) {
      for (index, member) in members.enumerated() {
        for other in members[(index + 1)...] where other.isProperty == member.isProperty {
          #expect(member.kinds.isDisjoint(with: other.kinds), "\(name)")
        }
      }
    }
  }

  @Test("no member of a stream hides an operator")
  func noMemberOfAStreamHidesAnOperator() {
    let operators = Set(OperatorTable.standard.names + SinkOperator.names)
    for member in Member.all where !member.kinds.isDisjoint(with: ValueKind.streams) {
      #expect(!operators.contains(member.name), "\(member.name)")
    }
  }

  @Test("a misspelled member is corrected to one that the receiver has")
  func aMisspelledMemberIsCorrectedToOneThatTheReceiverHas() {
    #expect(
      mistakes("let c = \"x\".capitalised")
        == """
        t:1:13: error: a string has no 'capitalised'
         1 | let c = "x".capitalised
           |             ^~~~~~~~~~~ did you mean 'capitalized'?

        """)
    #expect(mistakes("let c = \"x\".capitalized") == "")
    #expect(mistakes("let c = [1].isMultiple(of: 2)").contains("an array has no 'isMultiple'"))
    for kind in [ValueKind.string, .array, .int, .subject, .sink, .cache] {
      for name in Member.names(of: kind) {
        #expect(Member.named(name, of: kind).contains { $0.refusal == nil }, "\(name)")
      }
    }
  }

  @Test("a member that a script cannot have is refused with what to write")
  func aMemberThatAScriptCannotHaveIsRefusedWithWhatToWrite() {
    #expect(mistakes("let a = [1, 2].sum").contains("write 'reduce(0, +)'"))
    #expect(mistakes("let a = [1, 2].shuffled()").contains("the same picture each time"))
    #expect(
      mistakes("let s = PassthroughSubject()\nlet a = s.map { $0.randomElement() }.sink()")
        .contains("the same picture each time"))
  }

  @Test("a method that changes its receiver needs a variable")
  func aMethodThatChangesItsReceiverNeedsAVariable() {
    #expect(
      mistakes("let list = [1]\nlist.append(2)")
        .contains("'list' is a constant and cannot be changed by 'append'"))
    #expect(failures("var list = [1]\nlist.append(2)\nexpect list == [1, 2]") == [])
    #expect(
      failures(
        """
        let cart = CurrentValueSubject([])
        let seen = cart.sink { _ in }
        at 1 { cart.value.append("pear") }
        expect seen.values == [[], ["pear"]]
        """) == [])
  }

  @Test("a method that is read like a property is reported")
  func aMethodThatIsReadLikeAPropertyIsReported() {
    #expect(mistakes("let a = [2, 1].sorted").contains("'sorted' must be called"))
  }

  // MARK: Foundation

  private static let texts = [
    "", "a", "hello wORLD", "it's o'brien-smith", "3rd place", "ÉCOLE élémentaire", "a_b c.d",
    " padded\t", "x\u{A0}", "--a--b--", "straße", "one\ntwo\r\nthree",
  ]

  @Test("capitalized agrees with Foundation", arguments: texts)
  func capitalizedAgreesWithFoundation(text: String) {
    #expect(text.capitalizedWords == text.capitalized)
  }

  @Test("components, replacingOccurrences and trimmingCharacters agree with Foundation")
  func componentsReplacingOccurrencesAndTrimmingCharactersAgreeWithFoundation() {
    for text in Self.texts {
      let literal = ScriptValue.string(text).scriptLiteral
      for separator in ["-", "--", "a", "l", ""] {
        let parts = text.components(separatedBy: separator)
        let replaced = text.replacingOccurrences(of: separator, with: "+")
        #expect(
          failures(
            """
            expect \(literal).components(separatedBy: "\(separator)") == \(list(parts))
            expect \(literal).replacingOccurrences(of: "\(separator)", with: "+") \
            == \(ScriptValue.string(replaced).scriptLiteral)
            """) == [], "\(literal) \(separator)")
      }
      let sets: [(String, CharacterSet)] = [
        ("whitespaces", .whitespaces), ("whitespacesAndNewlines", .whitespacesAndNewlines),
        ("punctuationCharacters", .punctuationCharacters), ("letters", .letters),
        ("decimalDigits", .decimalDigits), ("alphanumerics", .alphanumerics),
        ("newlines", .newlines),
      ]
      for (name, set) in sets {
        let trimmed = ScriptValue.string(text.trimmingCharacters(in: set)).scriptLiteral
        #expect(
          failures(
            """
            expect \(literal).trimmingCharacters(in: .\(name)) == \(trimmed)
            expect \(literal).components(separatedBy: .\(name)) \
            == \(list(text.components(separatedBy: set)))
            """) == [], "\(literal) \(name)")
      }
    }
  }

  private func list(_ texts: [String]) -> String {
    "[" + texts.map { ScriptValue.string($0).scriptLiteral }.joined(separator: ", ") + "]"
  }
}

extension ScriptValue {
  /// The text as a script writes it, with escapes.
  fileprivate var scriptLiteral: String {
    let escaped = description.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar == "\u{A0}" || scalar == "\"" || scalar == "\\"
        ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    return "\"" + escaped.joined() + "\""
  }
}
