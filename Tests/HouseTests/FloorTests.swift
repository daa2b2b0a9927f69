import Testing

@Suite("Floors")
struct FloorTests {
  /// The folders of each target, from the lowest. A file uses only names of its own folder and of
  /// lower ones. Files at the root of a target are its highest floor.
  private static let floors: [String: [String]] = [
    "Marbles": [
      "Time", "Text", "Recording", "Recorder", "Files", "Tasks", "Grammar", "Swirly", "Diagram",
      "Layout", "Formats",
    ],
    "MarblesCombine": [
      "Core", "Streams", "Links", "Subjects", "Schedulers", "Sources", "Operators",
      "Probes", "Extras",
    ],
    "MarblesRx": [
      "Disposables", "Schedulers", "Observables", "Subjects", "Relays", "Operators",
      "Traits", "Testing", "Extras",
    ],
    "MarblesScript": [
      "Syntax", "Values", "Runtime", "Catalogue", "Building", "Vocabulary", "Checking",
      "Interpreting", "Scenario", "Expecting",
    ],
    "MarblesCommand": ["System", "Arguments", "Pictures", "Documents", "Commands"],
  ]

  /// The modules that a target may import besides the C library and Dispatch.
  private static let imports: [String: Set<String>] = [
    "Marbles": [],
    "MarblesCombine": ["Marbles"],
    "MarblesAppleCombine": ["Marbles", "MarblesCombine", "Combine"],
    "MarblesRx": ["Marbles", "MarblesCombine"],
    "MarblesScript": ["Marbles", "MarblesCombine", "MarblesRx"],
    "MarblesTesting": [
      "Marbles", "MarblesCombine", "Testing", "XCTest", "Foundation", "FoundationEssentials",
    ],
    "MarblesCommand": [
      "Marbles", "MarblesCombine", "MarblesRx", "MarblesScript", "FoundationEssentials",
      "Foundation",
    ],
    "MarblesBench": [
      "Marbles", "MarblesCombine", "MarblesRx", "MarblesScript", "Foundation",
    ],
    "RenderMarbles": ["PackagePlugin", "Foundation"],
  ]
  private static let everywhere: Set<String> = ["Darwin", "Glibc", "Musl", "Dispatch"]

