#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The calls of the system that the command needs, with their mistakes as values.
enum Posix {
  static func reason(_ code: Int32) -> FileProblem.Reason {
    switch code {
    case ENOENT: .missing
    case EACCES, EPERM: .denied
    case EISDIR: .isFolder
    case ENOTDIR: .partIsNoFolder
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .full
    case EPIPE: .closedPipe
    case ENXIO: .nobodyReads
    case ELOOP: .linksInCircles
    case ENAMETOOLONG: .nameTooLong
    case ETXTBSY, EBUSY: .busy
    default: .other(String(cString: strerror(code)))
    }
  }

  /// A descriptor that is closed with its last use.
  final class Descriptor {
    let number: Int32
    private let owned: Bool

    init(_ number: Int32, owned: Bool = true) {
      self.number = number
      self.owned = owned
    }

    deinit { if owned { close(number) } }

    var status: stat? {
      var status = stat()
      return fstat(number, &status) == 0 ? status : nil
    }

    var isTerminal: Bool { isatty(number) == 1 }
  }

  static func status(_ path: String, followingLinks: Bool = true) -> stat? {
    var status = stat()
    let result = followingLinks ? stat(path, &status) : lstat(path, &status)
    return result == 0 ? status : nil
  }

  /// Everything that can be read, waiting for it where it comes from a pipe.
  static func readAll(
    _ descriptor: Descriptor, limit: Int, path: String
  ) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    if let status = descriptor.status, isFile(status) {
      bytes.reserveCapacity(min(Int(status.st_size), limit) + 1)
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor.number, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0 {
        try wait(for: descriptor, Int16(POLLIN), path: path, .read)
        continue
      }
      bytes += chunk[..<count]
      if bytes.count > limit {
        throw FileProblem(action: .read, path: path, reason: .tooLarge(limit: limit))
      }
    }
  }

  static func writeAll(
    _ bytes: [UInt8], to descriptor: Descriptor, path: String
  ) throws(FileProblem) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(descriptor.number, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0 {
        try wait(for: descriptor, Int16(POLLOUT), path: path, .write)
      } else {
        written += count
      }
    }
  }

  /// After a call that failed: waits if it only has to be made again.
  private static func wait(
    for descriptor: Descriptor, _ events: Int16, path: String, _ action: FileProblem.Action
  ) throws(FileProblem) {
    switch errno {
    case EINTR: return
    case EAGAIN:
      var request = pollfd(fd: descriptor.number, events: events, revents: 0)
      _ = poll(&request, 1, -1)
    case let code: throw FileProblem(action: action, path: path, reason: reason(code))
    }
  }

  static func isFile(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
  static func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }
  static func isPipe(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFIFO }
  static func isLink(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFLNK }
}
