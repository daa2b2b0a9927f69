import Marbles

/// A picture as it stands in a document, and the files that it needs.
struct DocumentDrawing {
  enum Place: Hashable {
    /// In a folder, named from the page by `link`, which ends in `/` or is empty.
    case beside(folder: String, link: String)
    /// Among the resources of a DocC catalogue, which finds them by name.
    case catalogue(String)
  }

  let diagram: Diagram
  let recording: Recording
  let words: PictureWords
  let name: String
  let place: Place

  // MARK: Lines

  var lines: [String] {
    switch words.form {
    case .none: []
    case .ascii, .unicode: fenced("text", render(.ascii))
    case .mermaid: fenced("mermaid", render(.mermaid))
    case .graph: fenced("mermaid", render(.graph))
    case .svg: [image]
    case .picture: isCatalogue ? [image] : pictureElement
    }
  }

  private var isCatalogue: Bool {
    if case .catalogue = place { true } else { false }
  }

  private var image: String {
    switch place {
    case .catalogue: "![\(Self.escaped(alternative))](\(name))"
    case .beside(_, let link): "![\(Self.escaped(alternative))](\(Self.link(link + name)).svg)"
    }
  }

  private var pictureElement: [String] {
    guard case .beside(_, let link) = place else { return [] }
    let target = Self.link(link + name)
    return [
      "<picture>",
      "  <source media=\"(prefers-color-scheme: dark)\" srcset=\"\(target)-dark.svg\">",
      "  <img alt=\"\(Self.attribute(alternative))\" src=\"\(target).svg\">",
      "</picture>",
    ]
  }

  /// What is said instead of the picture.
  private var alternative: String {
    [diagram.title, diagram.summary].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  private func render(_ kind: OutputKind, theme: SVGTheme = .auto) -> String {
    let options = DrawingOptions(
      theme: theme, width: words.width, usesBoxCharacters: words.form == .unicode)
    return Renderer(options: options).render(diagram, recording, as: kind, intoFile: false)
  }

  /// A fence that nothing in the text can close.
  private func fenced(_ language: String, _ text: String) -> [String] {
    var longest = 2
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return [fence + language] + lines + [fence]
  }

  // MARK: Files

  /// The files of the picture, with what they hold.
  func files(theme: SVGTheme) -> [(path: String, text: String)] {
    switch (place, words.form) {
    case (.catalogue(let folder), .svg), (.catalogue(let folder), .picture):
      [
        (folder + name + ".svg", render(.svg, theme: .light)),
        (folder + name + "~dark.svg", render(.svg, theme: .dark)),
      ]
    case (.beside(let folder, let link), .svg):
      [(folder + link + name + ".svg", render(.svg, theme: theme))]
    case (.beside(let folder, let link), .picture):
      [
        (folder + link + name + ".svg", render(.svg, theme: .light)),
        (folder + link + name + "-dark.svg", render(.svg, theme: .dark)),
      ]
    default: []
    }
  }

  // MARK: Escaping

  /// Text that Markdown takes as it is.
  private static func escaped(_ text: String) -> String {
    shown(text).reduce(into: "") { result, character in
      if "\\`*_[]<>&!".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  private static func attribute(_ text: String) -> String {
    shown(text).reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }

  /// A path as a link: everything but plain characters as its bytes.
  private static func link(_ path: String) -> String {
    path.utf8.reduce(into: "") { result, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-_./~".contains(character) {
        result.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}
