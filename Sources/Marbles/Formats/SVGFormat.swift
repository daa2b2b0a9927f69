/// One SVG file: no script, no outside reference, nothing that only browsers understand.
public struct SVGFormat: OutputFormat {
  public var theme: SVGTheme
  /// Where the picture goes on in a panel below, in px.
  public var width: Int

  public var fileExtension: String { "svg" }

  public init(theme: SVGTheme = .auto, width: Int = 1600) {
    self.theme = theme
    self.width = width
  }

  public func render(_ diagram: Diagram) -> String {
    var picture = SVGPicture(diagram, theme: theme, limit: Double(max(480, width)))
    return picture.draw()
  }

  /// The picture of a page whose reader can change the colours, with the number of each mark and
  /// strip as an attribute.
  func page(_ diagram: Diagram, startingWith theme: SVGTheme) -> String {
    var picture = SVGPicture(diagram, theme: .auto, limit: Double(max(480, width)))
    picture.numbersMarks = true
    picture.dark = theme.darkOnPage
    return picture.draw()
  }
}

extension OutputFormat where Self == SVGFormat {
  public static func svg(theme: SVGTheme = .auto, width: Int = 1600) -> SVGFormat {
    SVGFormat(theme: theme, width: width)
  }
}
