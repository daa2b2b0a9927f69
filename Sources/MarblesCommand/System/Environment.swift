/// The connection of the command to the system; tests replace it.
struct Environment {
  var files: any FileSystem
  var standardInput: any ByteSource
  var standardOutput: any ByteSink
  var standardError: any ByteSink
  var terminal: Terminal
  /// The value of an environment variable; `nil` if it is not set.
  var variable: (String) -> String?
  /// Waits for the given number of milliseconds. Returns `false` to stop watching.
  var pause: (Int) -> Bool
  /// Converts SVG to another image format.
  var convertImage: (_ svg: [UInt8], ImageFormat) throws -> [UInt8]
}

/// The terminals that standard output and standard error are connected to.
struct Terminal: Hashable, Sendable {
  /// The columns of standard output; `nil` if it is not a terminal.
  var outputWidth: Int?
  var isErrorTerminal = false
}

/// A source of bytes.
protocol ByteSource {
  /// Reads all bytes; throws if there are more than `limit`.
  func readAll(limit: Int) throws(FileError) -> [UInt8]
}

/// A destination of bytes.
protocol ByteSink {
  func write(_ bytes: [UInt8]) throws(FileError)
}

/// The files that the command reads and writes.
protocol FileSystem {
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]
  /// Creates or replaces a file, completely or not at all.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileError)
  /// Creates a folder in an existing folder; does nothing if it exists.
  func makeFolder(_ path: String) throws(FileError)
  func kind(of path: String) -> FileKind
  /// The identity of a file, equal for all names of one file; `nil` if there is no file.
  func identity(of path: String) -> FileIdentity?
  /// The names in a folder, sorted.
  func names(in folder: String) throws(FileError) -> [String]
}

/// The kind of file at a path, after symbolic links.
enum FileKind: Hashable, Sendable {
  case missing
  case file
  case folder
  /// A device, a pipe or a socket.
  case stream
}

/// The identity of a file, and the state of its contents.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
  var size: Int64
  /// The time of the last change, in nanoseconds.
  var changed: Int64

  func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && number == other.number
  }
}

/// The exit status of the command; of several, the highest counts.
enum ExitStatus: Int32, Comparable, Sendable {
  case success = 0
  /// An expectation failed, or a file is not up to date.
  case failed = 1
  /// An error in the command line or in a script.
  case invalidInput = 2
  /// A file could not be read or written.
  case fileError = 3

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The folder and the name of a path.
struct PathName {
  /// With the final `/`; empty for a name without a folder.
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

  /// The name without its extension; a leading period does not begin an extension.
  var stem: String {
    guard let period = name.lastIndex(of: "."), period != name.startIndex else { return name }
    return String(name[..<period])
  }

  /// The text after the last period, in lower case.
  var fileExtension: String {
    guard let period = name.lastIndex(of: "."), period != name.startIndex else { return "" }
    return name[name.index(after: period)...].lowercased()
  }
}
