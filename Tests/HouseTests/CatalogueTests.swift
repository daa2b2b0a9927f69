import MarblesScript
import Testing

@Suite("Catalogue")
struct CatalogueTests {
  /// The entries that files declare: `static let share = ScriptOperator(`.
  private static let declared: [(name: String, file: SourceTree.File)] =
    SourceTree.library.flatMap { file in
      let words = file.tokens.map(\.text)
      return words.indices.dropLast(5).compactMap { index in
        words[index] == "static" && words[index + 1] == "let" && words[index + 3] == "="
          && words[index + 4] == "ScriptOperator" && words[index + 5] == "("
          ? (words[index + 2], file) : nil
      }
    }

  @Test("the table lists each entry that a file declares")
  func theTableListsEachEntryThatAFileDeclares() throws {
    let table = try #require(
      SourceTree.library.first { $0.path.hasSuffix("Catalogue/OperatorTable.swift") })
    let listed = Set(
      zip(table.tokens, table.tokens.dropFirst()).filter { $0.0.text == "." }.map(\.1.text))
    #expect(Self.declared.count > 40)
    for (name, file) in Self.declared {
      #expect(
        listed.contains(name.filter { $0 != "`" }), "\(file.path): '\(name)' is not in the table")
    }
  }

  /// Public methods in the folders `Operators` that need no entry, with the reason.
  private static let withoutEntry = [
    "breakpoint": "stops in a debugger", "breakpointOnError": "stops in a debugger",
    "connect": "a member of connectable streams, not an operator",
    "encode": "scripts have no coders", "decode": "scripts have no coders",
    "catchError": "an older spelling", "elementAt": "an older spelling",
    "observeOn": "an older spelling", "retryWhen": "an older spelling",
    "skipUntil": "an older spelling", "skipWhile": "an older spelling",
    "subscribeOn": "an older spelling", "takeWhile": "an older spelling",
    "amb": "not in scripts", "debug": "prints, which a recording replaces",
    "dematerialize": "not in scripts", "groupBy": "not in scripts", "single": "not in scripts",
  ]

  @Test(
    "each public method in the folder Operators of a library has an entry",
    arguments: ["MarblesCombine", "MarblesRx"])
  func eachPublicMethodInTheFolderOperatorsOfALibraryHasAnEntry(
    target: String
  ) {
    let entries = target == "MarblesRx" ? OperatorTable.rxSwift : OperatorTable.combine
    let known = Set(entries.map(\.name))
    let files = SourceTree.library.filter { $0.target == target && $0.folder == "Operators" }
    #expect(!files.isEmpty)
    for (name, file) in files.flatMap({ file in Self.publicMethods(file).map { ($0, file) } }) {
      // The closures of a script can throw, so `filter` stands for `tryFilter` too.
      let isCovered =
        known.contains(name) || Self.withoutEntry[name] != nil
        || name.hasPrefix("try") && known.contains(Self.plainName(ofThrowing: name))
      #expect(isCovered, "\(file.path): '\(name)' has no entry")
    }
  }

  /// "filter" for "tryFilter".
  private static func plainName(ofThrowing name: String) -> String {
    let rest = name.dropFirst("try".count)
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }

  private static func publicMethods(_ file: SourceTree.File) -> Set<String> {
    let tokens = file.tokens
    return Set(
      tokens.indices.dropLast(3).compactMap { index in
        guard tokens[index].text == "public", tokens[index + 1].text == "func",
          tokens[index].depth == 1
        else { return nil }
        let name = tokens[index + 2].text
        return name == "`" ? tokens[index + 3].text : name
      })
  }

  @Test("each entry is unique and has a summary, an example and signatures")
  func eachEntryIsUniqueAndHasASummaryAnExampleAndSignatures() {
    var known: Set<String> = []
    for entry in OperatorTable.all {
      #expect(entry.example.contains(entry.name), "\(entry.name): \(entry.example)")
      #expect(!entry.summary.isEmpty && !entry.summary.hasSuffix("."), "\(entry.name)")
      #expect(!entry.signatures.isEmpty, "\(entry.name)")
      let signatures = entry.signatures.map { "\($0)" }.joined()
      let key = "\(entry.name) \(entry.dialects) \(signatures)"
      #expect(known.insert(key).inserted, "\(entry.name) is there twice")
    }
  }
}
