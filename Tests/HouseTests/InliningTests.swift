import Testing

@Suite("Inlining")
struct InliningTests {
  /// Files whose publishers are not specialized, with the reason.
  private static let exceptions: [String: String] = [
    "CollectByTime.swift": "uses time",
    "Debounce.swift": "uses time",
    "Throttle.swift": "uses time",
    "Timeout.swift": "uses time",
    "Print.swift": "creates text",
    "Future.swift": "sends one element",
  ]
  private static let folders: Set<String> = ["Operators", "Sources", "Subjects"]

  @Test("a chain is specialized through each publisher of MarblesCombine")
  func aChainIsSpecializedThroughEachPublisherOfMarblesCombine() {
    var count = 0
    for file in SourceTree.library
    where file.target == "MarblesCombine" && Self.folders.contains(file.folder) {
      let isException = Self.exceptions[file.parts.last.map(String.init) ?? ""] != nil
      for (before, line) in zip(file.lines, file.lines.dropFirst())
      where line.contains("func receive<S: Subscriber>(subscriber: S)") {
        count += 1
        let isInlined = before.contains("@inlinable @inline(__always)")
        #expect(isInlined != isException, "\(file.path): receive(subscriber:) is not inlinable")
      }
    }
    #expect(count > 60)
  }
}
