#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Environment {
  /// The one that the process runs in.
  static func ofProcess() -> Environment {
    // A closed pipe is told by the write, and is no error.
    signal(SIGPIPE, SIG_IGN)
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

  func readAll(limit: Int) throws(FileProblem) -> [UInt8] {
    if let status = descriptor.status, Posix.isFolder(status) {
      throw FileProblem(action: .read, path: "-", reason: .isFolder)
    }
    return try Posix.readAll(descriptor, limit: limit, path: "-")
  }

  func write(_ bytes: [UInt8]) throws(FileProblem) {
    try Posix.writeAll(bytes, to: descriptor, path: "-")
  }
}
