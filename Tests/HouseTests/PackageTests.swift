import Testing

@Suite("Package")
struct PackageTests {
  @Test("the package has no dependencies")
  func thePackageHasNoDependencies() {
    let manifest = SwiftTokens(Array(SourceTree.text("Package.swift").utf8)).tokens.map(\.text)
    #expect(
      !zip(manifest, manifest.dropFirst()).contains { $0 == "." && $1 == "package" },
      "a .package(…) in Package.swift")
    #expect(!manifest.contains("unsafeFlags"))
    #expect(!manifest.contains("binaryTarget"))
  }

  @Test("no file contains traces of its making")
  func noFileContainsTracesOfItsMaking() {
    // Joined here, because this file must not contain them either.
    let words = [
      ["/wo", "rk/"], ["mock", "up"], ["proto", "type"], ["sub", "agent"], ["work", "tree"],
      ["TO", "DO"], ["FIX", "ME"], ["lorem ", "ipsum"],
    ].map { $0.joined() }
    for path in SourceTree.textFiles {
      let text = SourceTree.text(path)
      let lowercased = text.lowercased()
      for word in words {
        let isShouted = word == word.uppercased() && word.first?.isLetter == true
        let found = isShouted ? text.contains(word) : lowercased.contains(word.lowercased())
        #expect(!found, "\(path) contains '\(word)'")
      }
    }
  }

  @Test("the README names the command of all checks")
  func theREADMENamesTheCommandOfAllChecks() {
    #expect(SourceTree.text("README.md").contains("Tests/run"))
    #expect(SourceTree.text(".ci/run").contains("Tests/run"))
    #expect(SourceTree.text(".github/workflows/checks.yml").contains("- run: Tests/run\n"))
  }
}
