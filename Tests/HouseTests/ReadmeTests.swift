import Marbles
import MarblesCombine
import Testing

@Suite("README")
struct ReadmeTests {
  /// The example of the README, line by line.
  private func picture() throws -> String {
    var printed = ""
    func print(_ text: String) { printed += text }

    let scheduler = TestScheduler()
    let letters = ["p": "partial", "f": "final"] as [Character: String]
    let response = try scheduler.hot("response", "-p---f-|", values: letters)
    let shared = scheduler.hub("share()", response) { $0.share() }

    try scheduler.subscribe(shared, as: "first")
    try scheduler.subscribe(shared, as: "second", "---^")
    try scheduler.run()
    let recording = scheduler.recorder.recording(title: "share() in Swift")
    print(ASCIIFormat().render(Diagram(recording)))
    // The example ends here.
    return printed
  }

  @Test("the example has at most 15 lines, compiles and draws")
  func theExampleHasAtMost15LinesCompilesAndDraws() throws {
    let readme = SourceTree.text("README.md")
    let start = try #require(readme.firstRange(of: "```swift\n"))
    let end = try #require(readme[start.upperBound...].firstRange(of: "```"))
    let lines = readme[start.upperBound..<end.lowerBound].split(separator: "\n")
    #expect(lines.count <= 15)
    let test = SourceTree.text("Tests/HouseTests/ReadmeTests.swift")
    for line in lines { #expect(test.contains(line), "the test does not have: \(line)") }
    let picture = try picture()
    #expect(picture.hasPrefix("share() in Swift\n"))
    #expect(picture.contains("second"))
    #expect(picture.contains("1 missed"))
  }

  @Test("links lead to existing files")
  func linksLeadToExistingFiles() {
    for page in SourceTree.textFiles where page.hasSuffix(".md") {
      let text = SourceTree.text(page)
      let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      for range in text.ranges(of: "](") {
        let link = text[range.upperBound...].prefix { $0 != ")" && $0 != "#" && $0 != " " }
        guard !link.isEmpty, !link.contains(":"), !link.contains("<") else { continue }
        // A documentation catalogue names a picture without its folder and its kind.
        let isImage = folder.hasSuffix(".docc/") && !link.contains(".")
        let path = folder + (isImage ? "Resources/\(link).svg" : link)
        #expect(SourceTree.exists(path), "\(page) links to \(link)")
      }
    }
  }

  @Test("the gallery has each example")
  func theGalleryHasEachExample() {
    let gallery = SourceTree.text("examples/README.md")
    for path in SourceTree.textFiles where path.hasPrefix("examples/") && path.hasSuffix(".txt") {
      let name = path.dropFirst("examples/".count)
      #expect(gallery.contains("marbles: \(name) "), "\(path) is not in the gallery")
    }
  }
}
