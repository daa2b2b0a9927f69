import Foundation
import Testing

@testable import MarblesScript

@Suite("Limits of the parser") struct LimitTests {
  private func messages(_ text: String) -> [String] {
    messages(SourceText(name: "script.txt", text: text))
  }

  private func messages(_ source: SourceText) -> [String] {
    Script.parse(source).diagnostics.map { diagnostic in
      let place = source.location(of: diagnostic.span.start)
      return "\(place.line):\(place.column): \(diagnostic.text)"
    }
  }

  private func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  @Test(
    "ten thousand open brackets are one error",
    arguments: ["(", "[", "f(", "{ ", "a ? b : ", "a ?? ", "-(", "[(", "f { ", "a[", ".a("])
  func tenThousandOpenBracketsAreOneError(text: String) {
    let found = messages("let a = " + times(10_000, text))
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("this is nested more than 128 levels deep") == true)
  }

  @Test(
    "the declarations of a file are read in time linear in its length",
    .timeLimit(.minutes(1)), arguments: ["class V { ", "extension A { ", "var a: ", "case a("])
  func theDeclarationsOfAFileAreReadInTimeLinearInItsLength(text: String) {
    var scan = DeclarationScan(
      SourceText(name: "script.txt", text: "enum E { " + times(10_000, text)))
    scan.run()
    #expect(scan.declared["E"] != nil)
  }

  @Test("brackets that are closed again cause no error in later statements")
  func bracketsThatAreClosedAgainCauseNoErrorInLaterStatements() {
    let text = "let a = " + times(10_000, "(") + "1" + times(10_000, ")") + "\nlet b = "
    #expect(
      messages(text) == [
        "1:137: this is nested more than 128 levels deep",
        "2:8: expected an expression, found the end of the file",
      ])
  }

  @Test("nesting of 128 levels is allowed")
  func nestingOf128LevelsIsAllowed() {
    #expect(messages("let a = " + times(128, "(") + "1" + times(128, ")")) == [])
    #expect(messages("let a = " + times(64, "f { ") + times(64, "}")) == [])
  }

  @Test(
    "a chain of ten thousand calls is one error",
    arguments: [".b", ".b()", " + a", " && a", "()", "!", " { }", "?.b", "[0]"])
  func aChainOfTenThousandCallsIsOneError(text: String) {
    #expect(
      messages("let a = a" + times(10_000, text) + "\nlet b = a" + times(100, text))
        == ["1:9: this expression has more than 512 operators and calls"])
  }

  @Test(
    "the tallest part of a statement counts for the calls that follow its closure",
    arguments: [
      "switch TALL {\ncase 1: b\n}", "switch a {\ncase TALL, 1: b\n}",
      "switch a {\ncase TALL where b: b\n}", "switch a {\ncase 1 where TALL: b\n}",
      "switch a {\ncase 1: TALL\ncase 2: b\n}", "switch a {\ncase 1: b\ndefault: TALL\n}",
      "do { TALL } catch { b }", "do { b } catch TALL { b }", "do { b } catch a where TALL { b }",
      "do { b } catch .a { TALL } catch { b }", "do { b } catch { TALL }",
      "if TALL { b }", "if let c = TALL, b { b }", "if a { TALL } else { b }",
      "if a { b } else if TALL { b }", "if a { b } else { TALL }",
      "guard TALL else { return }", "guard a else { TALL }",
      "for c in TALL { b }", "for c in d where TALL { b }", "for c in d { TALL }",
      "while TALL { b }", "while a { TALL }", "repeat { TALL } while a", "repeat { b } while TALL",
      "let c = TALL, d = b", "let (c, d) = TALL", "a[TALL] = b", "a = TALL", "defer { TALL }",
      "throw TALL", "return TALL",
    ])
  func theTallestPartOfAStatementCountsForTheCallsThatFollowItsClosure(statement: String) {
    let tall = "b" + times(400, " + b")
    let closure = "let f = { \(statement.replacingOccurrences(of: "TALL", with: tall))\nb }"
    #expect(messages(closure + times(50, "()")) == [])
    #expect(
      messages(closure + times(200, "()"))
        == ["1:9: this expression has more than 512 operators and calls"])
  }

  @Test("deep blocks, branches, interpolations, types and patterns are errors")
  func deepBlocksBranchesInterpolationsTypesAndPatternsAreErrors() {
    let deep = "this is nested more than 128 levels deep"
    #expect(messages("at 0 { " + times(10_000, "if a { ") + times(10_000, "}") + "}").count == 1)
    #expect(messages("at 0 { " + times(10_000, "if a { } else ") + "{ } }") == [])
    #expect(
      messages("let a = " + times(1_000, "\"\\(") + times(1_000, ")\"")) == ["1:396: " + deep])
    #expect(
      messages("let a: " + times(10_000, "[") + " = 1") == ["1:8: expected a type, found '['"])
    #expect(messages("let a = " + times(2_000, "A<") + "a").count == 2)
    #expect(messages("at 0 { switch a { case " + times(10_000, ".a(") + ": } }").count == 1)
    #expect(
      messages("let a = " + times(10_000, "]")) == [
        "1:9: expected an expression, found ']'", "1:9: ']' does not close a bracket",
      ])
  }

  @Test("a file of more than 8 MiB is refused")
  func aFileOfMoreThan8MiBIsRefused() {
    let size = SourceText.limit + 1
    let source = SourceText(name: "big.txt", bytes: [UInt8](repeating: 0x20, count: size))
    #expect(messages(source) == ["1:1: the file has 8388609 bytes; the limit is 8388608"])
  }

  @Test("a binary file is refused, with the place of its first zero byte")
  func aBinaryFileIsRefusedWithThePlaceOfItsFirstZeroByte() {
    let source = SourceText(name: "a.out", bytes: [0x7F, 0x45, 0x4C, 0x46, 0x0A, 0xFF, 0x00, 0x00])
    #expect(messages(source) == ["2:2: this is not text: byte 6 is zero"])
  }

  @Test("a picture or a page is refused with one error")
  func aPictureOrAPageIsRefusedWithOneError() {
    for text in ["<svg ", "\u{FEFF}\n  <!DOCTYPE html>", "<?xml version=\"1.0\"?>\n<svg/>"] {
      let said = messages(SourceText(name: "a.svg", text: text))
      #expect(said.count == 1)
      let sentence = "this is a picture or a page, not a script"
      #expect(said.first?.hasSuffix(": " + sentence) == true)
    }
  }

  @Test(
    "bytes that are not UTF-8 are reported, and the rest is parsed",
    arguments: [
      ([0xFF], 9, 0), ([0xC3], 9, 0), ([0xC0, 0x80], 9, 1), ([0xED, 0xA0, 0x80], 9, 2),
      ([0xF5, 0x80], 9, 1), ([0xE2, 0x82], 9, 1),
    ] as [([UInt8], Int, Int)])
  func bytesThatAreNotUTF8AreReportedAndTheRestIsParsed(bytes: [UInt8], offset: Int, more: Int) {
    let source = SourceText(
      name: "script.txt", bytes: Array("let a = \"".utf8) + bytes + Array("\"\nlet b".utf8))
    #expect(
      messages(source) == [
        "1:10: byte \(offset) is not UTF-8" + (more == 0 ? "" : ", and \(more) more are not"),
        "2:6: expected '=' and a value, found the end of the file",
      ])
  }

  @Test(
    "thousands of lines are parsed in linear time",
    arguments: [
      "let shared = Deferred { response }.map { $0 + 1 }.share()", "response:   -p---f-|",
      "expect a.events == [(3, \"a\"), (7, .finished)]",
    ])
  func thousandsOfLinesAreParsedInLinearTime(line: String) {
    let parsed = Script.parse(SourceText(name: "script.txt", text: times(4_000, line + "\n")))
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.script.statements.count == 4_000)
  }

  @Test("thousands of unclosed strings of several lines are one error, found in linear time")
  func thousandsOfUnclosedStringsOfSeveralLinesAreOneErrorFoundInLinearTime() {
    #expect(
      messages(times(6_000, "\"\"\"\\(\n")) == ["1:1: this string is not closed"])
  }

  @Test(
    "thousands of types in one line are parsed in linear time",
    arguments: ["struct", "class", "protocol", "extension"])
  func thousandsOfTypesInOneLineAreParsedInLinearTime(word: String) {
    let found = messages(times(10_000, "\(word) a "))
    #expect(found.last?.contains("found the end of the file") == true)
  }
}
