#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes a file beside its place and moves it there, so that a reader sees the old file or the
/// new one, and a writer that is stopped leaves the old one.
///
/// While that happens, the signals that people send wait: an interrupted run leaves no rest. A new
/// file has the mode of the old one, and its owner if that may be given.
struct FileReplacement {
  /// As the caller named it.
  let path: String
  /// Where its links lead.
  let target: String
  let existing: stat?

  func write(_ bytes: [UInt8]) throws(FileProblem) {
    if existing != nil, access(target, W_OK) != 0 { throw problem(errno) }
    let place = PathName(target)
    let temporary = place.folder + ".\(place.name.prefix(80)).\(getpid()).marbles-part"
    let signals = BlockedSignals()
    defer { signals.restore() }
    do throws(FileProblem) {
      try fill(temporary, bytes)
      guard rename(temporary, target) == 0 else { throw problem(errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    keepFolder(place.folder)
  }

  private func fill(_ temporary: String, _ bytes: [UInt8]) throws(FileProblem) {
    unlink(temporary)
    let number = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw folderProblem(errno) }
    let file = Posix.Descriptor(number)
    if let existing {
      let isOwner = fchown(number, existing.st_uid, existing.st_gid) == 0
      // Another owner must not get a file that runs as the old one.
      _ = fchmod(number, existing.st_mode & (isOwner ? 0o7777 : 0o777))
    }
    try Posix.writeAll(bytes, to: file, path: path)
    guard fsync(number) == 0 || errno == EINVAL else { throw problem(errno) }
  }

  /// Makes the new name last; a file system that cannot do so for folders is left alone.
  private func keepFolder(_ folder: String) {
    let number = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    fsync(number)
    close(number)
  }

  private func problem(_ code: Int32) -> FileProblem {
    FileProblem(action: .write, path: path, reason: Posix.reason(code))
  }

  private func folderProblem(_ code: Int32) -> FileProblem {
    let folder = PathName(target).folder
    let shownFolder = folder.isEmpty ? "." : String(folder.dropLast(folder == "/" ? 0 : 1))
    return switch code {
    // In some folders, such as /proc, the system makes no files.
    case ENOENT where Posix.status(shownFolder) != nil:
      FileProblem(action: .write, path: path, reason: .noFiles(shownFolder))
    case ENOENT:
      FileProblem(action: .write, path: path, reason: .missingFolder(shownFolder))
    case EACCES, EPERM:
      FileProblem(action: .write, path: path, reason: .folderDenied(shownFolder))
    default: problem(code)
    }
  }
}

/// Signals that wait until they are restored.
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
