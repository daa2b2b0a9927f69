/// One SVG file: no script, no outside reference, nothing that only browsers support.
public struct SVGFormat: Sendable {
  /// The width of a page's column: the width of a picture of few instants.
  static let widthOfFewInstants = 830
  /// The smallest text of a picture of this width has 9 px in such a column.
  static let widthOfManyInstants = 960
  private static let fewInstants = 10

  /// The colors.
  public var theme: SVGTheme
  /// The maximum width in px; the rest of the run is drawn in a panel below. `nil` is the width at
  /// which the picture can be read in a page.
  public var width: Int?

  /// Plays the run in time, at this speed; 1 is the usual one. `nil` draws a still picture.
  public var speed: Double?

  /// Creates a format with the given options.
  public init(
    theme: SVGTheme = .auto, width: Int? = nil, speed: Double? = nil
  ) {
    self.theme = theme
    self.width = width
    self.speed = speed
  }

  /// The diagram as an SVG picture.
  public func render(_ diagram: Diagram) -> String {
    var picture = SVGPicture(diagram, theme: theme, limit: limit(for: diagram))
    if let speed { picture.purpose = .animation(speed: speed) }
    return picture.draw()
  }

  private func limit(for diagram: Diagram) -> Double {
    let isShort = diagram.columns.count <= Self.fewInstants
    return Double(max(480, width ?? (isShort ? Self.widthOfFewInstants : Self.widthOfManyInstants)))
  }

  /// The picture of a page whose reader can change the colors, with the number of each mark and
  /// strip as an attribute.
  func page(_ diagram: Diagram, startingWith theme: SVGTheme) -> String {
    var picture = SVGPicture(diagram, theme: .auto, limit: limit(for: diagram))
    picture.purpose = .page
    picture.dark = theme.darkOnPage
    return picture.draw()
  }
}

extension OutputFormat {
  /// The entry of SVG in the list of formats.
  public static let svg = OutputFormat(
    name: "svg", suffix: "svg", noun: "an SVG picture", help: "write an SVG picture",
    options: [.width(.pixels), .theme, .content, .times, .animation],
    isOwn: { bytes in
      let head = head(of: bytes)
      return head.hasPrefix("<svg ") && head.contains("class=\"marbles-")
    },
    content: .diagram { diagram, options in
      SVGFormat(theme: options.theme, width: options.width, speed: options.speed).render(diagram)
    })
}
