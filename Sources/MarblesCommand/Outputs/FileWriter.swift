/// Writes results, and leaves alone what marbles did not make.
struct FileWriter {
  let console: Console
  let isCheck: Bool
  let isForced: Bool
  /// The files that are read: none of them is ever overwritten.
  let inputs: [FileIdentity]

  /// Whether files that are up to date are not mentioned.
  let isQuiet: Bool

  init(
    _ arguments: ParsedArguments, inputs: [String], _ console: Console, isQuiet: Bool = false
  ) {
    self.console = console
    self.isQuiet = isQuiet
    isCheck = arguments.has(.check)
    isForced = arguments.has(.force)
    self.inputs = inputs.compactMap { $0 == "-" ? nil : console.files.identity(of: $0) }
  }

  /// Brings a file up to date and says so; with `--check`, lists it if it is not.
  ///
  /// - Parameter isOurs: whether marbles made what is in the file now.
  func write(_ text: String, to path: String, isOurs: ([UInt8]) -> Bool) {
    let bytes = Array(text.utf8)
    do throws(FileProblem) {
      let kind = console.files.kind(of: path)
      guard kind == .file else {
        return try make(bytes, path, isStream: kind == .stream)
      }
      if let identity = console.files.identity(of: path),
        inputs.contains(where: { $0.isSameFile(as: identity) })
      {
        throw FileProblem(action: .write, path: path, reason: .isInput)
      }
      let old = try console.files.read(path, limit: InputReader.limit)
      if old == bytes {
        if !isCheck, !isQuiet { console.say("\(shown(path)): unchanged") }
        return
      }
      if isCheck { return list("\(shown(path)): would change") }
      guard isForced || old.isEmpty || isOurs(old) else {
        throw FileProblem(action: .write, path: path, reason: .notOurs)
      }
      try console.files.replace(path, with: bytes)
      console.say("\(shown(path)): written")
    } catch {
      console.report(error)
    }
  }

  func makeFolder(_ path: String) {
    do throws(FileProblem) {
      try console.files.makeFolder(path)
    } catch {
      console.report(error)
    }
  }

  private func make(_ bytes: [UInt8], _ path: String, isStream: Bool) throws(FileProblem) {
    if isCheck, !isStream { return list("\(shown(path)): is missing") }
    try console.files.replace(path, with: bytes)
    if !isStream { console.say("\(shown(path)): written") }
  }

  private func list(_ line: String) {
    console.print(line + "\n")
    console.raise(.failed)
  }
}
