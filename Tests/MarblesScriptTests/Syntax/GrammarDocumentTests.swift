import Foundation
import Testing

@testable import MarblesScript

@Suite("The grammar in the language reference") struct GrammarDocumentTests {
  private let grammar: Grammar

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/language.md"), encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```ebnf\n").dropFirst().first)
    grammar = Grammar(try #require(block.components(separatedBy: "```").first))
  }

  @Test("defines each rule that it names, and names each rule that it defines except the first")
  func definesEachRuleThatItNamesAndNamesEachRuleThatItDefinesExceptTheFirst() {
    let named = Set(grammar.rules.values.flatMap(\.names))
    #expect(named.subtracting(grammar.rules.keys) == [])
    #expect(Set(grammar.rules.keys).subtracting(named) == ["script"])
  }

  @Test("the parser accepts sentences derived from it", arguments: 0..<40)
  func theParserAcceptsSentencesDerivedFromIt(seed: UInt64) {
    for round in 0..<25 {
      var derivation = Derivation(grammar, seed: seed << 16 | UInt64(round))
      let text = derivation.sentence()
      let source = SourceText(name: "derived.txt", text: text)
      let messages = Script.parse(source).diagnostics.rendered(in: source)
      #expect(messages == "", "\(text)")
      guard messages.isEmpty else { return }
    }
  }

  @Test("the parser rejects a sentence without one of its closing brackets", arguments: 0..<40)
  func theParserRejectsASentenceWithoutOneOfItsClosingBrackets(seed: UInt64) {
    var derivation = Derivation(grammar, seed: seed)
    let text = "let a = ( " + derivation.sentence()
    let source = SourceText(name: "derived.txt", text: text)
    #expect(Script.parse(source).diagnostics.containsError, "\(text)")
  }

  @Test("contains each keyword and operator of the parser")
  func containsEachKeywordAndOperatorOfTheParser() {
    let literals = Set(grammar.rules.values.flatMap(\.literals))
    let known =
      StatementWord.allCases.map(\.rawValue) + BinaryOperator.allCases.map(\.rawValue)
      + AssignmentOperator.allCases.map(\.rawValue) + PrefixOperator.allCases.map(\.rawValue)
    for word in known { #expect(literals.contains(word), "'\(word)' is not in the grammar") }
  }
}

/// The rules of an EBNF grammar.
private struct Grammar {
  indirect enum Node {
    case literal(String), name(String), sequence([Node]), choice([Node]), optional(Node)
    case repeated(Node)

    private var children: [Node] {
      switch self {
      case .literal, .name: []
      case .sequence(let nodes), .choice(let nodes): nodes
      case .optional(let node), .repeated(let node): [node]
      }
    }

    var names: [String] {
      if case .name(let name) = self {
        return name.contains(where: \.isLowercase) ? [name] : []
      }
      return children.flatMap(\.names)
    }

    var literals: [String] {
      if case .literal(let text) = self { return [text] }
      return children.flatMap(\.literals)
    }

    /// Whether the node can derive a closure without brackets around it.
    var beginsClosure: Bool {
      switch self {
      case .name(let name): name == "closure" || name == "closures"
      case .sequence(let nodes): nodes.first?.beginsClosure ?? false
      default: false
      }
    }
  }

  private(set) var rules: [String: Node] = [:]

  init(_ text: String) {
    var tokens = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    while let name = tokens.popFirst() {
      precondition(tokens.popFirst() == "=", "no '=' after '\(name)'")
      rules[name] = Self.choice(&tokens)
    }
  }

  private static func choice(_ tokens: inout ArraySlice<String>) -> Node {
    var alternatives = [sequence(&tokens)]
    while tokens.first == "|" {
      tokens.removeFirst()
      alternatives.append(sequence(&tokens))
    }
    return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
  }

