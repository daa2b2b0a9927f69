@testable import Marbles

/// The positions and overlaps of the elements of a picture, from its own numbers.
struct SVGGeometry {
  struct Box {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
    var group: Int
    var what: String

    func overlaps(_ other: Box) -> Bool {
      group != other.group
        && min(right, other.right) - max(left, other.left) > 0.6
        && min(bottom, other.bottom) - max(top, other.top) > 0.6
    }
  }

  private let svg: SVGReader
  private(set) var texts: [Box] = []
  private(set) var marks: [Box] = []
  private(set) var dots: [Box] = []

  init(_ text: String) {
    svg = SVGReader(text)
    for element in svg.elements { add(element) }
  }

  /// Descriptions of all errors.
  var problems: [String] {
    svg.problems + outside + overlaps + tight + slanted + forbidden + doubleIDs
  }

  private mutating func add(_ element: SVGReader.Element) {
    switch element.name {
    case "text": addText(element)
    case "rect":
      guard
        !element.classes.contains(where: { ["bg", "inst", "wash", "band", "fade"].contains($0) })
      else { return }
      let (x, y) = (element.number("x"), element.number("y"))
      marks.append(
        Box(
          left: x, top: y, right: x + element.number("width"), bottom: y + element.number("height"),
          group: element.group, what: "\(element.classes)"))
    case "circle":
      let (x, y, r) = (element.number("cx"), element.number("cy"), element.number("r"))
      let box = Box(
        left: x - r, top: y - r, right: x + r, bottom: y + r, group: element.group,
        what: "\(element.classes)")
      // Dots stand on strips.
      if r < 4 { dots.append(box) } else { marks.append(box) }
    case "path":
      if let box = splitPart(element) { marks.append(box) }
    default: break
    }
  }

  /// One half of a split mark.
  private func splitPart(_ element: SVGReader.Element) -> Box? {
    guard let path = element.attributes["d"], path.contains("a13 13") else { return nil }
    let numbers = path.split { "MHa ".contains($0) }.compactMap { Double($0) }
    guard numbers.count > 3 else { return nil }
    let isRight = element.classes.contains("pv")
    return Box(
      left: isRight ? numbers[0] : numbers[2] - 13, top: numbers[1],
      right: isRight ? numbers[2] + 13 : numbers[0], bottom: numbers[1] + 26,
      group: element.group, what: "split")
  }

  private mutating func addText(_ element: SVGReader.Element) {
    let classes = element.classes
    let sizes: [Substring: Double] = [
      "h": 17, "ph": 13, "l": 13, "sm": 11, "tk": 11, "n": 11, "k": 10.5, "st2": 10.5,
    ]
    let isMono = classes.contains("m")
    let size = classes.compactMap { sizes[$0] }.first ?? (isMono ? 12.5 : 12)
    let width =
      isMono
      ? Double(TextWidth.cells(element.text)) * size * 0.602
      : SVGText.sans(element.text, size: size)
    let isCentred = (isMono && !classes.contains("st")) || classes.contains("mid")
    let x = element.number("x") - (isCentred ? width / 2 : 0)
    let y = element.number("y")
    texts.append(
      Box(
        left: x, top: y - size * 0.74, right: x + width, bottom: y + size * 0.2,
        group: element.group, what: "“\(element.text)”"))
  }

  private var outside: [String] {
    guard let root = svg.elements.first else { return ["nothing"] }
    let (width, height) = (root.number("width"), root.number("height"))
    return (texts + marks).filter {
      $0.left < -0.5 || $0.top < -0.5 || $0.right > width + 0.5 || $0.bottom > height + 0.5
    }.map { "outside: \($0.what)" }
  }

  private var overlaps: [String] {
    Self.overlaps(texts, texts) + Self.overlaps(marks, marks) + Self.overlaps(texts, marks)
      + Self.overlaps(texts, dots)
  }

  /// Text that is wider than the mark in which it stands.
  private var tight: [String] {
    let boxes = Dictionary(grouping: marks, by: \.group)
    return texts.compactMap { text in
      let middle = (text.top + text.bottom) / 2
      let around = boxes[text.group]?.filter { $0.top < middle && middle < $0.bottom } ?? []
      guard let left = around.map(\.left).min(), let right = around.map(\.right).max() else {
        return nil
      }
      let fits = text.left > left - 0.5 && text.right < right + 0.5
      return fits ? nil : "wider than its mark: \(text.what)"
    }
  }

  private static func overlaps(_ a: [Box], _ b: [Box]) -> [String] {
    let sorted = b.sorted { $0.top < $1.top }
    var result: [String] = []
    for box in a {
      var low = 0
      var high = sorted.count
      // Nothing is taller than a message of six lines.
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle].top < box.top - 120 { low = middle + 1 } else { high = middle }
      }
      for other in sorted[low...] {
        if other.top > box.bottom { break }
        if box.overlaps(other) { result.append("overlap: \(box.what) and \(other.what)") }
      }
    }
    return result
  }

  /// Arrows are vertical.
  private var slanted: [String] {
    svg.elements.compactMap { element in
      guard element.classes.contains("stem") || element.attributes["class"] == "ctl",
        let path = element.attributes["d"]
      else { return nil }
      let isVertical = path.hasPrefix("M") && path.contains("V") && !path.contains("H")
      return isVertical ? nil : "not vertical: \(path)"
    }
  }

  private var forbidden: [String] {
    var found: [String] = []
    for element in svg.elements {
      if ["script", "foreignObject", "marker", "image", "use", "a"].contains(element.name) {
        found.append("element \(element.name)")
      }
      for (name, value) in element.attributes {
        if name.hasPrefix("on") || name.contains("href") || name == "dominant-baseline" {
          found.append("attribute \(name)")
        }
        if value.contains("var(") || value.contains("url(") { found.append(value) }
      }
      if element.name == "style",
        ["var(", "url(", "@import"].contains(where: element.text.contains)
      {
        found.append("style")
      }
    }
    return found
  }

  private var doubleIDs: [String] {
    let ids = svg.elements.compactMap { $0.attributes["id"] }
    return Set(ids).count == ids.count ? [] : ["an id twice"]
  }
}
