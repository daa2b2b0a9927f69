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
  /// A stream or an operator of the diagram.
  public enum Block: Hashable, Sendable {
    /// A line of marbles.
    case stream(Stream)
    /// An operator, between the streams that it takes and its result.
    case operation(Operation)
  }

  /// One line of marbles with its settings.
  public struct Stream: Hashable, Sendable {
    /// The character of this stream in other streams; `nil` for a stream that is drawn itself.
    public var name: Character?
    /// The text before the stream; `nil` if it has none.
    public var title: String?
    /// The number of frames before the stream begins: the spaces before its marbles.
    public var offset: Int
    /// The marbles, in the order of time.
    public var events: [Event]
    /// The number of frames of the marbles, including the offset.
    public var length: Int
    /// Its place in the file.
    public var place: Place
  }

  /// A marble of a stream.
  public struct Event: Hashable, Sendable {
    /// The frame since the start of the diagram for a drawn stream, since its own start for a named
    /// one.
    public var frame: Int
    /// The event itself.
    public var mark: Mark
    /// Whether it is drawn pale.
    public var isGhost: Bool
    /// Its place in the file.
    public var place: Place
  }

  /// The kinds of marbles.
  public enum Mark: Hashable, Sendable {
    /// A value with its text.
    case value(Character, label: String)
    /// A value that is a stream.
    case inner(Character)
    /// The completion.
    case finished
    /// The failure.
    case failed
  }

  /// An operator between streams.
  public struct Operation: Hashable, Sendable {
    /// The text of the operator.
    public var title: String
    /// Its place in the file.
    public var place: Place
  }

  /// A range of characters of one line; lines and columns are counted from 1.
  public struct Place: Hashable, Sendable {
    /// The line.
    public var line: Int
    /// The characters of the line.
    public var columns: Range<Int>

    /// Creates a place.
    public init(line: Int, columns: Range<Int>) {
      self.line = line
      self.columns = columns
    }
  }

  /// The drawn streams and operators, from top to bottom.
  public var blocks: [Block]
  /// The named streams. None contains itself, directly or indirectly.
  public var inner: [Character: Stream]
  /// All errors and warnings, in the order of the file.
  public var problems: [Problem]

  /// The problems that make the file invalid.
  public var errors: [Problem] { problems.filter(\.isError) }
}

extension SwirlyFile {
  /// An error or a warning about a swirly file; `message` is its text.
  public struct Problem: Error, Hashable, Sendable {
    /// The kinds of problems.
    public enum Kind: Hashable, Sendable {
      /// A problem of the marbles of a stream.
      case marbles(MarbleString.Problem.Kind)
      /// A style, which has no effect here.
      case ignoredStyle(String)
      /// A setting that is not known.
      case unknownSetting(String)
      /// A line that should be a setting, and is none.
      case notASetting(String)
      /// The value of a character that the stream does not have.
      case valueOfNothing(String)
      /// A setting that is given twice.
      case secondSetting(String)
      /// A name of a stream with more or less than one character.
      case nameNotOneCharacter(String)
      /// A name that two streams have.
      case nameTaken(Character)
      /// A space in front of the marbles of a named stream.
      case spaceInNamedStream(Character)
      /// A stream that contains itself.
      case streamInsideItself(Character)
      /// More inner streams than the limit.
      case tooManyInnerStreams(limit: Int)
      /// A ghost of a character that the stream does not have.
      case ghostOfNothing(String)
      /// The label of a character that the stream does not have.
      case labelOfNothing(String)
      /// An operator without a text.
      case emptyOperator
      /// Settings below an operator.
      case settingsOfOperator
      /// A file without a stream.
      case noStream
      /// A line that belongs to nothing.
      case extraLine(String)
      /// A block that is not supported.
      case unsupportedBlock(String)
      /// The grid mode, which is not supported.
      case gridMode
    }

    /// The kind of problem, with its details.
    public var kind: Kind
    /// Whether the file is invalid because of it.
    public var isError: Bool
    /// Its place in the file.
    public var place: Place
  }
}
