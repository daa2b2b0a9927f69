/// Walks through folders, in the order of names; what begins with a period is left out.
///
/// Links are followed, but no folder is walked twice: links may lead in circles.
struct FolderWalk {
  private static let deepest = 32

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

  /// The files below a folder whose names end so; the path itself if it is no folder.
  func files(_ path: String, withExtension fileExtension: String) -> [String] {
    guard console.files.kind(of: path) == .folder else { return [path] }
    var found: [String] = []
    walk(path) { path, kind in
      if kind == .file, PathName(path).fileExtension == fileExtension { found.append(path) }
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
    guard kind == .folder, depth < Self.deepest else { return }
    do throws(FileProblem) {
      for name in try console.files.names(in: path) where !name.hasPrefix(".") {
        walk(path.hasSuffix("/") ? path + name : path + "/" + name, depth + 1, &walked, visit)
      }
    } catch {
      console.report(error)
    }
  }
}

extension FileIdentity {
  /// What stays the same while things in a folder change.
  fileprivate var unchanging: FileIdentity {
    FileIdentity(device: device, number: number, size: 0, changed: 0)
  }
}
