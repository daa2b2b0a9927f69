import Testing

@Suite("The package")
struct PackageTests {
  @Test("depends on no other package")
  func dependencies() {
    let manifest = SwiftTokens(Array(SourceTree.text("Package.swift").utf8)).tokens.map(\.text)
    #expect(
      !zip(manifest, manifest.dropFirst()).contains { $0 == "." && $1 == "package" },
      "a .package(…) in Package.swift")
    #expect(!manifest.contains("unsafeFlags"))
    #expect(!manifest.contains("binaryTarget"))
  }

  @Test("has no file that tells how it was made")
  func traces() {
    // Put together here, so that this file does not contain them.
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

  @Test("names the one command of all checks in the README")
  func command() {
    #expect(SourceTree.text("README.md").contains("Tests/run"))
    #expect(SourceTree.text(".ci/run").contains("Tests/run"))
  }
}
