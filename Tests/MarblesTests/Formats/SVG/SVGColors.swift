import Foundation

/// The colors of a picture as a reader sees them, with the background of each text.
struct SVGColors {
  /// The fill of each class in one theme.
  private let fills: [String: String]
  private let svg: SVGReader

  /// - Parameter isDark: whether the reader prefers the dark mode.
  init(_ text: String, isDark: Bool) {
    svg = SVGReader(text)
    let style = svg.elements.first { $0.name == "style" }?.text ?? ""
    let parts = style.components(separatedBy: "@media (prefers-color-scheme:dark){")
    var fills = Self.fills(parts[0])
    if isDark, parts.count > 1 { fills.merge(Self.fills(parts[1])) { $1 } }
    self.fills = fills
  }

  private static func fills(_ style: String) -> [String: String] {
    var result: [String: String] = [:]
    for rule in style.split(separator: "}") {
      let halves = rule.split(separator: "{")
      guard halves.count == 2, let fill = halves[1].firstRange(of: "fill:#") else { continue }
      let color = "#" + halves[1][fill.upperBound...].prefix(6)
      for selector in halves[0].split(separator: ",") {
        result[String(selector.split(separator: ".").last ?? "")] = color
      }
    }
    return result
  }

  private func fill(_ element: SVGReader.Element) -> String? {
    element.classes.compactMap { fills[String($0)] }.last
  }

  /// The box of a painted element.
  private struct Paint {
    let index: Int
    let left, top, right, bottom: Double
    let fill: String

    func covers(_ x: Double, _ y: Double) -> Bool {
      left <= x && x <= right && top <= y && y <= bottom
    }
  }

  /// Each text with its color and that of the last thing painted beneath its middle.
  var texts: [(text: String, color: String, ground: String)] {
    let paints = svg.elements.indices.compactMap(paint)
    return svg.elements.indices.compactMap { index in
      let element = svg.elements[index]
      guard element.name == "text", let color = fill(element) else { return nil }
      let (x, y) = (element.number("x"), element.number("y") - 4)
      let ground = paints.last { $0.index < index && $0.covers(x, y) }?.fill
      return (element.text, color, ground ?? "#FFFFFF")
    }
  }

  private func paint(_ index: Int) -> Paint? {
    let element = svg.elements[index]
    guard let fill = fill(element) else { return nil }
    switch element.name {
    case "rect":
      let (x, y) = (element.number("x"), element.number("y"))
      return Paint(
        index: index, left: x, top: y, right: x + element.number("width"),
        bottom: y + element.number("height"), fill: fill)
    case "circle":
      let (x, y, r) = (element.number("cx"), element.number("cy"), element.number("r"))
      return Paint(index: index, left: x - r, top: y - r, right: x + r, bottom: y + r, fill: fill)
    case "path" where element.classes.contains("conn"): return tint(element, index, fill)
    default: return nil
    }
  }

  /// A tint begins `M x y H x V y`, perhaps with round corners.
  private func tint(_ element: SVGReader.Element, _ index: Int, _ fill: String) -> Paint? {
    let path = element.attributes["d"] ?? ""
    func number(_ text: Substring) -> Double? {
      Double(text.prefix { $0.isNumber || $0 == "." })
    }
    func number(after letter: Character) -> Double? {
      path.firstIndex(of: letter).flatMap { number(path[path.index(after: $0)...]) }
    }
    guard let left = number(after: "M"), let right = number(after: "H"),
      let bottom = number(after: "V"), let top = path.split(separator: " ").dropFirst().first,
      let top = number(top)
    else { return nil }
    return Paint(index: index, left: left, top: top, right: right, bottom: bottom, fill: fill)
  }
}

/// A color of the screen, and its perceived values.
struct Color {
  /// Linear light.
  private let red, green, blue: Double

  init(_ text: String) {
    let number = Int(text.dropFirst(), radix: 16) ?? 0
    func light(_ byte: Int) -> Double {
      let value = Double(byte & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    (red, green, blue) = (light(number >> 16), light(number >> 8), light(number))
  }

  private init(_ red: Double, _ green: Double, _ blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The relative luminance of WCAG 2.
  private var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// The contrast of WCAG 2, from 1 to 21.
  func contrast(to other: Color) -> Double {
    let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  /// Matrices of Machado, Oliveira and Fernandes (2009), at full severity.
  enum Sight: CaseIterable {
    case protanopia, deuteranopia, tritanopia

    var matrix: [[Double]] {
      switch self {
      case .protanopia:
        [
          [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
          [-0.003882, -0.048116, 1.051998],
        ]
      case .deuteranopia:
        [
          [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
          [-0.011820, 0.042940, 0.968881],
        ]
      case .tritanopia:
        [
          [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
          [0.004733, 0.691367, 0.303900],
        ]
      }
    }
  }

  func seen(by sight: Sight) -> Color {
    let parts = sight.matrix.map { row in
      min(1, max(0, row[0] * red + row[1] * green + row[2] * blue))
    }
    return Color(parts[0], parts[1], parts[2])
  }

  /// CIE 1976 L*a*b*.
  private var lab: [Double] {
    func root(_ value: Double) -> Double {
      value > 0.008856 ? pow(value, 1 / 3) : 7.787 * value + 16 / 116
    }
    let x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    let y = root(luminance)
    let z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }

  /// The visible difference of two colors; a difference of 2 is barely visible.
  func difference(to other: Color) -> Double {
    zip(lab, other.lab).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  }
}
