/// Searches folders, in the order of names. Names with a leading period are skipped.
///
/// Symbolic links are followed, but no folder is searched twice, because links can form loops.
struct FolderWalk {
  private static let maximumDepth = 32

  /// The extensions of the files that are drawn when a folder is given. Recordings in JSON are not
  /// among them, because the command writes such files beside scripts.
  static let inputs: Set<String> = ["txt", "marbles", "jsonl"]

  private let console: Console

  init(_ console: Console) { self.console = console }

  /// The folder and all folders in it.
  func folders(_ path: String) -> [String] {
    var found: [String] = []
    walk(path) { path, kind in
      if kind == .folder { found.append(path) }
    }
    return found
  }

  /// The files to draw among the given files and in the given folders. A folder without such files is
  /// reported.
  func inputs(_ paths: [String]) -> [String] {
    paths.flatMap { path in
      let found = inputs(in: path)
      if found.isEmpty {
        let reason = FileError.Reason.noInputs(extensions: Self.inputs.sorted())
        console.report(FileError(action: .read, path: path, reason: reason))
      }
      return found
    }
  }

  /// The files to draw in a folder; the path itself if it is not a folder.
  func inputs(in path: String) -> [String] { files(path, withExtensions: Self.inputs) }

  /// The files in a folder with one of the given extensions; the path itself if it is not a folder.
  func files(_ path: String, withExtensions extensions: Set<String>) -> [String] {
    guard console.files.kind(of: path) == .folder else { return [path] }
    var found: [String] = []
    walk(path) { path, kind in
      if kind == .file, extensions.contains(PathName(path).fileExtension) { found.append(path) }
    }
    return found
  }

  private func walk(_ path: String, _ visit: (String, FileKind) -> Void) {
    let root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    var walked: Set<FileIdentity> = []
    walk(root, 0, &walked, visit)
  }

  private func walk(
    _ path: String, _ depth: Int, _ walked: inout Set<FileIdentity>,
    _ visit: (String, FileKind) -> Void
  ) {
    let kind = console.files.kind(of: path)
    if kind == .folder, let identity = console.files.identity(of: path),
      !walked.insert(identity.unchanging).inserted
    {
      return
    }
    visit(path, kind)
    guard kind == .folder, depth < Self.maximumDepth else { return }
    do throws(FileError) {
      for name in try console.files.names(in: path) where !name.hasPrefix(".") {
        walk(path.hasSuffix("/") ? path + name : path + "/" + name, depth + 1, &walked, visit)
      }
    } catch {
      console.report(error)
    }
  }
}

extension FileIdentity {
  /// The part of the identity that does not change with the contents of a folder.
  fileprivate var unchanging: FileIdentity {
    FileIdentity(device: device, number: number, size: 0, changed: 0)
  }
}
