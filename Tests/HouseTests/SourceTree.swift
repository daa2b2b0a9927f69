import Foundation

/// The files of the project.
enum SourceTree {
  struct File {
    /// The path from the root of the package: `Sources/Marbles/Time/VirtualTime.swift`.
    let path: String
    let text: String
    let tokens: [SwiftTokens.Token]
    let prose: [SwiftTokens.Prose]

    var parts: [Substring] { path.split(separator: "/") }
    var isLibrary: Bool { path.hasPrefix("Sources/") }
    var target: String { parts.count > 1 ? String(parts[1]) : "" }
    /// The folder inside the target; empty for a file at the root of the target.
    var folder: String { parts.count > 3 ? String(parts[2]) : "" }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)

  /// All Swift files in Sources and Tests.
  static let swiftFiles: [File] = paths(below: ["Sources", "Tests"])
    .filter { $0.hasSuffix(".swift") }
    .compactMap { path in
      guard let data = FileManager.default.contents(atPath: root + path) else { return nil }
      let bytes = [UInt8](data)
      let tokens = SwiftTokens(bytes)
      return File(
        path: path, text: String(decoding: bytes, as: UTF8.self), tokens: tokens.tokens,
        prose: tokens.prose)
    }

  static let library = swiftFiles.filter(\.isLibrary)

  /// All text files of the project, as paths from the root.
  static let textFiles: [String] =
    ["Package.swift", "README.md", "CHANGELOG.md", ".ci/run"].filter {
      FileManager.default.fileExists(atPath: root + $0)
    }
    + paths(below: ["Sources", "Tests", "docs", "examples"]).filter { path in
      let kinds = ["swift", "md", "txt", "svg", "mmd", "json", "jsonl", "html", "marbles", "run"]
      return kinds.contains { path.hasSuffix("." + $0) } || path == "Tests/run"
    }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root + path)
  }

  static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: root + path).map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }

  private static func paths(below folders: [String]) -> [String] {
    folders.flatMap { folder in
      let inside = FileManager.default.enumerator(atPath: root + folder)
      return (inside?.compactMap { $0 as? String } ?? []).sorted().map { folder + "/" + $0 }
    }
  }
}
