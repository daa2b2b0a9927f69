/// A way to write a recording: its name, its file, and the function that renders it.
///
/// A format is one file and one entry of ``all``. Its output is the same to the byte for the same
/// recording and options.
public struct OutputFormat: Sendable {
  /// The word that selects it, such as `svg` in `--svg`.
  public let name: String
  /// The end of a file name, without the period: "svg".
  public let suffix: String
  /// The result in a sentence: "an SVG picture".
  public let noun: String
  /// The line of the command's help.
  public let help: String
  /// The options that change the output.
  public let options: Set<FormatOption>
  /// The last line of a file of this format that has no other signature.
  public let lastLine: String
  /// Whether the bytes of a file carry the signature of this format.
  public let isOwn: @Sendable (_ bytes: [UInt8]) -> Bool
  /// The data that it writes.
  public let content: Content

  /// The data that a format writes, with the function that turns them into text.
  public enum Content: Sendable {
    /// A layout.
    case diagram(@Sendable (Diagram, FormatOptions) -> String)
    /// A recording, without a layout.
    case recording(@Sendable (Recording) -> String)
  }

  /// Creates a format.
  public init(
    name: String, suffix: String, noun: String, help: String, options: Set<FormatOption>,
    lastLine: String = "", isOwn: @escaping @Sendable (_ bytes: [UInt8]) -> Bool,
    content: Content
  ) {
    self.name = name
    self.suffix = suffix
    self.noun = noun
    self.help = help
    self.options = options
    self.lastLine = lastLine
    self.isOwn = isOwn
    self.content = content
  }

  /// Writes a recording, or its diagram.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - diagram: the layout; created only if the format draws it.
  ///   - options: the options of the format.
  public func render(
    _ recording: Recording, diagram: @autoclosure () -> Diagram, options: FormatOptions
  ) -> String {
    switch content {
    case .diagram(let write): write(diagram(), options)
    case .recording(let write): write(recording)
    }
  }

  /// All formats, in the order of the command's help.
  public static let all: [OutputFormat] = [.ascii, .svg, .mermaid, .graph, .json, .html]
}

extension OutputFormat: Hashable {
  /// Whether both have the same name.
  public static func == (a: Self, b: Self) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// An option that changes the output of a format.
public enum FormatOption: Hashable, Sendable {
  /// The unit of a width.
  public enum Unit: Hashable, Sendable { case columns, pixels }

  /// The maximum width before the picture continues in a panel below.
  case width(Unit)
  /// The colors.
  case theme
  /// Box characters instead of ASCII.
  case boxCharacters
  /// Which lanes, stages and kinds of marks are drawn.
  case content
  /// Which part of the time is drawn.
  case times
  /// The run played in time.
  case animation
}

/// Values of the options; a format reads those that it lists.
public struct FormatOptions: Hashable, Sendable {
  /// Columns or px; the format's own default if `nil`.
  public var width: Int?
  /// The colors.
  public var theme: SVGTheme
  /// Whether text uses box characters instead of ASCII.
  public var usesBoxCharacters: Bool
  /// The speed of an animation; `nil` is a still picture.
  public var speed: Double?

  /// Creates options.
  public init(
    width: Int? = nil, theme: SVGTheme = .auto, usesBoxCharacters: Bool = false,
    speed: Double? = nil
  ) {
    self.width = width
    self.theme = theme
    self.usesBoxCharacters = usesBoxCharacters
    self.speed = speed
  }
}

extension OutputFormat {
  /// The beginning of a file, in which formats look for their signature.
  static func head(of bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(4096), as: UTF8.self)
  }

  /// The entry of recordings in the list of formats.
  public static let json = OutputFormat(
    name: "json", suffix: "json", noun: "a recording",
    help: "write the recording, for marbles and other programs", options: [.times],
    isOwn: { head(of: $0).contains("\"format\": \"marbles recording\"") },
    content: .recording { $0.json() })
}
