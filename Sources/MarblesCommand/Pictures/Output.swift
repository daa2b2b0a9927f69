import Marbles

/// The destination of each picture.
struct OutputPlan {
  enum Place: Hashable {
    case standardOutput
    case file(String)
  }

  let kinds: [OutputFormat]
  /// The format into which the SVG is converted, if the output has its extension.
  let image: ImageFormat?
  private let output: String?
  private let isFolder: Bool

  /// - Returns: `nil`, after a report, if the options contradict each other.
  init?(_ context: CommandContext, inputs: [String]) {
    let arguments = context.arguments
    let files = context.console.files
    var kinds = OutputFormat.all.filter { arguments.has($0.option) }
    let output = arguments.value(.output)
    let isFolder = output.map { $0.hasSuffix("/") || files.kind(of: $0) == .folder } ?? false
    image = isFolder || !kinds.isEmpty ? nil : output.flatMap(ImageFormat.init(path:))
    if image != nil { kinds = [.svg] }
    if kinds.isEmpty, let output, !isFolder, output != "-" {
      if let kind = OutputFormat(path: output) {
        kinds = [kind]
      } else if !PathName(output).fileExtension.isEmpty, files.kind(of: output) != .stream {
        let known =
          (OutputFormat.all.map(\.suffix) + ImageFormat.allCases.map(\.rawValue)).map {
            "." + $0
          }
        context.console.report(.unknownExtension(output, known: known))
        return nil
      }
    }
    let isText = kinds.isEmpty || kinds == [.ascii]
    self.kinds = kinds.isEmpty ? [.ascii] : kinds
    self.output = output ?? (isText ? "-" : nil)
    self.isFolder = isFolder
    if let error = error(inputs, arguments) {
      context.console.report(error)
      return nil
    }
  }

  /// The folder that `-o` names, without the final slash.
  var folder: String? {
    guard isFolder, let output else { return nil }
    return output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
  }

  /// Whether standard output takes sentences: it carries nothing else, or pictures as text.
  var printsSentences: Bool { output != "-" || kinds == [.ascii] }

  // MARK: Errors

