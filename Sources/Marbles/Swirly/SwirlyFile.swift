/// A diagram in swirly's own text form, as data: streams that are drawn as they are written, and
/// the operators between them.
///
///     % concatAll
///     x = ----a------b------|
///
///     -x---|
///
///     > concatAll
///
///     -----a------b------|
public struct SwirlyFile: Hashable, Sendable {
  public enum Block: Hashable, Sendable {
    case stream(Stream)
    case operation(Operation)
  }

  /// One line of marbles with its settings.
  public struct Stream: Hashable, Sendable {
    /// The character that stands for this stream in others; nil for a stream drawn on its own.
    public var name: Character?
    public var title: String?
    /// Frames before the stream begins: the spaces in front of its marbles.
    public var offset: Int
    public var events: [Event]
    /// How many frames the marbles take, the offset included.
    public var length: Int
    public var place: Place
  }

  /// A marble of a stream.
  public struct Event: Hashable, Sendable {
    /// Counted from the start of the diagram for a drawn stream, from its own for a named one.
    public var frame: Int
    public var mark: Mark
    public var isGhost: Bool
    public var place: Place
  }

  public enum Mark: Hashable, Sendable {
    /// A marble and the text it is shown with.
    case value(Character, label: String)
    /// A marble that is a stream itself.
    case inner(Character)
    case finished
    case failed
  }

  /// A box with the name of what happens between the streams.
  public struct Operation: Hashable, Sendable {
    public var title: String
    public var place: Place
  }

  /// Characters of one line, lines and columns counted from 1.
  public struct Place: Hashable, Sendable {
    public var line: Int
    public var columns: Range<Int>

    public init(line: Int, columns: Range<Int>) {
      self.line = line
      self.columns = columns
    }
  }

  /// What is drawn, from top to bottom.
  public var blocks: [Block]
  /// The streams that others name. None holds itself, not even through others.
  public var inner: [Character: Stream]
  public var problems: [Problem]

  public var errors: [Problem] { problems.filter(\.isError) }
}

extension SwirlyFile {
  /// Something wrong with a swirly file, as data; `message` has the words.
  public struct Problem: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case marbles(MarbleString.Problem.Kind)
      case ignoredStyle(String)
      case unknownSetting(String)
      case notASetting(String)
      case valueOfNothing(String)
      case secondSetting(String)
      case nameNotOneCharacter(String)
      case nameTaken(Character)
      case spaceInNamedStream(Character)
      case streamInsideItself(Character)
      case tooManyInnerStreams(limit: Int)
      case ghostOfNothing(String)
      case labelOfNothing(String)
      case emptyOperator
      case settingsOfOperator
      case noStream
      case extraLine(String)
      case unsupportedBlock(String)
      case gridMode
    }

    public var kind: Kind
    public var isError: Bool
    public var place: Place
  }
}
