/// One SVG file: no script, no outside reference, nothing that only browsers support.
public struct SVGFormat: Sendable {
  /// A picture of this width is readable in a page whose column has 830 px.
  public static let defaultWidth = 980

  /// The colors.
  public var theme: SVGTheme
  /// The maximum width in px; the rest of the run is drawn in a panel below.
  public var width: Int

  /// Plays the run in time, at this speed; 1 is the usual one. `nil` draws a still picture.
  public var speed: Double?

  /// Creates a format with the given options.
  public init(
    theme: SVGTheme = .auto, width: Int = Self.defaultWidth, speed: Double? = nil
  ) {
    self.theme = theme
    self.width = width
    self.speed = speed
  }

  /// The diagram as an SVG picture.
  public func render(_ diagram: Diagram) -> String {
    var picture = SVGPicture(diagram, theme: theme, limit: Double(max(480, width)))
    if let speed { picture.purpose = .animation(speed: speed) }
    return picture.draw()
  }

  /// The picture of a page whose reader can change the colors, with the number of each mark and
  /// strip as an attribute.
  func page(_ diagram: Diagram, startingWith theme: SVGTheme) -> String {
    var picture = SVGPicture(diagram, theme: .auto, limit: Double(max(480, width)))
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
      SVGFormat(
        theme: options.theme, width: options.width ?? SVGFormat.defaultWidth, speed: options.speed
      ).render(diagram)
    })
}
