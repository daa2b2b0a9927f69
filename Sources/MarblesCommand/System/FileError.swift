/// The reason why a file could not be read or written.
struct FileError: Error, Hashable, Sendable {
  enum Action: Hashable, Sendable {
    case read
    case write
  }

  enum Reason: Hashable, Sendable {
    case missing
    case misspelled(suggestion: String)
    case missingFolder(String)
    case isFolder
    case noInputs(extensions: [String])
    case notADirectory
    case denied
    case folderDenied(String)
    case noFilesIn(String)
    case readOnly
    case full
    case sizeLimit
    case tooLarge(limit: Int)
    case closedPipe
    case noReader
    case noWriter
    case symlinkLoop
    case nameTooLong
    case invalidName
    case foreignFile
    case isInput
    case busy
    case other(String)
  }

  var action: Action
  /// The path as given by the caller; `-` for a standard stream.
  var path: String
  var reason: Reason
}

extension FileError {
  /// One sentence in lower case, with what to do where that is not obvious.
  var message: String {
    let name = path == "-" ? (action == .read ? "standard input" : "standard output") : path
    return "cannot \(action == .read ? "read" : "write") \(quoted(name)): \(explanation)"
  }

  private var explanation: String {
    switch reason {
    case .missing: "no such file"
    case .misspelled(let name): "no such file; did you mean \(quoted(name))?"
    case .missingFolder(let folder): "there is no folder \(quoted(folder)); create it first"
    case .isFolder: action == .read ? "it is a folder; name the files in it" : "it is a folder"
    case .noInputs(let extensions):
      "the folder has no scripts or traces (\(extensions.map { "." + $0 }.joined(separator: ", ")))"
    case .notADirectory: "a part of the path is not a folder"
    case .denied: "permission denied"
    case .folderDenied(let folder): "no file can be created in \(quoted(folder)): permission denied"
    case .noFilesIn(let folder): "no file can be created in \(quoted(folder))"
    case .readOnly: "the file system is read-only"
    case .full: "no space left on the device"
    case .sizeLimit: "the file would exceed the size limit of the process (ulimit -f)"
    case .tooLarge(let limit): "it is larger than the limit of \(limit / 1_048_576) MB"
    case .closedPipe: "the pipe is closed"
    case .noReader: "no process reads from the pipe"
    case .noWriter: "no process writes to the pipe"
    case .symlinkLoop: "its symbolic links form a loop"
    case .nameTooLong: "the name is too long"
    case .invalidName: "the name is empty or contains a null character"
    case .foreignFile: "marbles did not write this file; use --force to overwrite it"
    case .isInput: "it is also an input; name another file with -o"
    case .busy: "the file is in use"
    case .other(let text): text
    }
  }
}
