import Marbles

/// Reads an ASCII picture like a person: by the labels of the ruler and the signs of the legend.
struct ASCIIReader {
  /// The marks of each named line, such as `10 value a`, in order.
  private(set) var lanes: [String: [String]] = [:]
  private var keys: [String: String] = [:]
  /// Whether the legend explains `/x/`; otherwise a `/` is part of a label.
  private var hasDropped = false

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    readKeys(lines)
    hasDropped = text.contains("/x/ dropped")
    var figures: [(x: Int, label: String)] = []
    for line in lines {
      if line.isEmpty || line.hasPrefix("values  ") || line.hasPrefix("legend  ") {
        figures = []
      } else if line.hasPrefix("virtual time") {
        figures = Self.figures(Array(line))
      } else if !figures.isEmpty {
        readLane(Array(line), figures)
      }
    }
  }

  private mutating func readKeys(_ lines: [String]) {
    guard let first = lines.firstIndex(where: { $0.hasPrefix("values  ") }) else { return }
    let list = lines[first...].prefix { $0 == lines[first] || $0.hasPrefix("   ") }
    for item in list.joined(separator: "   ").split(separator: "   ") {
      let words = item.drop { $0 == " " }.replacing(/^values +/, with: "")
      guard let equals = words.firstRange(of: " = ") else { continue }
      let label = words[equals.upperBound...]
      // Numbers, arrays and texts that have quotes of their own are not in quotes.
      let inner = label.dropFirst().dropLast()
      let isQuoted =
        label.count > 2 && label.first == "\"" && label.last == "\"" && !inner.contains("\"")
      let text = isQuoted ? inner : label
      keys[String(words[..<equals.lowerBound])] = String(text)
    }
  }

  private static func figures(_ ruler: [Character]) -> [(x: Int, label: String)] {
    var figures: [(x: Int, label: String)] = []
    for x in "virtual time".count..<ruler.count where ruler[x] != " " {
      if ruler[x - 1] == " " { figures.append((x, "")) }
      figures[figures.count - 1].label.append(ruler[x])
    }
    return figures
  }

  private mutating func readLane(_ line: [Character], _ figures: [(x: Int, label: String)]) {
    let name = String(line.prefix(figures[0].x)).split(separator: " ").joined(separator: " ")
    guard !name.isEmpty else { return }
    for (number, figure) in figures.enumerated() where figure.x < line.count {
      let end = number + 1 < figures.count ? figures[number + 1].x : line.count
      var cell = line[figure.x..<min(end, line.count)]
      if cell.first == "(" {
        cell = cell.dropFirst().prefix { $0 != ")" }
      } else {
        cell = cell.prefix { !"-= .~>".contains($0) }
      }
      readCell(cell, at: figure.label, on: name)
    }
  }

  private mutating func readCell(_ cell: ArraySlice<Character>, at time: String, on name: String) {
    var rest = cell
    func add(_ kind: String, _ token: some Sequence<Character>) -> String {
      "\(time) \(kind) \(keys[String(token)] ?? String(token))"
    }
    while let sign = rest.first {
      rest = rest.dropFirst()
      switch sign {
      case "^":
        if rest.first == "+" { rest = rest.dropFirst().drop { $0.isLetter || $0.isNumber } }
        lanes[name, default: []].append("\(time) subscribe")
      case "!": lanes[name, default: []].append("\(time) cancel")
      case "|": lanes[name, default: []].append("\(time) finished")
      case "#": lanes[name, default: []].append("\(time) failed")
      case "[":
        let token = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(token.count + 1)
        // An element that another one follows at once was only read.
        if !(rest.first?.isLetter ?? false), !(rest.first?.isNumber ?? false) {
          lanes[name, default: []].append(add("replayed", token))
        }
      case "/" where hasDropped:
        let token = rest.prefix { $0 != "/" }
        rest = rest.dropFirst(token.count + 1)
        lanes[name, default: []].append(add("dropped", token))
      case "+", "<": rest = rest.drop { $0.isLetter || $0.isNumber }
      case _ where sign.isLetter || sign.isNumber || sign == "/":
        let token = [sign] + rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest.dropFirst(token.count - 1)
        lanes[name, default: []].append(add("value", token))
      default: break
      }
    }
  }
}

extension Recording {
  /// The marks of each lane with a unique name, from a recording.
  var readable: [String: [String]] {
    var result: [String: [String]] = [:]
    for event in events {
      guard case .lane(let id) = event.place else { continue }
      let time = "\(event.time.nanoseconds / frame.nanoseconds)"
      let name = self[id].name
      switch event.mark {
      case .subscribed: result[name, default: []].append("\(time) subscribe")
      case .cancelled: result[name, default: []].append("\(time) cancel")
      case .finished: result[name, default: []].append("\(time) finished")
      case .failed: result[name, default: []].append("\(time) failed")
      case .value(let label): result[name, default: []].append("\(time) value \(text(label))")
      case .replayed(let label, _):
        result[name, default: []].append("\(time) replayed \(text(label))")
      case .dropped(let label, .noDemand):
        result[name, default: []].append("\(time) dropped \(text(label))")
      default: break
      }
    }
    return result
  }
}
