/// Why a file could not be read or written.
struct FileProblem: Error, Hashable, Sendable {
  enum Action: Hashable, Sendable {
    case read
    case write
  }

  enum Reason: Hashable, Sendable {
    case missing
    case missingFolder(String)
    case isFolder
    case partIsNoFolder
    case denied
    case folderDenied(String)
    case noFiles(String)
    case readOnly
    case full
    case tooLarge(limit: Int)
    case closedPipe
    case nobodyReads
    case nobodyWrites
    case linksInCircles
    case nameTooLong
    case invalidName
    case notOurs
    case isInput
    case busy
    case other(String)
  }

  var action: Action
  /// As the caller named it.
  var path: String
  var reason: Reason
}

extension FileProblem {
  /// One sentence in lower case, with what to do where that is not plain.
  var message: String {
    let name = path == "-" ? (action == .read ? "standard input" : "standard output") : path
    return "cannot \(action == .read ? "read" : "write") \(quoted(name)): \(why)"
  }

  private var why: String {
    switch reason {
    case .missing: "no such file"
    case .missingFolder(let folder): "there is no folder \(quoted(folder)); make it first"
    case .isFolder: "it is a folder"
    case .partIsNoFolder: "a part of the path is not a folder"
    case .denied: "permission denied"
    case .folderDenied(let folder): "no file can be made in \(quoted(folder)): permission denied"
    case .noFiles(let folder): "no file can be made in \(quoted(folder))"
    case .readOnly: "the file system is read-only"
    case .full: "no space left on the device"
    case .tooLarge(let limit): "it is larger than \(limit / 1_048_576) MB, the most that is read"
    case .closedPipe: "the pipe is closed"
    case .nobodyReads: "nobody reads from the pipe"
    case .nobodyWrites: "nobody writes to the pipe"
    case .linksInCircles: "its links lead in a circle"
    case .nameTooLong: "the name is too long"
    case .invalidName: "the name is empty or holds a null character"
    case .notOurs: "marbles did not make this file; --force overwrites it all the same"
    case .isInput: "it is one of the files that are read; name another with -o"
    case .busy: "the file is in use"
    case .other(let text): text
    }
  }
}
