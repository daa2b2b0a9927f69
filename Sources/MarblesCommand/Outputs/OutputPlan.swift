/// Where each picture goes.
struct OutputPlan {
  enum Place: Hashable {
    case standardOutput
    case file(String)
  }

  let kinds: [OutputKind]
  private let output: String?
  private let isFolder: Bool

  /// - Returns: `nil`, with the mistake reported, if the options do not fit each other.
  init?(_ arguments: ParsedArguments, inputs: [String], _ console: Console) {
    var kinds = OutputKind.allCases.filter { arguments.has($0.option) }
    let output = arguments.value(.output)
    let isFolder = output.map { $0.hasSuffix("/") || console.files.kind(of: $0) == .folder }
    if kinds.isEmpty, let output, isFolder != true, let kind = OutputKind(path: output) {
      kinds = [kind]
    }
    let isText = kinds.isEmpty || kinds == [.ascii]
    self.kinds = kinds.isEmpty ? [.ascii] : kinds
    self.output = output ?? (isText ? "-" : nil)
    self.isFolder = isFolder ?? false
    if let mistake = mistake(inputs, isCheck: arguments.has(.check)) {
      console.report(mistake)
      return nil
    }
  }

  private func mistake(_ inputs: [String], isCheck: Bool) -> UsageMistake? {
    if output == nil, inputs.contains("-") { return .streamNeedsOutput }
    if let output, output == "-" { return isCheck ? .checkNeedsFiles : nil }
    if let output, !isFolder, inputs.count * kinds.count > 1 { return .severalIntoOneFile(output) }
    var known: Set<Place> = []
    for (input, kind) in inputs.flatMap({ input in kinds.map { (input, $0) } }) {
      let place = place(of: kind, for: input)
      guard case .file(let path) = place, !known.insert(place).inserted else { continue }
      return .samePlace(path)
    }
    return nil
  }

  func place(of kind: OutputKind, for input: String) -> Place {
    if output == "-" { return .standardOutput }
    let path = PathName(input)
    let name = (input == "-" ? "marbles" : path.stem) + "." + kind.suffix
    guard let output else { return .file(path.folder + name) }
    guard isFolder else { return .file(output) }
    return .file(output.hasSuffix("/") ? output + name : output + "/" + name)
  }
}
