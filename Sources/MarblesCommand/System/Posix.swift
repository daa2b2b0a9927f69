#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// System calls used by the command, with typed errors.
enum Posix {
  static func reason(_ code: Int32) -> FileError.Reason {
    switch code {
    case ENOENT: .missing
    case EACCES, EPERM: .denied
    case EISDIR: .isFolder
    case ENOTDIR: .notADirectory
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .full
    case EFBIG: .sizeLimit
    case EPIPE: .closedPipe
    case ENXIO: .noReader
    case ELOOP: .symlinkLoop
    case ENAMETOOLONG: .nameTooLong
    case ETXTBSY, EBUSY: .busy
    default: .other(String(cString: strerror(code)))
    }
  }

  // MARK: File names

  /// The text of a file name. Bytes that are not UTF-8 become private scalars, which `path(_:)` turns
  /// back, so that each file can be opened by the text of its name.
  static func text(ofName bytes: some Collection<UInt8>) -> String {
    var text = ""
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      var parser = UTF8.ForwardParser()
      var iterator = rest.makeIterator()
      if case .valid(let encoded) = parser.parseScalar(from: &iterator),
        case let scalar = UTF8.decode(encoded), !isByte(scalar)
      {
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(encoded.count)
      } else if let byte = rest.popFirst(), let scalar = Unicode.Scalar(0x10_FF00 + UInt32(byte)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The arguments of the process, without its name.
  static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument))
        return text(ofName: bytes.map(UInt8.init(bitPattern:)))
      }
    }
  }

  /// The bytes of a path, for a system call.
  static func path(_ text: String) -> [CChar] {
    var bytes: [CChar] = []
    for scalar in text.unicodeScalars {
      if isByte(scalar) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value))
      } else {
        bytes += String(scalar).utf8.map { CChar(bitPattern: $0) }
      }
    }
    return bytes + [0]
  }

  /// Whether a scalar of a path represents a byte that is not UTF-8.
  static func isByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x10_FF00 }

  // MARK: Descriptors

  /// A file descriptor that is closed when it is released.
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
    let bytes = Self.path(path)
    let result = followingLinks ? stat(bytes, &status) : lstat(bytes, &status)
    return result == 0 ? status : nil
  }

  /// Reads to the end of the file; waits for data in a pipe.
  static func readAll(
    _ descriptor: Descriptor, limit: Int, path: String
  ) throws(FileError) -> [UInt8] {
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
        throw FileError(action: .read, path: path, reason: .tooLarge(limit: limit))
      }
    }
  }

  static func writeAll(
    _ bytes: [UInt8], to descriptor: Descriptor, path: String
  ) throws(FileError) {
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

  /// After a failed call: waits until it can be repeated, or throws.
  private static func wait(
    for descriptor: Descriptor, _ events: Int16, path: String, _ action: FileError.Action
  ) throws(FileError) {
    switch errno {
    case EINTR: return
    case EAGAIN:
      var request = pollfd(fd: descriptor.number, events: events, revents: 0)
      _ = poll(&request, 1, -1)
    case let code: throw FileError(action: action, path: path, reason: reason(code))
    }
  }

  static func isFile(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
  static func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }
  static func isPipe(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFIFO }
  static func isLink(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFLNK }
}

extension Environment {
  /// The environment of the process.
  static func ofProcess() -> Environment {
    // The write then returns an error code, which is handled.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    MemoryLimit.reportCrashes()
    let output = Posix.Descriptor(STDOUT_FILENO, owned: false)
    let errors = Posix.Descriptor(STDERR_FILENO, owned: false)
    return Environment(
      files: PosixFiles(),
      standardInput: PosixStream(Posix.Descriptor(STDIN_FILENO, owned: false)),
      standardOutput: PosixStream(output), standardError: PosixStream(errors),
      terminal: Terminal(
        outputWidth: output.isTerminal ? width(of: output) : nil,
        isErrorTerminal: errors.isTerminal),
      variable: { name in getenv(name).map { String(cString: $0) } },
      pause: { milliseconds in
        usleep(UInt32(milliseconds) * 1_000)
        return true
      },
      convertImage: { svg, format in
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        return try ImageConverter(folder: folder).convert(svg, to: format)
      })
  }

  private static func width(of descriptor: Posix.Descriptor) -> Int {
    #if canImport(Darwin)
      let request: UInt = 0x4008_7468
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    var size = winsize()
    guard ioctl(descriptor.number, request, &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// A standard stream.
private struct PosixStream: ByteSource, ByteSink {
  private let descriptor: Posix.Descriptor

  init(_ descriptor: Posix.Descriptor) { self.descriptor = descriptor }

  func readAll(limit: Int) throws(FileError) -> [UInt8] {
    if let status = descriptor.status, Posix.isFolder(status) {
      throw FileError(action: .read, path: "-", reason: .isFolder)
    }
    return try Posix.readAll(descriptor, limit: limit, path: "-")
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    try Posix.writeAll(bytes, to: descriptor, path: "-")
  }
}

/// The limit of memory that the process may use (`ulimit -v`).
private enum MemoryLimit {
  private static let message: StaticString =
    "marbles: error: the process was stopped, probably by its memory limit (ulimit -v)\n"

  /// Reports a crash of a process with a memory limit by a message and the status of file errors.
  ///
  /// Swift stops the process when no memory is left. The handler has a stack of its own and makes
  /// only calls that are permitted in a signal handler.
  static func reportCrashes() {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let kind = RLIMIT_AS
    #endif
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < 1 << 50 else { return }
    let size = 65_536
    var stack = stack_t()
    stack.ss_sp = malloc(size)
    stack.ss_size = size
    guard stack.ss_sp != nil, sigaltstack(&stack, nil) == 0 else { return }
    for number in [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS] {
      var action = sigaction()
      let handler: @convention(c) (Int32) -> Void = { _ in
        _ = write(
          STDERR_FILENO, MemoryLimit.message.utf8Start, MemoryLimit.message.utf8CodeUnitCount)
        _exit(ExitStatus.fileError.rawValue)
      }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      action.sa_flags = Int32(bitPattern: UInt32(SA_ONSTACK))
      sigaction(number, &action, nil)
    }
  }
}
