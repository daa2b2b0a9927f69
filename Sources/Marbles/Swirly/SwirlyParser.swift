extension SwirlyFile {
  /// Reads a file, reports all its problems, and returns the parts that can be read.
  ///
  /// - Complexity: O(n) in the length of the text.
  public init(parsing text: String) {
    var parser = SwirlyParser()
    var block: [SwirlyLine] = []
    for line in SwirlyParser.lines(of: text) {
      if line.isComment { continue }
      if line.isBlank {
        parser.read(block)
        block = []
      } else {
        block.append(line)
      }
    }
    parser.read(block)
    self = SwirlyResolver(parser).file
  }

  /// Whether `text` is probably a swirly file: whether its first line that is not empty is a comment
  /// `%`, an operator `>`, a block such as `[styles]`, a named stream or marbles.
  public static func recognizes(_ text: String) -> Bool {
    guard let line = SwirlyParser.lines(of: text).first(where: { !$0.isBlank }) else {
      return false
    }
    if line.isComment || line.isOperation || line.isGrid { return true }
    if line.isStyles || line.isHeader { return true }
    if let (key, isLabel, value) = line.assignment {
      return key.count == 1 && !isLabel && SwirlyParser.looksLikeMarbles(value)
    }
    return SwirlyParser.looksLikeMarbles(line.characters[...].trimmed)
  }
}

/// Collects the blocks of a file; names are resolved at its end.
struct SwirlyParser {
  struct Stream {
    var stream: SwirlyFile.Stream
    var events: [MarbleString.Event]
    /// The column of the first marble, counted from 0.
    var column: Int
    var ghosts: [(name: Character, place: SwirlyFile.Place)] = []
    var labels: [Character: (text: String, place: SwirlyFile.Place)] = [:]
    var settings: Set<String> = []
  }

  enum Block {
    case stream(Stream)
    case operation(SwirlyFile.Operation)
  }

  private(set) var blocks: [Block] = []
  private(set) var named: [(name: Character, stream: Stream)] = []
  private(set) var problems: [SwirlyFile.Problem] = []
  /// Whether the file uses the grid mode, whose other rows are neither streams nor operators.
  private(set) var isGrid = false
  private var names: Set<Character> = []

  static func lines(of text: String) -> LazyMapSequence<
    EnumeratedSequence<[Substring]>, SwirlyLine
  > {
    let start = text.unicodeScalars.first == "\u{FEFF}" ? text.unicodeScalars.dropFirst() : nil
    return (start.map { Substring($0) } ?? text[...])
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().lazy.map { SwirlyLine(number: $0.offset + 1, text: $0.element) }
  }

  static func looksLikeMarbles(_ text: ArraySlice<Character>) -> Bool {
    // No other block begins with a space, and spaces are frames.
    if text.first == "-" { return true }
    if text.first == "(", text.contains(")"), !text.contains(where: \.isWhitespace) { return true }
    guard text.contains("-") || text.last == "|" || text.last == "#" else { return false }
    return !text.contains { $0.isWhitespace || "\"=:{}/".contains($0) }
  }

  mutating func read(_ lines: [SwirlyLine]) {
    guard let first = lines.first else { return }
    if first.isStyles {
      warn(.ignoredStyle(first.text), at: first.place)
    } else if first.isHeader {
      warn(.unsupportedBlock(first.text), at: first.place)
    } else if first.isGrid {
      if !isGrid { fail(.gridMode, at: first.place) }
      isGrid = true
    } else if isGrid {
      // The first row has been reported.
    } else if first.isOperation {
      readOperation(first, settings: lines.dropFirst())
    } else {
      readStream(first, settings: lines.dropFirst())
    }
  }

  private mutating func readOperation(_ line: SwirlyLine, settings: ArraySlice<SwirlyLine>) {
    let title = line.characters[1...].trimmed
    if title.isEmpty { warn(.emptyOperator, at: line.place) }
    blocks.append(.operation(.init(title: String(title), place: line.place)))
    for line in settings { warn(.settingsOfOperator, at: line.place) }
  }

  // MARK: Streams

  private mutating func readStream(_ line: SwirlyLine, settings: ArraySlice<SwirlyLine>) {
    guard let (key, isLabel, value) = line.assignment else {
      var stream = makeStream(line, marbles: line.characters[...])
      for line in settings { readSetting(line, of: &stream) }
      blocks.append(.stream(stream))
      return
    }
    if isLabel || key.elementsEqual("title") || key.elementsEqual("ghosts") {
      return fail(.valueOfNothing(String(key)), at: line.place(of: key))
    }
    var stream = makeStream(line, marbles: value)
    for line in settings { readSetting(line, of: &stream) }
    guard let name = key.first, key.count == 1 else {
      return fail(.nameNotOneCharacter(String(key)), at: line.place(of: key))
    }
    if value.contains(" ") { fail(.spaceInNamedStream(name), at: line.place(of: value)) }
    guard names.insert(name).inserted else {
      return fail(.nameTaken(name), at: line.place(of: key))
    }
    stream.stream.name = name
    named.append((name, stream))
  }

  private mutating func makeStream(
    _ line: SwirlyLine, marbles: ArraySlice<Character>
  ) -> Stream {
    let reading = MarbleString(String(marbles), dialect: .rxjs6).notifications()
    let column = marbles.startIndex
    for problem in reading.problems {
      let range = column + problem.range.lowerBound..<column + problem.range.upperBound
      problems.append(
        .init(
          kind: .marbles(problem.kind), isError: problem.isError, place: line.place(range)))
    }
    let stream = SwirlyFile.Stream(
      name: nil, title: nil, offset: marbles.prefix { $0 == " " }.count, events: [],
      length: marbles.count, place: line.place)
    return Stream(stream: stream, events: reading.value, column: column)
  }

  private mutating func readSetting(_ line: SwirlyLine, of stream: inout Stream) {
    guard let (key, isLabel, value) = line.assignment else {
      return warn(.extraLine(line.text), at: line.place)
    }
    let name = String(key)
    if isLabel {
      guard let marble = key.first, key.count == 1 else {
        return fail(.nameNotOneCharacter(name), at: line.place(of: key))
      }
      if stream.labels[marble] != nil { warn(.secondSetting(name), at: line.place(of: key)) }
      stream.labels[marble] = (String(value), line.place(of: key))
      return
    }
    if name == "title" || name == "ghosts", !stream.settings.insert(name).inserted {
      warn(.secondSetting(name), at: line.place(of: key))
    }
    switch name {
    case "title": stream.stream.title = String(value)
    case "ghosts": readGhosts(value, line: line, of: &stream)
    case _ where name.count == 1: fail(.notASetting(line.text), at: line.place)
    default: warn(.unknownSetting(name), at: line.place(of: key))
    }
  }

  private mutating func readGhosts(
    _ value: ArraySlice<Character>, line: SwirlyLine, of stream: inout Stream
  ) {
    for part in value.split(separator: ",") {
      let ghost = part.trimmed
      if let name = ghost.first, ghost.count == 1 {
        stream.ghosts.append((name, line.place(of: ghost)))
      } else if !ghost.isEmpty {
        warn(.ghostOfNothing(String(ghost)), at: line.place(of: ghost))
      }
    }
  }

  // MARK: Problems

  mutating func fail(_ kind: SwirlyFile.Problem.Kind, at place: SwirlyFile.Place) {
    problems.append(.init(kind: kind, isError: true, place: place))
  }

  mutating func warn(_ kind: SwirlyFile.Problem.Kind, at place: SwirlyFile.Place) {
    problems.append(.init(kind: kind, isError: false, place: place))
  }
}
