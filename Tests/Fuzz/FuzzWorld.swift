import Marbles

/// Files and streams in memory, and a command that runs in them.
final class FuzzWorld: FileSystem {
  final class Stream: ByteSource, ByteSink {
    private(set) var bytes: [UInt8] = []

    func readAll(limit: Int) throws(FileError) -> [UInt8] { [] }
    func write(_ bytes: [UInt8]) throws(FileError) { self.bytes += bytes }
  }

  private(set) var files: [String: [UInt8]]

  init(_ files: [String: [UInt8]]) { self.files = files }

  func run(_ arguments: [String]) -> (status: ExitStatus, errors: String) {
    let errors = Stream()
    let environment = Environment(
      files: self, standardInput: Stream(), standardOutput: Stream(), standardError: errors,
      terminal: Terminal(), variable: { _ in nil }, pause: { _ in false },
      convertImage: { svg, _ in svg })
    let status = MarblesTool.run(arguments, in: environment)
    return (status, String(decoding: errors.bytes, as: UTF8.self))
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let bytes = files[path] else {
      throw FileError(action: .read, path: path, reason: .missing)
    }
    return bytes
  }

  func replace(_ path: String, with bytes: [UInt8]) throws(FileError) { files[path] = bytes }

  func makeFolder(_ path: String) throws(FileError) {}

  func kind(of path: String) -> FileKind { files[path] == nil ? .missing : .file }

  func identity(of path: String) -> FileIdentity? {
    guard let bytes = files[path] else { return nil }
    let number = files.keys.sorted().firstIndex(of: path) ?? 0
    return FileIdentity(
      device: 1, number: UInt64(number), size: Int64(bytes.count), changed: 0)
  }

  func names(in folder: String) throws(FileError) -> [String] { files.keys.sorted() }
}
