#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files of the system.
struct PosixFiles: FileSystem {
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try checkName(path, .read)
    // Without waiting: a pipe without a writer is then empty and does not block.
    let number = open(Posix.path(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      throw FileError(action: .read, path: path, reason: Posix.reason(errno))
    }
    let descriptor = Posix.Descriptor(number)
    if let status = descriptor.status {
      if Posix.isFolder(status) {
        throw FileError(action: .read, path: path, reason: .isFolder)
      }
      if Posix.isFile(status), status.st_size > limit {
        throw FileError(action: .read, path: path, reason: .tooLarge(limit: limit))
      }
    }
    let bytes = try Posix.readAll(descriptor, limit: limit, path: path)
    if bytes.isEmpty, let status = descriptor.status, Posix.isPipe(status) {
      throw FileError(action: .read, path: path, reason: .noWriter)
    }
    return bytes
  }

  func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try checkName(path, .write)
    let target = try resolved(path)
    guard let status = Posix.status(target) else {
      return try FileReplacement(path: path, target: target, existing: nil).write(bytes)
    }
    if Posix.isFolder(status) {
      throw FileError(action: .write, path: path, reason: .isFolder)
    }
    if Posix.isFile(status) {
      try FileReplacement(path: path, target: target, existing: status).write(bytes)
    } else {
      try writeStream(path, bytes)
    }
  }

  func makeFolder(_ path: String) throws(FileError) {
    try checkName(path, .write)
    guard mkdir(Posix.path(path), 0o777) != 0, errno != EEXIST else { return }
    throw FileError(action: .write, path: path, reason: Posix.reason(errno))
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

  func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(Posix.path(folder)) else {
      throw FileError(action: .read, path: folder, reason: Posix.reason(errno))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
          Posix.text(ofName: UnsafeBufferPointer(start: bytes, count: strlen(pointer)))
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func checkName(_ path: String, _ action: FileError.Action) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileError(action: action, path: path, reason: .invalidName)
    }
  }

  /// The path after symbolic links; the file need not exist.
  private func resolved(_ path: String) throws(FileError) -> String {
    var target = path
    for _ in 0..<40 {
      guard let status = Posix.status(target, followingLinks: false), Posix.isLink(status) else {
        return target
      }
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlink(Posix.path(target), &buffer, buffer.count - 1)
      guard count > 0 else { break }
      let link = Posix.text(ofName: buffer[..<count].map { UInt8(bitPattern: $0) })
      target = link.hasPrefix("/") ? link : PathName(target).folder + link
    }
    throw FileError(action: .write, path: path, reason: .symlinkLoop)
  }

  /// Writes to a device or pipe, which cannot be replaced.
  private func writeStream(_ path: String, _ bytes: [UInt8]) throws(FileError) {
    let number = open(Posix.path(path), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      throw FileError(action: .write, path: path, reason: Posix.reason(errno))
    }
    try Posix.writeAll(bytes, to: Posix.Descriptor(number), path: path)
  }
}

/// Replaces a file: writes a temporary file beside it and renames that.
///
/// A reader sees the old file or the new one, and a process that is killed leaves the old one.
/// Signals from a terminal are blocked meanwhile, so that an interrupted run leaves no temporary
/// file. The new file has the mode of the old one, and its owner if that is permitted.
struct FileReplacement {
  /// The path as given by the caller.
  let path: String
  /// The path after symbolic links.
  let target: String
  let existing: stat?

  func write(_ bytes: [UInt8]) throws(FileError) {
    if existing != nil, access(Posix.path(target), W_OK) != 0 { throw error(errno) }
    let signals = BlockedSignals()
    defer { signals.restore() }
    let (temporary, file) = try makeTemporary()
    do throws(FileError) {
      try fill(file, bytes)
      guard rename(Posix.path(temporary), Posix.path(target)) == 0 else { throw error(errno) }
    } catch {
      unlink(Posix.path(temporary))
      throw error
    }
    keepFolder(PathName(target).folder)
  }

  // MARK: The temporary file

  /// Creates the temporary file and locks it, so that no other process takes it for a leftover.
  ///
  /// Its name has no process number. The next process that writes here therefore finds and removes
  /// the file of a process that was killed; while a living process has it locked, another name is
  /// used.
  private func makeTemporary() throws(FileError) -> (path: String, Posix.Descriptor) {
    let place = PathName(target)
    let start = place.folder + ".\(place.name.prefix(80))"
    for path in ["\(start).marbles-part", "\(start).\(getpid()).marbles-part"] {
      var number = create(path)
      if number < 0, errno == EEXIST, removeLeftover(path) { number = create(path) }
      guard number >= 0 else {
        if errno == EEXIST { continue }
        throw folderError(errno)
      }
      let file = Posix.Descriptor(number)
      // Some file systems have no locks.
      if flock(number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return (path, file) }
    }
    throw error(EBUSY)
  }

  private func create(_ path: String) -> Int32 {
    open(Posix.path(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  }

  /// Removes a temporary file that no process has locked. Returns `false` if it was not removed.
  private func removeLeftover(_ path: String) -> Bool {
    defer { errno = EEXIST }
    let number = open(Posix.path(path), O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { return false }
    let file = Posix.Descriptor(number)
    guard let status = file.status, Posix.isFile(status), status.st_uid == geteuid(),
      flock(number, LOCK_EX | LOCK_NB) == 0,
      // Another process may have renamed it meanwhile.
      let named = Posix.status(path, followingLinks: false), named.st_ino == status.st_ino,
      named.st_dev == status.st_dev
    else { return false }
    return unlink(Posix.path(path)) == 0
  }

  private func fill(_ file: Posix.Descriptor, _ bytes: [UInt8]) throws(FileError) {
    let number = file.number
    if let existing {
      let isOwner = fchown(number, existing.st_uid, existing.st_gid) == 0
      // With another owner, set-user-ID would run the file as that owner.
      _ = fchmod(number, existing.st_mode & (isOwner ? 0o7777 : 0o777))
    }
    try Posix.writeAll(bytes, to: file, path: path)
    guard fsync(number) == 0 || errno == EINVAL else { throw error(errno) }
  }

  /// Makes the rename durable, where the file system can do so for folders.
  private func keepFolder(_ folder: String) {
    let number = open(Posix.path(folder.isEmpty ? "." : folder), O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    fsync(number)
    close(number)
  }

  private func error(_ code: Int32) -> FileError {
    FileError(action: .write, path: path, reason: Posix.reason(code))
  }

  private func folderError(_ code: Int32) -> FileError {
    let folder = PathName(target).folder
    let shownFolder = folder.isEmpty ? "." : String(folder.dropLast(folder == "/" ? 0 : 1))
    return switch code {
    // In some folders, such as /proc, no files can be created.
    case ENOENT where Posix.status(shownFolder) != nil:
      FileError(action: .write, path: path, reason: .noFilesIn(shownFolder))
    case ENOENT:
      FileError(action: .write, path: path, reason: .missingFolder(shownFolder))
    case EACCES, EPERM:
      FileError(action: .write, path: path, reason: .folderDenied(shownFolder))
    default: error(code)
    }
  }
}

/// Signals that are blocked until they are restored.
private struct BlockedSignals {
  private let before: sigset_t

  init() {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    self.before = before
  }

  func restore() {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