  @Test("each target and each folder is in the table")
  func eachTargetAndEachFolderIsInTheTable() {
    for file in SourceTree.library {
      #expect(Self.imports[file.target] != nil, "the target of \(file.path) is not in the table")
      guard let floors = Self.floors[file.target] else { continue }
      #expect(
        file.folder.isEmpty || floors.contains(file.folder), "\(file.path) is on no floor")
    }
  }

  @Test("architecture.md lists the floors of each target in order")
  func architectureMdListsTheFloorsOfEachTargetInOrder() throws {
    let page = SourceTree.text("docs/architecture.md")
    for (target, floors) in Self.floors {
      let heading = try #require(page.firstRange(of: "**\(target)**\n"), "\(target)")
      let table = page[heading.upperBound...].split(separator: "\n").prefix { $0.first == "|" }
      let names = table.filter { $0.hasPrefix("| `") }.map {
        String($0.dropFirst(3).prefix { $0 != "`" })
      }
      #expect(names == floors.filter { !$0.isEmpty }, "\(target)")
    }
  }

  @Test("a target imports only modules of lower targets")
  func aTargetImportsOnlyModulesOfLowerTargets() {
    for file in SourceTree.library {
      let allowed = Self.everywhere.union(Self.imports[file.target] ?? [])
      for module in Self.importedModules(file) {
        #expect(allowed.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  private static func importedModules(_ file: SourceTree.File) -> [String] {
    file.tokens.indices.dropLast().compactMap { index in
      guard file.tokens[index].text == "import", file.tokens[index].depth == 0 else { return nil }
      return file.tokens[index + 1].text
    }
  }

  @Test("a folder uses only types and functions of lower folders")
  func aFolderUsesOnlyTypesAndFunctionsOfLowerFolders() {
    let found = Self.floors.sorted { $0.key < $1.key }.flatMap { target, folders in
      Floors(folders, of: target).violations
    }
    for violation in found { Issue.record("\(violation)") }
  }
}

/// The folders of a target, and the folder in which each name is declared.
private struct Floors {
  private let folders: [String]
  private let files: [SourceTree.File]
  /// The floor of each type that is declared once, outside of other types.
  private var types: [String: Int] = [:]
  /// The floor of each function and variable that is declared once in the target.
  private var members: [String: Int] = [:]

  private static let typeWords: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]
  private static let memberWords: Set<String> = ["func", "var", "let", "case"]
  /// Names of the standard library that a target may declare, too.
  private static let standard: Set<String> = [
    "allSatisfy", "append", "close", "compactMap", "contains", "count", "drop", "dropFirst",
    "dropLast",
    "elements", "encode", "enumerated", "failure", "filter", "first", "flatMap", "get", "hash",
    "index",
    "indices", "insert",
    "isEmpty", "isNumber", "joined", "last", "load", "map", "max", "merge", "merging", "min",
    "next", "output",
    "prefix",
    "prepend", "print", "reduce", "release", "remove", "removeAll", "removeFirst", "replacing",
    "reversed",
    "shuffled", "sorted", "split", "store", "suffix", "swapAt", "utf8", "values", "write", "zip",
  ]

  /// The functions, variables and cases that each target declares.
  private static let namesOfTargets: [String: Set<String>] =
    Dictionary(grouping: SourceTree.library, by: \.target).mapValues { files in
      Set(files.flatMap { declared(in: $0).members })
    }

  init(_ folders: [String], of target: String) {
    self.folders = folders
    files = SourceTree.library.filter { $0.target == target }
    // A name of another target can be imported, so its declaration here says nothing.
    var repeated = Self.namesOfTargets.filter { $0.key != target }
      .reduce(into: Set<String>()) { $0.formUnion($1.value) }
    for file in files {
      let declared = Self.declared(in: file)
      for name in declared.types where types.updateValue(floor(of: file), forKey: name) != nil {
        repeated.insert(name)
      }
      repeated.formUnion(declared.inner)
      for name in declared.members
      where members.updateValue(floor(of: file), forKey: name) != nil {
        repeated.insert(name)
      }
      repeated.formUnion(declared.labels)
    }
    for name in repeated.union(Self.standard) {
      members[name] = nil
      types[name] = nil
    }
  }

  private func floor(of file: SourceTree.File) -> Int {
    folders.firstIndex(of: file.folder) ?? folders.count
  }

  private func name(ofFloor floor: Int) -> String {
    floor < folders.count ? folders[floor] : "the root"
  }

  /// One line for each name of a higher floor in a file.
  var violations: [String] {
    files.flatMap { file -> [String] in
      let own = floor(of: file)
      var known = Self.typeParameters(file)
      return file.tokens.indices.compactMap { index in
        let token = file.tokens[index]
        let isMember =
          index > 0 && file.tokens[index - 1].text == "."
          || index + 1 < file.tokens.count && file.tokens[index + 1].text == "("
            && !file.tokens[index + 1].isSpaced
        guard let home = types[token.text] ?? (isMember ? members[token.text] : nil), home > own,
          known.insert(token.text).inserted
        else { return nil }
        return "\(file.path):\(token.line): '\(token.text)' is declared in "
          + "\(name(ofFloor: home)), above \(name(ofFloor: own))"
      }
    }
  }

  private static func declared(in file: SourceTree.File) -> (
    types: [String], inner: Set<String>, members: [String], labels: Set<String>
  ) {
    var types: [String] = []
    var inner: Set<String> = []
    var members: [String] = []
    var labels: Set<String> = []
    for index in file.tokens.indices.dropLast() {
      let token = file.tokens[index]
      let next = file.tokens[index + 1]
      if typeWords.contains(token.text), next.text.first?.isUppercase == true {
        if token.depth == 0 { types.append(next.text) } else { inner.insert(next.text) }
      } else if memberWords.contains(token.text) {
        members.append(next.text)
      } else if next.text == ":", !next.isSpaced {
        labels.insert(token.text)
      }
    }
    return (types, inner, members, labels)
  }

  private static func typeParameters(_ file: SourceTree.File) -> Set<String> {
    let words = file.tokens.map(\.text)
    let declared = words.indices.dropFirst(2).filter { index in
      words[index] == "<"
        && (typeWords.contains(words[index - 2])
          || ["func", "subscript"].contains(words[index - 2]) || words[index - 1] == "init")
    }
    return Set(
      declared.flatMap { start in
        let end = words[start...].firstIndex(of: ">") ?? start
        return words[start..<end].filter { $0.first?.isUppercase == true }
      })
  }
}
