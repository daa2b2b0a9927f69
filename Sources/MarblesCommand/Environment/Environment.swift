/// Everything outside of the command that it touches; a test gives it another one.
struct Environment {
  var files: any FileSystem
  var standardInput: any ByteSource
  var standardOutput: any ByteSink
  var standardError: any ByteSink
  var terminal: Terminal
  /// A variable of the environment, `nil` if it is not set.
  var variable: (String) -> String?
  /// Waits so many milliseconds; false if it is time to stop.
  var pause: (Int) -> Bool
}

/// What is known of the terminals behind the streams.
struct Terminal: Hashable, Sendable {
  /// The columns of the terminal behind standard output, `nil` if there is none.
  var outputWidth: Int?
  var isErrorTerminal = false
}

/// Where bytes come from.
protocol ByteSource {
  /// All of them, unless there are more than `limit`.
  func readAll(limit: Int) throws(FileProblem) -> [UInt8]
}

/// Where bytes go to.
protocol ByteSink {
  func write(_ bytes: [UInt8]) throws(FileProblem)
}

/// The files that the command reads and writes.
protocol FileSystem {
  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8]
  /// Replaces the file, or makes it, whole or not at all.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileProblem)
  /// Makes a folder in another that is there; does nothing if it is there already.
  func makeFolder(_ path: String) throws(FileProblem)
  func kind(of path: String) -> FileKind
  /// The same for two names of one file; `nil` if there is none.
  func identity(of path: String) -> FileIdentity?
  /// The names in a folder, sorted.
  func names(in folder: String) throws(FileProblem) -> [String]
}

/// What a path leads to, links followed.
enum FileKind: Hashable, Sendable {
  case missing
  case file
  case folder
  /// A device, a pipe or a socket.
  case stream
}

/// Tells files apart, and whether one has changed.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
  var size: Int64
  /// When it was changed last, in nanoseconds.
  var changed: Int64

  func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && number == other.number
  }
}

/// How the command ends.
enum ExitStatus: Int32, Comparable, Sendable {
  case fine = 0
  /// An expectation failed, or a file is not up to date.
  case failed = 1
  /// A mistake in usage or in a script.
  case mistake = 2
  /// A file could not be read or written.
  case file = 3

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
