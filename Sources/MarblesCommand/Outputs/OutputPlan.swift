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
    if let mistake = mistake(inputs, arguments) {
      console.report(mistake)
      return nil
    }
  }

  /// The first option of the command that has no effect on what is made.
  private func idleOption(_ arguments: ParsedArguments) -> UsageMistake? {
    for option in arguments.command.options where arguments.has(option) {
      if OutputKind.cuts.contains(option),
        let kind = kinds.first(where: { !$0.heeded.contains(option) })
      {
        return .noEffect(option, kind)
      }
      if OutputKind.looks.contains(option), !kinds.contains(where: { $0.heeded.contains(option) }) {
        return .noEffect(option, kinds[0])
      }
    }
    let measures = Set(kinds.filter { $0.heeded.contains(.width) }.map { $0 == .ascii })
    return arguments.has(.width) && measures.count > 1 ? .twoMeasures(.width) : nil
  }

  private func mistake(_ inputs: [String], _ arguments: ParsedArguments) -> UsageMistake? {
    if let idle = idleOption(arguments) { return idle }
    if output == nil, inputs.contains("-") { return .streamNeedsOutput }
    if let output, output == "-" {
      return arguments.has(.check)
        ? .checkNeedsFiles : arguments.has(.force) ? .forceNeedsFiles : nil
    }
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
