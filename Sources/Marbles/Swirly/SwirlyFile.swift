/// A diagram in the text format of swirly: streams and the operators between them.
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
    /// The character of this stream in other streams; `nil` for a stream that is drawn itself.
    public var name: Character?
    public var title: String?
    /// The number of frames before the stream begins: the spaces before its marbles.
    public var offset: Int
    public var events: [Event]
    /// The number of frames of the marbles, including the offset.
    public var length: Int
    public var place: Place
  }

  /// A marble of a stream.
  public struct Event: Hashable, Sendable {
    /// The frame since the start of the diagram for a drawn stream, since its own start for a named
    /// one.
    public var frame: Int
    public var mark: Mark
    public var isGhost: Bool
    public var place: Place
  }

  public enum Mark: Hashable, Sendable {
    /// A value with its text.
    case value(Character, label: String)
    /// A value that is a stream.
    case inner(Character)
    case finished
    case failed
  }

  /// An operator between streams.
  public struct Operation: Hashable, Sendable {
    public var title: String
    public var place: Place
  }

  /// A range of characters of one line; lines and columns are counted from 1.
  public struct Place: Hashable, Sendable {
    public var line: Int
    public var columns: Range<Int>

    public init(line: Int, columns: Range<Int>) {
      self.line = line
      self.columns = columns
    }
  }

  /// The drawn streams and operators, from top to bottom.
  public var blocks: [Block]
  /// The named streams. None contains itself, directly or indirectly.
  public var inner: [Character: Stream]
  public var problems: [Problem]

  public var errors: [Problem] { problems.filter(\.isError) }
}

extension SwirlyFile {
  /// An error or a warning about a swirly file; `message` is its text.
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
