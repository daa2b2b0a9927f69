/// A line of a swirly file and its possible parts.
struct SwirlyLine {
  let number: Int
  /// The characters without white space at the end.
  let characters: [Character]

  init(number: Int, text: Substring) {
    self.number = number
    var characters = Array(text)
    while characters.last?.isWhitespace ?? false { characters.removeLast() }
    self.characters = characters
  }

  var text: String { String(characters) }
  var isBlank: Bool { characters.isEmpty }
  var isComment: Bool { characters.first { !$0.isWhitespace } == "%" }
  var isOperation: Bool { characters.first == ">" }
  var isStyles: Bool { characters.starts(with: "[styles") && characters.last == "]" }
  /// Whether the line begins a block in brackets, such as `[links]`.
  var isHeader: Bool {
    characters.first == "[" && characters.last == "]"
      && characters.dropFirst().dropLast().allSatisfy { $0.isLetter || $0 == "." }
  }
  /// Whether the line is the time row of mdbook-swirly's grid mode: `@ t | 0 | 1`.
  var isGrid: Bool { characters.starts(with: "@ ") && characters.contains("|") }

  func place(_ range: Range<Int>) -> SwirlyFile.Place {
    SwirlyFile.Place(line: number, columns: range.lowerBound + 1..<range.upperBound + 1)
  }

  var place: SwirlyFile.Place {
    place((characters.firstIndex { !$0.isWhitespace } ?? 0)..<characters.count)
  }

  func place(of slice: ArraySlice<Character>) -> SwirlyFile.Place {
    place(slice.startIndex..<slice.endIndex)
  }

  /// The parts of `key = value` or `key := value`, where the key is a word.
  var assignment: (key: ArraySlice<Character>, isLabel: Bool, value: ArraySlice<Character>)? {
    guard let equals = characters.firstIndex(of: "=") else { return nil }
    let isLabel = equals > 0 && characters[equals - 1] == ":"
    let key = characters[..<(isLabel ? equals - 1 : equals)].trimmed
    guard !key.isEmpty, !key.contains(where: \.isWhitespace) else { return nil }
    let isWord = key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard isWord || key.count == 1 else { return nil }
    return (key, isLabel, characters[(equals + 1)...].trimmed)
  }
}

extension ArraySlice<Character> {
  var trimmed: Self {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[endIndex..<endIndex] }
    return self[first...last]
  }
}