  private func error(_ inputs: [String], _ arguments: ParsedArguments) -> UsageError? {
    if let error = optionWithoutEffect(arguments) { return error }
    if output == nil, inputs.contains("-") { return .missingOutput }
    if let output, output == "-" {
      if arguments.has(.check) { return .checkNeedsFiles }
      if arguments.has(.force) { return .forceNeedsFiles }
      let isOneText = kinds == [.ascii]
      return inputs.count * kinds.count > 1 && !isOneText ? .severalIntoOneStream : nil
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

  /// An error for the first option that has no effect on the pictures.
  private func optionWithoutEffect(_ arguments: ParsedArguments) -> UsageError? {
    for option in arguments.command.options where arguments.has(option) {
      if OutputFormat.cuts.contains(option),
        let kind = kinds.first(where: { !$0.effective.contains(option) })
      {
        return .noEffect(option, on: kind.noun, instead: [.from, .until])
      }
      if OutputFormat.appearance.contains(option),
        !kinds.contains(where: { $0.effective.contains(option) })
      {
        return .noEffect(option, on: kinds[0].noun, instead: [])
      }
    }
    let units = Set(kinds.filter { $0.effective.contains(.width) }.map { $0 == .ascii })
    return arguments.has(.width) && units.count > 1 ? .twoUnits(.width) : nil
  }

  // MARK: Places

  func place(of kind: OutputFormat, for input: String) -> Place {
    if output == "-" { return .standardOutput }
    let path = PathName(input)
    let name = (input == "-" ? "marbles" : path.stem) + "." + kind.suffix
    guard let output else { return .file(path.folder + name) }
    guard isFolder else { return .file(output) }
    return .file(output.hasSuffix("/") ? output + name : output + "/" + name)
  }
}

/// Writes results to files; never overwrites inputs, nor files that marbles did not write.
struct FileWriter {
  let console: Console
  private let isCheck: Bool
  private let isForced: Bool
  /// The files that are read.
  private let inputs: [FileIdentity]
  /// Whether unchanged files are not reported.
  private let isQuiet: Bool

  init(_ context: CommandContext, inputs: [String], isQuiet: Bool = false) {
    let console = context.console
    self.console = console
    self.isQuiet = isQuiet
    isCheck = context.arguments.has(.check)
    isForced = context.arguments.has(.force)
    self.inputs = inputs.compactMap { $0 == "-" ? nil : console.files.identity(of: $0) }
  }

  /// Writes a file if its contents change, and reports it; with `--check`, lists it instead.
  ///
  /// - Parameter isOwn: whether marbles wrote the given contents of the existing file.
  func write(_ text: String, to path: String, isOwn: ([UInt8]) -> Bool) {
    write(Array(text.utf8), to: path, isOwn: isOwn)
  }

  func write(_ bytes: [UInt8], to path: String, isOwn: ([UInt8]) -> Bool) {
    do throws(FileError) {
      let kind = console.files.kind(of: path)
      guard kind == .file else {
        return try create(bytes, path, isStream: kind == .stream)
      }
      if let identity = console.files.identity(of: path),
        inputs.contains(where: { $0.isSameFile(as: identity) })
      {
        throw FileError(action: .write, path: path, reason: .isInput)
      }
      let old = try console.files.read(path, limit: InputReader.limit)
      if old == bytes {
        if !isCheck, !isQuiet { console.printMessage("\(shown(path)): unchanged") }
        return
      }
      if isCheck { return list("\(shown(path)): would change") }
      guard isForced || old.isEmpty || isOwn(old) else {
        throw FileError(action: .write, path: path, reason: .foreignFile)
      }
      try console.files.replace(path, with: bytes)
      console.printMessage("\(shown(path)): written")
    } catch {
      console.report(error)
    }
  }

  /// Creates a folder unless it exists. Returns `false`, after a report, if that is not possible.
  @discardableResult
  func makeFolder(_ path: String) -> Bool {
    if isCheck { return true }
    do throws(FileError) {
      try console.files.makeFolder(path)
      return true
    } catch {
      console.report(error)
      return false
    }
  }

  private func create(_ bytes: [UInt8], _ path: String, isStream: Bool) throws(FileError) {
    if isCheck, !isStream { return list("\(shown(path)): is missing") }
    try console.files.replace(path, with: bytes)
    if !isStream { console.printMessage("\(shown(path)): written") }
  }

  private func list(_ line: String) {
    console.print(line + "\n")
    console.raise(.failed)
  }
}

/// Writes a diagram or a recording in one of the formats.
struct Renderer {
  var options: DrawingOptions

  func render(
    _ diagram: @autoclosure () -> Diagram, _ recording: Recording, as format: OutputFormat,
    intoFile: Bool
  ) -> String {
    var width = options.width
    if format.options.contains(.width(.columns)) {
      width = width ?? (intoFile ? nil : options.terminalWidth)
      width = width.map { max(ASCIIFormat.leastWidth, $0) }
    }
    let text = format.render(
      recording, diagram: diagram(),
      options: FormatOptions(
        width: width, theme: options.theme, usesBoxCharacters: options.usesBoxCharacters,
        speed: options.speed))
    return intoFile && !format.lastLine.isEmpty ? text + format.lastLine + "\n" : text
  }
}

/// Draws recordings and writes the pictures to their places.
struct Pictures {
  private let context: CommandContext
  private let renderer: Renderer
  private let writer: FileWriter
  let plan: OutputPlan

  /// - Returns: `nil`, after a report, if the options contradict each other.
  init?(_ context: CommandContext, inputs: [String], namedAfter names: [String]? = nil) {
    guard let plan = OutputPlan(context, inputs: names ?? inputs),
      let options = DrawingOptions(context, kinds: plan.kinds)
    else { return nil }
    self.context = context
    self.plan = plan
    renderer = Renderer(options: plan.image == nil ? options : options.forImage)
    writer = FileWriter(context, inputs: inputs)
  }

  /// The layout options of the command line; `nil`, after a report, if they are invalid.
  func layout(for recordings: [Recording]) -> LayoutOptions? {
    LayoutOptions(context, for: recordings)
  }

  /// Writes the pictures of an input that has a recording.
  func write(_ input: Input) {
    guard let recording = input.recording, let layout = layout(for: [recording]) else { return }
    if input.comparison != nil, plan.kinds.contains(.json) {
      context.console.printMessage(
        "\(shown(input.path)): note: JSON contains the recording without the comparison")
    }
    reportCut(recording, layout, input.path)
    lazy var diagram = Diagram(recording, comparison: input.comparison, options: layout)
    write(
      diagram, recording.cut(from: layout.from, until: layout.until), of: input.path)
  }

  /// Says how to see the events that a picture leaves out because they are too many.
  func reportCut(_ recording: Recording, _ layout: LayoutOptions, _ path: String) {
    guard plan.kinds.contains(where: { $0 != .json }),
      let window = EventWindow.leavingOutEvents(of: recording, layout)
    else { return }
    let limit = "a picture shows at most \(layout.maximumEvents) events"
    let remedy =
      window.crowdedInstant.map {
        ", and more are at \(recording.timeText($0)); choose lanes with --lanes, "
          + "or write all events with --json"
      } ?? "; choose others with --from and --until"
    context.console.printMessage("\(shown(path)): note: \(limit)\(remedy)")
  }

  /// Writes a diagram, or the recording itself as JSON, in each of the formats.
  func write(
    _ diagram: @autoclosure () -> Diagram, _ recording: Recording, of path: String
  ) {
    for kind in plan.kinds {
      switch plan.place(of: kind, for: path) {
      case .standardOutput:
        context.console.print(renderer.render(diagram(), recording, as: kind, intoFile: false))
      case .file(let path):
        if let folder = plan.folder, !writer.makeFolder(folder) { return }
        let text = renderer.render(diagram(), recording, as: kind, intoFile: true)
        if let image = plan.image {
          write(text, as: image, to: path)
        } else {
          writer.write(text, to: path, isOwn: kind.isOwn)
        }
      }
    }
  }

  private func write(_ svg: String, as image: ImageFormat, to path: String) {
    do {
      let bytes = try context.console.environment.convertImage(Array(svg.utf8), image)
      writer.write(bytes, to: path, isOwn: image.isOwn)
    } catch {
      let reason = (error as? FileError)?.reason ?? .other("\(error)")
      context.console.report(FileError(action: .write, path: path, reason: reason))
    }
  }
}
