/// The change of a value that is written where a type is declared: an integer becomes a fractional
/// number, an array a set.
indirect enum Conversion: Hashable, Sendable {
  case fractional
  case array(of: Conversion)
  case set(of: Conversion?)
  case dictionary(keys: Conversion?, values: Conversion?)
  case tuple(labels: [String?], [Conversion?])
  case stream(of: Conversion)

  /// Reads the text of a type, with regular spaces; `nil` if values stay as they are.
  init?(_ type: Substring) {
    let type = type.trimmingOptional
    if let elements = type.content(after: "[", before: "]") {
      let parts = elements.parts(at: ":")
      self.init(elements: parts.map { Conversion($0) })
    } else if let parts = type.content(after: "(", before: ")")?.parts(at: ",") {
      let pairs = parts.map { $0.parts(at: ":") }
      let labels = pairs.map { $0.count == 2 ? $0[0].trimmed : nil }
      let elements = pairs.map { Conversion($0.last ?? "") }
      guard zip(labels, elements).contains(where: { $0 != nil || $1 != nil }) else { return nil }
      self = .tuple(labels: labels, elements)
    } else if let bracket = type.firstIndex(of: "<"), type.last == ">" {
      guard let parts = type[bracket...].content(after: "<", before: ">")?.parts(at: ",") else {
        return nil
      }
      switch type[..<bracket] {
      case "Set": self = .set(of: Conversion(parts[0]))
      case "Array", "Dictionary": self.init(elements: parts.map { Conversion($0) })
      case "Optional": self.init(parts[0])
      case let name where Self.streams.contains(name):
        guard let elements = Conversion(parts[0]) else { return nil }
        self = .stream(of: elements)
      default: return nil
      }
    } else if ["Double", "Float", "CGFloat", "TimeInterval"].contains(type) {
      self = .fractional
    } else {
      return nil
    }
  }

  fileprivate static let streams: Set<Substring> = [
    "AnyPublisher", "Observable", "Single", "Maybe", "Infallible", "Driver", "Signal",
  ]

  /// One element: an array; a key and a value: a dictionary.
  private init?(elements: [Conversion?]) {
    switch (elements.count, elements[0], elements.last ?? nil) {
    case (1, let element?, _): self = .array(of: element)
    case (2, let key, let value) where key != nil || value != nil:
      self = .dictionary(keys: key, values: value)
    default: return nil
    }
  }
}

extension Conversion {
  /// The labels of tuples, with their positions.
  var labels: [(name: String, position: Int)] {
    switch self {
    case .fractional: []
    case .array(let inner), .stream(let inner): inner.labels
    case .set(let inner): inner?.labels ?? []
    case .dictionary(let keys, let values): (keys?.labels ?? []) + (values?.labels ?? [])
    case .tuple(let labels, let inner):
      labels.enumerated().compactMap { position, name in name.map { ($0, position) } }
        + inner.flatMap { $0?.labels ?? [] }
    }
  }
}

extension TypeName {
  /// Whether it is a type of streams, such as `AnyPublisher<Int, Never>` or
  /// `some Publisher<Int, Never>`.
  var isStream: Bool {
    let type = text[...].trimmingOptional.split(separator: " ", maxSplits: 1)
    let name = (["some", "any"].contains(type.first) ? type.last : text[...])?.prefix { $0 != "<" }
    return name.map {
      ["Publisher", "Future", "Completable"].contains($0) || Conversion.streams.contains($0)
    } ?? false
  }

  /// The type after the arrow of a function; `nil` for other types.
  var functionResult: TypeName? {
    var type = text[...].trimmingOptional
    if let inner = type.content(after: "(", before: ")"), inner.parts(at: ",").count == 1 {
      type = inner
    }
    let parts = type.parts(at: "-")
    guard parts.count > 1, parts[1].first == ">" else { return nil }
    let result = type[parts[1].startIndex...].dropFirst().drop { $0 == " " }
    return TypeName(text: String(result), span: span)
  }
}

extension Substring {
  fileprivate var trimmed: String { split(separator: " ").last.map(String.init) ?? "" }

  fileprivate var trimmingOptional: Substring {
    let end = lastIndex { $0 != "?" && $0 != "!" && $0 != " " }
    return end.map { self[...$0].drop { $0 == " " } } ?? self
  }

  fileprivate func content(after opening: Character, before closing: Character) -> Substring? {
    guard count > 2, first == opening, last == closing else { return nil }
    return dropFirst().dropLast()
  }

  /// The parts between separators outside of brackets; the whole if the brackets do not match.
  fileprivate func parts(at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = startIndex
    for index in indices {
      switch self[index] {
      case "(", "[", "<": depth += 1
      // The end of an arrow is not a bracket.
      case ">" where index > startIndex && self[self.index(before: index)] == "-": break
      case ")", "]", ">": depth -= 1
      case separator where depth == 0:
        parts.append(self[start..<index])
        start = self.index(after: index)
      default: break
      }
      if depth < 0 { return [self] }
    }
    return parts + [self[start...]]
  }
}
