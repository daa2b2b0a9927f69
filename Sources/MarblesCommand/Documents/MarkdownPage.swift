/// A Markdown file as lines, and the pictures that it asks for.
struct MarkdownPage {
  /// A place that wants a picture.
  struct Request: Hashable {
    enum Script: Hashable {
      /// The lines of a fenced block.
      case inside(Range<Int>)
      /// A file, as the marker names it.
      case file(String)
    }

    var script: Script
    /// The words behind `marbles`, without the file.
    var words: [String]
    /// The line that asks, from 0.
    var line: Int
    /// What stands before the line's first character: new lines get it, too.
    var indentation: String
    /// Behind this line the picture begins.
    var end: Int
    /// The lines of the picture that is there now, its two markers included where they are ours.
    var existing: Range<Int>?
  }

  enum Problem: Hashable {
    case blockWithoutEnd
    case pictureWithoutEnd
    case markerWithoutFile
  }

  /// As they are, a carriage return at the end included.
  let lines: [String]
  /// What new lines end with besides the line feed.
  private let lineEnd: String
  private(set) var requests: [Request] = []
  private(set) var problems: [(problem: Problem, line: Int)] = []

  static let begin = "<!-- marbles -->"
  static let end = "<!-- /marbles -->"
  private static let marker = "<!-- marbles:"

  init(_ text: String) {
    // As unicode scalars: a carriage return and a line feed are one character.
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0)
    }
    lineEnd = lines.count > 1 && lines[0].hasSuffix("\r") ? "\r" : ""
    find()
  }

  /// The text with every picture in its place.
  func text(with pictures: [(request: Request, lines: [String])]) -> String {
    var result: [String] = []
    var next = 0
    for (request, picture) in pictures {
      result += lines[next...request.end]
      var new = picture + [Self.end]
      if case .inside = request.script { new.insert(Self.begin, at: 0) }
      result += new.map { ($0.isEmpty ? $0 : request.indentation + $0) + lineEnd }
      next = request.existing?.upperBound ?? request.end + 1
    }
    result += lines[next...]
    return result.joined(separator: "\n")
  }

  // MARK: Finding

  private mutating func find() {
    var index = 0
    while index < lines.count {
      if let fence = Fence(lines[index]) {
        index = block(fence, from: index)
      } else {
        if let words = Self.marked(lines[index]) { marker(words, at: index) }
        index += 1
      }
    }
  }

  /// Reads a fenced block and returns the line behind it.
  private mutating func block(_ fence: Fence, from start: Int) -> Int {
    let close = lines[(start + 1)...].firstIndex { fence.isClosed(by: $0) }
    guard fence.language == "marbles" else { return (close ?? lines.count - 1) + 1 }
    guard let close else {
      problems.append((.blockWithoutEnd, start))
      return lines.count
    }
    var request = Request(
      script: .inside(start + 1..<close), words: fence.words, line: start,
      indentation: fence.indentation, end: close)
    let following = close + 1
    if following < lines.count, lines[following].trimmed == Self.begin {
      guard let end = endMarker(after: following) else {
        problems.append((.pictureWithoutEnd, following))
        return following + 1
      }
      request.existing = following..<end + 1
    }
    requests.append(request)
    return request.existing?.upperBound ?? following
  }

  private mutating func marker(_ words: [String], at line: Int) {
    guard let file = words.first else {
      problems.append((.markerWithoutFile, line))
      return
    }
    let indentation = String(lines[line].prefix { $0 == " " || $0 == "\t" })
    requests.append(
      Request(
        script: .file(file), words: Array(words.dropFirst()), line: line,
        indentation: indentation, end: line,
        existing: endMarker(after: line).map { line + 1..<$0 + 1 }))
  }

  /// The line that ends the picture that begins behind `line`; `nil` if the next one begins first.
  private func endMarker(after line: Int) -> Int? {
    var index = line + 1
    while index < lines.count {
      if lines[index].trimmed == Self.end { return index }
      if Self.marked(lines[index]) != nil || lines[index].trimmed == Self.begin { return nil }
      if let fence = Fence(lines[index]) {
        if fence.language == "marbles" { return nil }
        index = lines[(index + 1)...].firstIndex { fence.isClosed(by: $0) } ?? index
      }
      index += 1
    }
    return nil
  }

  /// The words of `<!-- marbles: FILE WORD… -->`; `nil` for any other line.
  private static func marked(_ line: String) -> [String]? {
    let line = line.trimmed
    guard line.hasPrefix(marker), line.hasSuffix("-->") else { return nil }
    return line.dropFirst(marker.count).dropLast(3).split(separator: " ").map(String.init)
  }
}

/// The first line of a fenced block.
private struct Fence {
  let indentation: String
  let language: String
  let words: [String]
  private let sign: Character
  private let length: Int

  init?(_ line: String) {
    indentation = String(line.prefix { $0 == " " || $0 == "\t" })
    let rest = line.dropFirst(indentation.count)
    guard let first = rest.first, first == "`" || first == "~" else { return nil }
    sign = first
    length = rest.prefix { $0 == first }.count
    let info = rest.dropFirst(length)
    guard length >= 3, first == "~" || !info.contains("`") else { return nil }
    let parts = info.split(whereSeparator: \.isWhitespace).map(String.init)
    language = parts.first ?? ""
    words = Array(parts.dropFirst())
  }

  func isClosed(by line: String) -> Bool {
    let line = line.trimmed
    return line.count >= length && line.allSatisfy { $0 == sign }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
