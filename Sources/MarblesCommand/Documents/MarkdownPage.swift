/// A Markdown page as lines, and its requests for pictures.
struct MarkdownPage {
  /// A code block or marker that requests a picture.
  struct Request: Hashable {
    enum Script: Hashable {
      /// The lines of a code block, and the number of bytes before the code in each of them.
      case inside(Range<Int>, starts: [Int])
      /// The file name in a marker.
      case file(String)
    }

    var script: Script
    /// The words after `marbles`, without the file name.
    var words: [String]
    /// The first line of the block or marker, counted from 0.
    var line: Int
    /// The last line of the block or marker; the picture follows it.
    var end: Int
    /// The beginning of each inserted line.
    var prefix: String
    /// The lines of the current picture, with its end marker and, after a block, its begin marker.
    var existing: Range<Int>?
  }

  enum Problem: Hashable {
    case blockWithoutEnd
    case pictureWithoutEnd
    case markerWithoutFile
    case markerInLine
  }

  /// The text that replaces some lines of the page.
  struct Edit {
    /// May be empty; then the text is inserted.
    var lines: Range<Int>
    var text: String
  }

  /// The lines without their ends.
  let lines: [String]
  /// The end of each line: a line feed, a carriage return, both, or nothing.
  private let lineEnds: [String]
  /// The offset of each line in bytes.
  let offsets: [Int]
  private(set) var requests: [Request] = []
  private(set) var problems: [(problem: Problem, line: Int)] = []

  static let begin = "<!-- marbles -->"
  static let end = "<!-- /marbles -->"

  init(_ text: String) {
    let (lines, ends) = Self.split(Array(text.utf8))
    self.lines = lines.map { String(decoding: $0, as: UTF8.self) }
    lineEnds = ends
    var offset = 0
    offsets = zip(lines, ends).map { line, end in
      defer { offset += line.count + end.utf8.count }
      return offset
    }
    let scanner = MarkdownScanner(lines)
    find(scanner)
  }

