import Marbles

@testable import MarblesCommand

/// Files and streams in memory, and a command that runs in them.
final class TestWorld {
  final class Files: FileSystem {
    var contents: [String: [UInt8]] = [:]
    var folders: Set<String> = []
    private(set) var changes: [String: Int64] = [:]
    private(set) var reads: [String: Int] = [:]

    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
      if folders.contains(path) {
        throw FileError(action: .read, path: path, reason: .isFolder)
      }
      reads[path, default: 0] += 1
      guard let bytes = contents[path] else {
        throw FileError(action: .read, path: path, reason: .missing)
      }
      return bytes
    }

    func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
      contents[path] = bytes
      changes[path, default: 0] += 1
    }

    func makeFolder(_ path: String) throws(FileError) { folders.insert(path) }

    func kind(of path: String) -> FileKind {
      if folders.contains(path) { return .folder }
      return contents[path] == nil ? .missing : .file
    }

    func identity(of path: String) -> FileIdentity? {
      guard let bytes = contents[path] else { return nil }
      let number = contents.keys.sorted().firstIndex(of: path) ?? 0
      return FileIdentity(
        device: 1, number: UInt64(number), size: Int64(bytes.count), changed: changes[path] ?? 0)
    }

    func names(in folder: String) throws(FileError) -> [String] {
      let inside = Array(contents.keys) + folders
      let start = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
      let names = inside.filter { $0.hasPrefix(start) }.map { path in
        String(path.dropFirst(start.count).prefix { $0 != "/" })
      }
      return Set(names).sorted()
    }
  }

  final class Stream: ByteSource, ByteSink {
    var bytes: [UInt8] = []
    var problem: FileError.Reason?
    var text: String { String(decoding: bytes, as: UTF8.self) }

    func readAll(limit: Int) throws(FileError) -> [UInt8] { bytes }

    func write(_ bytes: [UInt8]) throws(FileError) {
      if let problem { throw FileError(action: .write, path: "-", reason: problem) }
      self.bytes += bytes
    }
  }

  struct Ending {
    let status: ExitStatus
    let output: String
    let errors: String
  }

  let files = Files()
  let input = Stream()
  let output = Stream()
  let errors = Stream()
  var terminal = Terminal()
  var variables: [String: String] = [:]
  /// The program that converts SVG; `nil` if none is installed.
  var convert: (([UInt8]) -> [UInt8])?
  /// Actions during the pauses of a command, in order; after the last one it is stopped.
  var pauses: [() -> Void] = []

  func run(_ arguments: String...) -> Ending { run(arguments) }

  func run(_ arguments: [String]) -> Ending {
    output.bytes = []
    errors.bytes = []
    let environment = Environment(
      files: files, standardInput: input, standardOutput: output, standardError: errors,
      terminal: terminal, variable: { self.variables[$0] },
      pause: { _ in
        guard !self.pauses.isEmpty else { return false }
        self.pauses.removeFirst()()
        return true
      },
      convertImage: { svg, format in
        guard let convert = self.convert else {
          throw FileError(action: .write, path: "", reason: .other("install something"))
        }
        return format.signed(convert(svg))
      })
    let status = MarblesTool.run(arguments, in: environment)
    return Ending(status: status, output: output.text, errors: errors.text)
  }

  func text(_ path: String) -> String? {
    files.contents[path].map { String(decoding: $0, as: UTF8.self) }
  }

  func put(_ text: String, _ path: String) {
    try? files.replace(path, with: Array(text.utf8))
  }

  /// A world in which `share.json` is a recording.
  static func withRecording(title: String = "A picture") -> TestWorld {
    let world = TestWorld()
    world.put(recording(title: title).json(), "share.json")
    return world
  }

  static func recording(title: String = "A picture", value: String = "a") -> Recording {
    Recording(
      title: title, stages: [Recording.Stage(name: "share()", kind: .hub)],
      lanes: [
        Recording.Lane(name: "up", role: .subscription, target: 0),
        Recording.Lane(name: "A", role: .subscription, source: .stage(0)),
      ],
      labels: [value],
      events: [
        Recording.Event(time: .zero, place: .lane(1), mark: .subscribed()),
        Recording.Event(time: .zero, place: .lane(0), mark: .subscribed(), cause: 0),
        Recording.Event(
          time: .zero + .milliseconds(2), place: .lane(0), mark: .value(Recording.Label(index: 0))),
        Recording.Event(
          time: .zero + .milliseconds(2), place: .lane(1), mark: .value(Recording.Label(index: 0)),
          cause: 2),
        Recording.Event(time: .zero + .milliseconds(4), place: .lane(0), mark: .finished),
        Recording.Event(time: .zero + .milliseconds(4), place: .lane(1), mark: .finished, cause: 4),
      ])
  }
}
