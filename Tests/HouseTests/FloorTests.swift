import Testing

@Suite("Floors")
struct FloorTests {
  /// The folders of each target; each may name only types of those before it.
  private static let floors: [String: [String]] = [
    "Marbles": [
      "Time", "Text", "Recording", "Recorder", "Files", "Tasks", "Grammar", "Swirly", "Diagram",
      "Layout", "Formats",
    ],
    "MarblesCombine": [
      "Streams", "Subjects", "Schedulers", "Catalogue", "Sources", "Operators", "Probes",
    ],
    "MarblesRx": [
      "Disposables", "Schedulers", "Observables", "Subjects", "Relays", "Operators",
      "Traits", "Testing", "Catalogue",
    ],
    "MarblesScript": ["Syntax", "Checking", "Running"],
    "MarblesCommand": ["System", "Arguments", "Pictures", "Documents", "Commands"],
  ]

  /// Names from above that a file may use all the same.
  private static let exceptions: [String: Set<String>] = [
    // A queue is also a value of scripts, and a class can take on a protocol only where it stands.
    "Sources/MarblesCombine/Schedulers/ScriptScheduler.swift": ["ScriptObject"],
    // What the caller may decide over a script is told where the caller reads.
    "Sources/MarblesScript/Checking/Checker.swift": ["Simulation"],
    // The words for units of time are kept with what evaluates them.
    "Sources/MarblesScript/Checking/CallChecks.swift": ["Run"],
  ]

  /// The modules that a target may import besides the C library and Dispatch.
  private static let imports: [String: Set<String>] = [
    "Marbles": [],
    "MarblesCombine": ["Marbles"],
    "MarblesAppleCombine": ["Marbles", "MarblesCombine", "Combine"],
    "MarblesRx": ["Marbles", "MarblesCombine"],
    "MarblesScript": ["Marbles", "MarblesCombine", "MarblesRx"],
    "MarblesTesting": ["Marbles", "Testing", "XCTest", "Foundation", "FoundationEssentials"],
    "MarblesCommand": [
      "Marbles", "MarblesCombine", "MarblesRx", "MarblesScript", "FoundationEssentials",
      "Foundation",
    ],
    "MarblesBench": ["Marbles", "MarblesCombine", "MarblesRx", "MarblesScript"],
    "RenderMarbles": ["PackagePlugin", "Foundation"],
  ]
  private static let everywhere: Set<String> = ["Darwin", "Glibc", "Musl", "Dispatch"]

  @Test("every target is in the table, and every folder stands on a floor")
  func tables() {
    for file in SourceTree.library {
      #expect(Self.imports[file.target] != nil, "the target of \(file.path) is not in the table")
      guard let floors = Self.floors[file.target] else { continue }
      let isHome = file.folder.isEmpty && file.path.hasSuffix("/\(file.target).swift")
      #expect(isHome || floors.contains(file.folder), "\(file.path) stands on no floor")
    }
  }

  @Test("a target imports only what stands below it")
  func importsOfTargets() {
    for file in SourceTree.library {
      let allowed = Self.everywhere.union(Self.imports[file.target] ?? [])
      for module in Self.importedModules(file) {
        #expect(allowed.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test("a folder names only types of the folders before it")
  func namesOfFolders() {
    for (target, floors) in Self.floors {
      let files = SourceTree.library.filter { $0.target == target }
      let home = Self.homes(files)
      for file in files {
        guard let floor = floors.firstIndex(of: file.folder) else { continue }
        // A type parameter may be called like a type of a floor above.
        var told = Self.typeParameters(file).union(Self.exceptions[file.path] ?? [])
        for token in file.tokens {
          guard let folder = home[token.text], let other = floors.firstIndex(of: folder),
            other > floor, told.insert(token.text).inserted
          else { continue }
          Issue.record(
            "\(file.path):\(token.line): '\(token.text)' stands in \(folder), above \(file.folder)")
        }
      }
    }
  }

  private static func typeParameters(_ file: SourceTree.File) -> Set<String> {
    let words = file.tokens.map(\.text)
    let declared = words.indices.dropFirst(2).filter { index in
      words[index] == "<"
        && (declarations.contains(words[index - 2])
          || ["func", "subscript"].contains(words[index - 2]) || words[index - 1] == "init")
    }
    return Set(
      declared.flatMap { start in
        let end = words[start...].firstIndex(of: ">") ?? start
        return words[start..<end].filter { $0.first?.isUppercase == true }
      })
  }

  private static func importedModules(_ file: SourceTree.File) -> [String] {
    file.tokens.indices.dropLast().compactMap { index in
      guard file.tokens[index].text == "import", file.tokens[index].depth == 0 else { return nil }
      return file.tokens[index + 1].text
    }
  }

  private static let declarations: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]

  /// The folder of each type that is declared outside of other types, once in the target.
  private static func homes(_ files: [SourceTree.File]) -> [String: String] {
    var home: [String: String] = [:]
    var elsewhere: Set<String> = []
    for file in files {
      for index in file.tokens.indices.dropLast()
      where declarations.contains(file.tokens[index].text) {
        let name = file.tokens[index + 1].text
        guard name.first?.isUppercase == true else { continue }
        let isOuter = file.tokens[index].depth == 0
        if !isOuter || home.updateValue(file.folder, forKey: name) != nil {
          elsewhere.insert(name)
        }
      }
    }
    for name in elsewhere { home[name] = nil }
    return home
  }
}