  private static func split(_ bytes: [UInt8]) -> (lines: [[UInt8]], ends: [String]) {
    var lines: [[UInt8]] = []
    var ends: [String] = []
    var start = 0
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      guard byte == 0x0A || byte == 0x0D else {
        at += 1
        continue
      }
      let isBoth = byte == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A
      lines.append(Array(bytes[start..<at]))
      ends.append(isBoth ? "\r\n" : byte == 0x0A ? "\n" : "\r")
      at += isBoth ? 2 : 1
      start = at
    }
    lines.append(Array(bytes[start...]))
    ends.append("")
    return (lines, ends)
  }

  // MARK: Requests

  private mutating func find(_ scanner: MarkdownScanner) {
    let items = scanner.items
    var index = 0
    while index < items.count {
      let item = items[index]
      index += 1
      switch item.kind {
      case .block(let block) where block.language == "marbles":
        guard block.isClosed else {
          problems.append((.blockWithoutEnd, item.lines.lowerBound))
          continue
        }
        var request = Request(
          script: .inside(block.content, starts: block.starts), words: block.words,
          line: item.lines.lowerBound, end: item.lines.upperBound, prefix: item.prefix)
        // Formatters insert blank lines between a block and a comment.
        if index < items.count, items[index].kind == .begin,
          scanner.isBlank[(item.lines.upperBound + 1)..<items[index].lines.lowerBound]
            .allSatisfy({ $0 })
        {
          let begin = items[index].lines.lowerBound
          guard let end = Self.endMarker(from: index + 1, items) else {
            problems.append((.pictureWithoutEnd, begin))
            index += 1
            continue
          }
          request.existing = begin..<items[end].lines.upperBound + 1
          index = end + 1
        }
        requests.append(request)
      case .marker(let words):
        guard let file = words.first else {
          problems.append((.markerWithoutFile, item.lines.lowerBound))
          continue
        }
        var request = Request(
          script: .file(file), words: Array(words.dropFirst()), line: item.lines.lowerBound,
          end: item.lines.upperBound, prefix: item.prefix)
        if let end = Self.endMarker(from: index, items) {
          request.existing = request.end + 1..<items[end].lines.upperBound + 1
          index = end + 1
        }
        requests.append(request)
      case .inlineMarker: problems.append((.markerInLine, item.lines.lowerBound))
      case .block, .begin, .end: break
      }
    }
  }

  /// The index of the end marker of the picture that begins before item `index`; `nil` if another
  /// picture begins first.
  private static func endMarker(from index: Int, _ items: [MarkdownScanner.Item]) -> Int? {
    for other in index..<items.count {
      switch items[other].kind {
      case .end: return other
      case .begin, .marker: return nil
      case .block(let block): if block.language == "marbles" { return nil }
      case .inlineMarker: break
      }
    }
    return nil
  }

  // MARK: Writing

  /// The edit that puts a picture into its place.
  ///
  /// A picture that differs only in the blank lines around it stays unchanged: formatters insert
  /// those.
  func edit(for request: Request, picture: [String]) -> Edit {
    var new = picture + [Self.end]
    if case .inside = request.script { new.insert(Self.begin, at: 0) }
    let replaced = request.existing ?? request.end + 1..<request.end + 1
    if !replaced.isEmpty, isEqual(replaced, new, request) {
      return Edit(lines: replaced, text: text(of: replaced))
    }
    let lineEnd = lineEnd(of: request)
    let last = lineEnds[replaced.upperBound - 1]
    let text = new.map { request.prefixed($0) }.joined(separator: lineEnd) + last
    return Edit(lines: replaced, text: last.isEmpty && replaced.isEmpty ? lineEnd + text : text)
  }

  /// The text with the given edits, which are in the order of the lines.
  func text(with edits: [Edit]) -> String {
    var result = ""
    var next = 0
    for edit in edits {
      result += text(of: next..<edit.lines.lowerBound) + edit.text
      next = edit.lines.upperBound
    }
    return result + text(of: next..<lines.count)
  }

  /// Some lines with their ends.
  private func text(of range: Range<Int>) -> String {
    range.reduce(into: "") { $0 += lines[$1] + lineEnds[$1] }
  }

  /// The bytes of some lines with their ends.
  func size(of range: Range<Int>) -> Int {
    range.reduce(0) { $0 + lines[$1].utf8.count + lineEnds[$1].utf8.count }
  }

  private func lineEnd(of request: Request) -> String {
    [lineEnds[request.line], lineEnds[0]].first { !$0.isEmpty } ?? "\n"
  }

  private func isEqual(_ existing: Range<Int>, _ new: [String], _ request: Request) -> Bool {
    let blank = request.prefixed("")
    let old = lines[existing].map { line in
      String(line.hasPrefix(request.prefix) ? line.dropFirst(request.prefix.count) : line[...])
    }.map { $0 == blank || $0.trimmed.isEmpty ? "" : $0 }
    return Self.compacted(old) == Self.compacted(new)
  }

  /// The lines of a picture without blank lines next to its markers.
  private static func compacted(_ lines: [String]) -> [String] {
    var body = lines[...]
    let begin = body.first == begin ? [begin] : []
    body = body.dropFirst(begin.count).drop { $0.isEmpty }
    let end = Array(body.suffix(1))
    body = body.dropLast()
    while body.last?.isEmpty == true { body.removeLast() }
    return begin + body + end
  }
}

extension MarkdownPage.Request {
  /// A line of the picture as it is inserted; a blank one without trailing spaces.
  fileprivate func prefixed(_ line: String) -> String {
    guard line.isEmpty else { return prefix + line }
    var prefix = prefix[...]
    while let last = prefix.last, last.isWhitespace { prefix.removeLast() }
    return String(prefix)
  }
}
