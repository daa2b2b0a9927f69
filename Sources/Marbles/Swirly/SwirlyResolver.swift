/// Finds the marbles of a swirly file that are streams, and those of them that can be drawn.
struct SwirlyResolver {
  private static let mostInnerStreams = 1_000

  private var parser: SwirlyParser
  private let names: Set<Character>
  /// The named streams that contain themselves, or a stream that does.
  private var endless: Set<Character> = []
  /// The number of streams that a named one contains, including itself.
  private var counts: [Character: Int] = [:]

  init(_ parser: SwirlyParser) {
    self.parser = parser
    names = Set(parser.named.map(\.name))
    findEndless()
  }

  var file: SwirlyFile {
    var copy = self
    return copy.makeFile()
  }

  private mutating func makeFile() -> SwirlyFile {
    var inner: [Character: SwirlyFile.Stream] = [:]
    for (name, stream) in parser.named { inner[name] = resolve(stream) }
    var blocks: [SwirlyFile.Block] = []
    var drawn = 0
    var place: SwirlyFile.Place?
    for block in parser.blocks {
      switch block {
      case .operation(let operation): blocks.append(.operation(operation))
      case .stream(let stream):
        blocks.append(.stream(resolve(stream)))
        drawn = Self.sum(drawn, count(stream))
        if place == nil, drawn > Self.mostInnerStreams { place = stream.stream.place }
      }
    }
    if let place { parser.fail(.tooManyInnerStreams(limit: Self.mostInnerStreams), at: place) }
    if !parser.isGrid, !blocks.contains(where: { if case .stream = $0 { true } else { false } }) {
      parser.fail(.noStream, at: .init(line: 1, columns: 1..<1))
    }
    return SwirlyFile(blocks: blocks, inner: inner, problems: sortedProblems)
  }

  private var sortedProblems: [SwirlyFile.Problem] {
    parser.problems.enumerated().sorted {
      let (a, b) = ($0.element.place, $1.element.place)
      if a.line != b.line { return a.line < b.line }
      let (left, right) = (a.columns.lowerBound, b.columns.lowerBound)
      return left != right ? left < right : $0.offset < $1.offset
    }.map(\.element)
  }

  // MARK: Marbles

  private mutating func resolve(_ source: SwirlyParser.Stream) -> SwirlyFile.Stream {
    var stream = source.stream
    let ghosts = Set(source.ghosts.map(\.name))
    var used: Set<Character> = []
    for event in source.events {
      let columns = event.range.lowerBound + source.column..<event.range.upperBound + source.column
      let place = SwirlyFile.Place(
        line: stream.place.line, columns: columns.lowerBound + 1..<columns.upperBound + 1)
      let character = Self.marble(event)
      if let character { used.insert(character) }
      guard let mark = mark(event.mark, in: source, at: place) else { continue }
      stream.events.append(
        SwirlyFile.Event(
          frame: event.frame, mark: mark, isGhost: character.map(ghosts.contains) ?? false,
          place: place))
    }
    for ghost in source.ghosts where !used.contains(ghost.name) {
      parser.warn(.ghostOfNothing(String(ghost.name)), at: ghost.place)
    }
    for (name, label) in source.labels where !used.contains(name) {
      parser.warn(.labelOfNothing(String(name)), at: label.place)
    }
    return stream
  }

  private static func marble(_ event: MarbleString.Event) -> Character? {
    if case .value(let text) = event.mark { text.first } else { nil }
  }

  private mutating func mark(
    _ mark: MarbleString.Mark, in stream: SwirlyParser.Stream, at place: SwirlyFile.Place
  ) -> SwirlyFile.Mark? {
    switch mark {
    case .finished: return .finished
    case .failed: return .failed
    case .subscribe, .cancel, .request, .delayNext: return nil
    case .value(let text):
      guard let character = text.first else { return nil }
      let holder = stream.stream.name
      if names.contains(character), stream.labels[character] == nil {
        guard let holder, endless.contains(holder), endless.contains(character) else {
          return .inner(character)
        }
        parser.fail(.streamInsideItself(character), at: place)
      }
      return .value(character, label: stream.labels[character]?.text ?? text)
    }
  }

  // MARK: Streams in streams

  private func references(_ stream: SwirlyParser.Stream) -> [Character] {
    stream.events.compactMap(Self.marble).filter {
      names.contains($0) && stream.labels[$0] == nil
    }
  }

  /// Removes repeatedly the streams whose inner streams have all been removed.
  private mutating func findEndless() {
    var waiting: [Character: Int] = [:]
    var holders: [Character: [Character]] = [:]
    var ready: [Character] = []
    var streams: [Character: SwirlyParser.Stream] = [:]
    for (name, stream) in parser.named {
      streams[name] = stream
      let inner = Set(references(stream))
      waiting[name] = inner.count
      for other in inner { holders[other, default: []].append(name) }
      if inner.isEmpty { ready.append(name) }
    }
    endless = names
    while let name = ready.popLast() {
      endless.remove(name)
      counts[name] = streams[name].map { Self.sum(1, count($0)) } ?? 1
      for holder in holders[name] ?? [] {
        let left = (waiting[holder] ?? 1) - 1
        waiting[holder] = left
        if left == 0 { ready.append(holder) }
      }
    }
  }

  private func count(_ stream: SwirlyParser.Stream) -> Int {
    references(stream).reduce(0) { Self.sum($0, counts[$1] ?? 1) }
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}
