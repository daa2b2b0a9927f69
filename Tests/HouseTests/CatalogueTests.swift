import MarblesCombine
import MarblesRx
import Testing

@Suite("Catalogue")
struct CatalogueTests {
  /// The declared entries: `static let share = Operator(`.
  private static let declared: [(name: String, file: SourceTree.File)] =
    SourceTree.library.flatMap { file in
      let words = file.tokens.map(\.text)
      return words.indices.dropLast(5).compactMap { index in
        words[index] == "static" && words[index + 1] == "let" && words[index + 3] == "="
          && words[index + 4] == "ScriptOperator" && words[index + 5] == "("
          ? (words[index + 2], file) : nil
      }
    }

  @Test("the catalogue lists each entry that a file declares")
  func complete() {
    #expect(Self.declared.count > 40)
    for (name, file) in Self.declared {
      let isListed = SourceTree.library.contains { list in
        list.target == file.target && list.path.contains("Catalogue")
          && zip(list.tokens, list.tokens.dropFirst()).contains {
            $0.text == "." && $1.text == name.filter { $0 != "`" }
          }
      }
      #expect(isListed, "\(file.path): '\(name)' is not in the catalogue of \(file.target)")
    }
  }

  /// Files without an entry, each with the reason.
  private static let withoutEntry: [String: String] = [
    "Sources/MarblesRx/Operators/CombineLatest.swift": "functions of Observable",
    "Sources/MarblesRx/Operators/Zip.swift": "functions of Observable",
    "Sources/MarblesRx/Operators/Amb.swift": "scripts have no amb",
    "Sources/MarblesRx/Operators/Debug.swift": "prints; a script has its picture",
    "Sources/MarblesRx/Operators/GroupBy.swift": "scripts have no grouped streams",
    "Sources/MarblesCombine/Operators/Coding.swift": "scripts have no coders",
  ]

  @Test("each file of an operator has an entry, or is part of a family that has one")
  func files() {
    for target in ["MarblesCombine", "MarblesRx"] {
      let withEntry = Set(Self.declared.filter { $0.file.target == target }.map(\.file.path))
      guard !withEntry.isEmpty else { continue }
      let words = Set(withEntry.map(Self.firstWord))
      for file in SourceTree.library where file.target == target && file.folder == "Operators" {
        #expect(
          withEntry.contains(file.path) || Self.withoutEntry[file.path] != nil
            || words.contains(Self.firstWord(file.path)),
          "\(file.path) is no operator of the catalogue")
      }
    }
  }

  /// "Merge" of `…/MergeMany.swift`.
  private static func firstWord(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return String(name.prefix(1) + name.dropFirst().prefix { $0.isLowercase })
  }

  @Test("each entry is unique and has a summary, an example and signatures")
  func entries() {
    var known: Set<String> = []
    for entry in Catalogue.all {
      #expect(entry.example.contains(entry.name), "\(entry.name): \(entry.example)")
      #expect(!entry.summary.isEmpty && !entry.summary.hasSuffix("."), "\(entry.name)")
      #expect(!entry.signatures.isEmpty, "\(entry.name)")
      let signatures = entry.signatures.map { "\($0)" }.joined()
      let key = "\(entry.name) \(entry.dialects) \(signatures)"
      #expect(known.insert(key).inserted, "\(entry.name) is there twice")
    }
  }
}
