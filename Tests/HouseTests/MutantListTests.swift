import Testing

@Suite("Wrong lines")
struct MutantListTests {
  @Test("each correct line of the list is in its file exactly once")
  func eachCorrectLineOfTheListIsInItsFileExactlyOnce() {
    let entries = SourceTree.text("Tests/Mutants/list.txt").split(separator: "\n\n").map {
      $0.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }.filter { !$0.isEmpty }
    #expect(entries.count > 10)
    for entry in entries {
      let lines = SourceTree.text(String(entry[0])).split(separator: "\n")
      let right = entry[1].dropFirst(2)
      let found = lines.filter { $0.drop { $0 == " " } == right }
      #expect(found.count == 1, "\(entry[0]): \(right)")
    }
  }
}