  private static func sequence(_ tokens: inout ArraySlice<String>) -> Node {
    var nodes: [Node] = []
    while let token = tokens.first, !["|", ")", "]", "}"].contains(token) {
      // The next rule begins here.
      if tokens.dropFirst().first == "=" { break }
      tokens.removeFirst()
      switch token {
      case "(": nodes.append(choice(&tokens))
      case "[": nodes.append(.optional(choice(&tokens)))
      case "{": nodes.append(.repeated(choice(&tokens)))
      default:
        let isLiteral = token.hasPrefix("\"") && token.count > 2
        nodes.append(isLiteral ? .literal(String(token.dropFirst().dropLast())) : .name(token))
        continue
      }
      tokens.removeFirst()
    }
    return .sequence(nodes)
  }
}

/// Derives a random sentence of a grammar.
private struct Derivation {
  private let grammar: Grammar
  private var state: UInt64
  private var text = ""
  /// The number of nodes that may still be expanded before the shortest alternatives are taken.
  private var budget = 120
  private var isInHead = false
  private var isTight = false

  init(_ grammar: Grammar, seed: UInt64) {
    self.grammar = grammar
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func sentence() -> String {
    while budget > 0 { expand(.name("statement")) }
    return text
  }

  private mutating func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private mutating func write(_ word: String) {
    if !isTight, !text.isEmpty, text.last != "\n" { text += " " }
    isTight = false
    text += word
  }

  private mutating func expand(_ node: Grammar.Node) {
    budget -= 1
    switch node {
    case .literal(let word):
      write(word)
      if word == "\\" || word == "?." { isTight = true }
    case .name(let name): expand(rule: name)
    case .sequence(let nodes): nodes.forEach { expand($0) }
    case .optional(let node): if budget > 0, random(2) == 0, allows(node) { expand(node) }
    case .repeated(let node):
      while budget > 0, random(2) == 0, allows(node) { expand(node) }
    case .choice(let all):
      let nodes = all.filter { allows($0) }
      let short = nodes.filter { $0.names.isEmpty }
      let candidates = budget > 0 || short.isEmpty ? nodes : short
      expand(candidates[random(candidates.count)])
    }
  }

  /// A head must not contain a closure outside of brackets.
  private func allows(_ node: Grammar.Node) -> Bool { !(isInHead && node.beginsClosure) }

  private mutating func expand(rule name: String) {
    guard let node = grammar.rules[name] else { return write(token: name) }
    let outer = isInHead
    defer { isInHead = outer }
    switch name {
    case "head": isInHead = true
    case "block", "arguments", "closure": isInHead = false
    case "suffix", "place", "key", "generic", "optional": isTight = true
    default: break
    }
    expand(node)
    if name == "prefix" || name == "reference" { isTight = true }
  }

  private mutating func write(token: String) {
    switch token {
    case "WORD": write(["a", "taps", "größe"][random(3)])
    case "NAME": write(["a", "taps", "größe", "`in`"][random(4)])
    case "TYPENAME": write(["Int", "String", "PassthroughSubject"][random(3)])
    case "PROTOCOL": write(["ObservableObject", "NSObject"][random(2)])
    case "NUMBER": write(["0", "42", "1_000", "0xFF", "1.5", "1e3"][random(6)])
    case "INDEX": write("0")
    case "DURATION": write(["10ms", "1.5s", "2m"][random(3)])
    case "STRING": write([#""""#, #""text""#, #""\n\u{1F34E}""#, #""\(1 + 2)""#][random(4)])
    case "PARAMETER": write("$\(random(3))")
    case "CHARACTER": write(["a", "7", "#", "🍎"][random(4)])
    case "MARBLES": write(["--a-|", "^--!", "10ms (ab) 2m #", "-a- // comment"][random(4)])
    case "END": write([";", "\n"][random(2)])
    case "NEWLINE": write("\n")
    default: Issue.record("the grammar has no rule and the test no text for '\(token)'")
    }
  }
}
