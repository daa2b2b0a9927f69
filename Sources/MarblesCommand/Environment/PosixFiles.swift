#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The real files.
struct PosixFiles: FileSystem {
  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    try checkName(path, .read)
    // Without waiting, so that a pipe that nobody writes to is empty and does not hang.
    let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      throw FileProblem(action: .read, path: path, reason: Posix.reason(errno))
    }
    let descriptor = Posix.Descriptor(number)
    if let status = descriptor.status {
      if Posix.isFolder(status) {
        throw FileProblem(action: .read, path: path, reason: .isFolder)
      }
      if Posix.isFile(status), status.st_size > limit {
        throw FileProblem(action: .read, path: path, reason: .tooLarge(limit: limit))
      }
    }
    let bytes = try Posix.readAll(descriptor, limit: limit, path: path)
    if bytes.isEmpty, let status = descriptor.status, Posix.isPipe(status) {
      throw FileProblem(action: .read, path: path, reason: .nobodyWrites)
    }
    return bytes
  }

  func replace(_ path: String, with bytes: [UInt8]) throws(FileProblem) {
    try checkName(path, .write)
    let target = try resolved(path)
    guard let status = Posix.status(target) else {
      return try FileReplacement(path: path, target: target, existing: nil).write(bytes)
    }
    if Posix.isFolder(status) {
      throw FileProblem(action: .write, path: path, reason: .isFolder)
    }
    if Posix.isFile(status) {
      try FileReplacement(path: path, target: target, existing: status).write(bytes)
    } else {
      try writeStream(path, bytes)
    }
  }

  func makeFolder(_ path: String) throws(FileProblem) {
    try checkName(path, .write)
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw FileProblem(action: .write, path: path, reason: Posix.reason(errno))
  }

  func kind(of path: String) -> FileKind {
    guard let status = Posix.status(path) else { return .missing }
    if Posix.isFolder(status) { return .folder }
    return Posix.isFile(status) ? .file : .stream
  }

  func identity(of path: String) -> FileIdentity? {
    guard let status = Posix.status(path) else { return nil }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino),
      size: Int64(status.st_size),
      changed: Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec))
  }

  func names(in folder: String) throws(FileProblem) -> [String] {
    guard let stream = opendir(folder) else {
      throw FileProblem(action: .read, path: folder, reason: Posix.reason(errno))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func checkName(_ path: String, _ action: FileProblem.Action) throws(FileProblem) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileProblem(action: action, path: path, reason: .invalidName)
    }
  }

  /// Where the links of a path lead; also if nothing is there yet.
  private func resolved(_ path: String) throws(FileProblem) -> String {
    var target = path
    for _ in 0..<40 {
      guard let status = Posix.status(target, followingLinks: false), Posix.isLink(status) else {
        return target
      }
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlink(target, &buffer, buffer.count - 1)
      guard count > 0 else { break }
      let link = String(
        decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      target = link.hasPrefix("/") ? link : PathName(target).folder + link
    }
    throw FileProblem(action: .write, path: path, reason: .linksInCircles)
  }

  /// Devices and pipes are written to as they are.
  private func writeStream(_ path: String, _ bytes: [UInt8]) throws(FileProblem) {
    let number = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      throw FileProblem(action: .write, path: path, reason: Posix.reason(errno))
    }
    try Posix.writeAll(bytes, to: Posix.Descriptor(number), path: path)
  }
}

/// The parts of a path.
struct PathName {
  /// With the `/` at its end; empty for a name alone.
  let folder: String
  let name: String

  init(_ path: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      folder = ""
      name = path
      return
    }
    let next = path.utf8.index(after: slash)
    folder = String(path[..<next])
    name = String(path[next...])
  }

  /// The name without what follows its last period; a period at its start counts as a letter.
  var stem: String {
    guard let period = name.lastIndex(of: "."), period != name.startIndex else { return name }
    return String(name[..<period])
  }

  /// What follows the last period, in lower case.
  var fileExtension: String {
    guard let period = name.lastIndex(of: "."), period != name.startIndex else { return "" }
    return name[name.index(after: period)...].lowercased()
  }
}
