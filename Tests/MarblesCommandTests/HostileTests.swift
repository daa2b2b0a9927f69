import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif
import Testing

@testable import MarblesCommand

/// Texts that would be obeyed somewhere, through everything that the command writes.
@Suite("Hostile texts")
struct HostileTests {
  private static let texts = [
    "</text><script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>",
    "\" onload=\"window.hacked=1", "]]><!-- --></style>", "&lt;b&gt;&amp;&#x41;",
    "%%{init: {'theme':'dark'}}%%", "end", "A->>B: x", "#quot;", "; Note over S1: x",
    "x\nparticipant Y as z", "`code` ```` ~~~", "| a | b |", "<!-- /marbles -->",
    "<!-- marbles: other.txt svg -->", "![x](javascript:alert(1))", "](x)",
    "\u{1B}[31mred\u{1B}]0;t\u{7}",
    "\u{9B}2J", "null\u{0}", "tab\tcr\rlf\ncrlf\r\n", "\u{202E}reversed\u{2066}",
    "\u{200B}\u{FEFF}",
    "line\u{2028}separator", "", "  two  spaces  ", "e" + String(repeating: "\u{301}", count: 60),
    "$(rm -rf /)", "click A1 call alert()", "}*{display:none", "\\", "\\(x)", "../../etc/passwd",
  ]

  /// A script whose title, names, values and error are the text.
  private static func script(_ text: String) -> String {
    let quoted = literal(text)
    return """
      title \(quoted)
      let response = PassthroughSubject()
      let shared = response.recorded(\(quoted)).share().recorded(\(literal(text + "2")))
      let a = shared.map { \(literal(text + "3")) + $0 }.recorded(\(literal(text + "4"))).sink()
      let b = shared.buffer(size: 1, whenFull: .dropOldest).sink(demand: 1)
      response: -v-w-#
      where v = \(quoted), w = \(literal(text + "5")), # = \(quoted)
      expect a.values == [\(quoted)]

      """
  }

  private static func literal(_ text: String) -> String {
    let inside = text.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.value >= 32 && scalar != "\"" && scalar != "\\"
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return "\"\(inside.joined())\""
  }

  private func expectShown(_ text: String, _ what: String) {
    let obeyed = text.unicodeScalars.filter { scalar in
      if scalar == "\n" { return false }
      let properties = scalar.properties
      return properties.generalCategory == .control || properties.isBidiControl
        || scalar.value == 0x2028 || scalar.value == 0x2029
    }
    #expect(obeyed.isEmpty, "\(what): \(obeyed.map { String($0.value, radix: 16) })")
  }

  @Test("a hostile text from a script has no effect in any format or message", arguments: texts)
  func aHostileTextFromAScriptHasNoEffectInAnyFormatOrMessage(_ text: String) {
    let world = TestWorld()
    world.put(Self.script(text), "x.txt")
    let ending = world.run(
      "x.txt", "--ascii", "--svg", "--mermaid", "--graph", "--json", "--html", "-o", "out/",
      "--force")
    world.files.folders = ["out"]
    #expect(ending.status == .failed)
    expectShown(ending.errors, "messages")
    for (path, bytes) in world.files.contents where path != "x.txt" {
      let written = String(decoding: bytes, as: UTF8.self)
      if !path.hasSuffix(".json") { expectShown(written, path) }
      guard path.hasSuffix(".svg") || path.hasSuffix(".html") else { continue }
      #expect(!written.lowercased().contains("<script>window"), "\(path)")
      #expect(!written.contains("<img src=x"), "\(path)")
    }
    let terminal = world.run("x.txt", "--color", "always", "-o", "-")
    let colors = try? Regex("\u{1B}\\[[0-9;]*m")
    if let colors { expectShown(terminal.output.replacing(colors, with: ""), "the terminal") }
  }

  @Test("SVG with a hostile text is well-formed XML", arguments: texts)
  func svgWithAHostileTextIsWellFormedXML(_ text: String) {
    let world = TestWorld()
    world.put(Self.script(text), "x.txt")
    _ = world.run("x.txt", "--svg", "-o", "x.svg")
    let parser = XMLParser(data: Data(world.files.contents["x.svg"] ?? []))
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
  }

  @Test("a hostile text in a document stays inside its picture", arguments: texts)
  func aHostileTextInADocumentStaysInsideItsPicture(_ text: String) throws {
    for form in ["", "unicode", "mermaid", "graph", "svg", "picture"] {
      let world = TestWorld()
      world.put(Self.script(text), "x.txt")
      let before = "# Before\n\n<!-- marbles: x.txt \(form) name=p -->\n"
      let after = "\n<!-- marbles: x.txt none -->\n\nAfter\n"
      world.put(before + after, "page.md")
      _ = world.run("docs", "page.md")
      let page = try #require(world.text("page.md"))
      expectShown(page, "the page")
      #expect(page.hasPrefix(before) && page.hasSuffix("\nAfter\n"), "\(page)")
      let first = world.files.contents
      _ = world.run("docs", "page.md")
      #expect(world.files.contents == first)
    }
  }

  @Test(
    "control characters in file names are made visible",
    arguments: texts.filter { !$0.contains("\u{0}") })
  func controlCharactersInFileNamesAreMadeVisible(_ text: String) {
    let name = text.replacingOccurrences(of: "/", with: "_") + ".txt"
    let world = TestWorld()
    world.put("let a = Just(1).sink()\nlet b = nothing.sink()\n", name)
    for arguments in [[name], ["check", name], ["docs", name], ["diff", name, "missing" + name]] {
      let ending = world.run(arguments)
      expectShown(ending.errors, "messages of \(arguments[0])")
      expectShown(ending.output, "output of \(arguments[0])")
    }
  }

  @Test("control characters are made visible while a file is watched", arguments: texts)
  func controlCharactersAreMadeVisibleWhileAFileIsWatched(_ text: String) {
    let world = TestWorld()
    world.put(Self.script(text), "x.txt")
    world.pauses = [
      { world.put(Self.script(text + "!"), "x.txt") },
      { world.put("let \(Self.literal(text)) = 1\n", "x.txt") }, {},
    ]
    let ending = world.run("watch", "x.txt", "--svg")
    expectShown(ending.errors, "messages")
    expectShown(ending.output, "output")
  }
}
