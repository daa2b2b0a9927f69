import Testing

@Suite("Contract coverage")
struct ContractCoverageTests {
  /// Operators without a contract case, with the reason.
  private static let exceptions: Set<String> = [
    // Stop the program at a failure, which the random play sends.
    "assertNoFailure", "breakpointOnError",
    // For publishers that never fail; `multicast`, of which it consists, has a case.
    "makeConnectable",
    // Changes no signal.
    "eraseToAnyPublisher",
  ]

  @Test("each operator of MarblesCombine is named in a contract case")
  func eachOperatorOfMarblesCombineIsNamedInAContractCase() {
    let cases = SourceTree.swiftFiles
      .filter { $0.path.hasPrefix("Tests/MarblesCombineTests/Contracts/") }
      .reduce(into: Set<String>()) { names, file in names.formUnion(file.tokens.map(\.text)) }
    for file in SourceTree.library where file.path.hasPrefix("Sources/MarblesCombine/Operators/") {
      for name in Self.operators(of: file) where !Self.exceptions.contains(name) {
        #expect(cases.contains(name), "\(file.path): '\(name)' has no contract case")
      }
    }
  }

  /// The public methods in extensions of `Publisher` itself.
  private static func operators(of file: SourceTree.File) -> Set<String> {
    var isPublisher = false
    var names: Set<String> = []
    let tokens = file.tokens
    for index in tokens.indices.dropLast(3) {
      if tokens[index].depth == 0, tokens[index].text == "extension" {
        isPublisher = tokens[index + 1].text == "Publisher" && tokens[index + 2].text != "."
      }
      guard isPublisher, tokens[index].text == "public", tokens[index + 1].text == "func" else {
        continue
      }
      let name = tokens[index + 2].text == "`" ? tokens[index + 3] : tokens[index + 2]
      names.insert(name.text.filter { $0 != "`" })
    }
    return names
  }
}
