extension SwirlyFile.Problem: CustomStringConvertible {
  /// The error and what to do about it, in lower case and without a full stop.
  public var message: String { wording.message }

  /// The replacement, shown after the caret.
  public var hint: String? { wording.hint }

  public var description: String {
    let severity = isError ? "error" : "warning"
    return "\(place.line):\(place.columns.lowerBound): \(severity): \(message)"
      + (hint.map { "; \($0)" } ?? "")
  }

  private var wording: (message: String, hint: String?) {
    switch kind {
    case .marbles(let kind):
      let problem = MarbleString.Problem(kind, isError: isError, range: 0..<0)
      return (problem.message, problem.hint)
    case .ignoredStyle(let header): return ("'\(header)' is ignored: pictures have one look", nil)
    case .unknownSetting(let key):
      return ("a stream has no setting '\(key)'", "it has 'title', 'ghosts' and 'a := text'")
    case .notASetting(let text):
      return ("'\(text)' is no setting of the stream above it", "put a blank line before a stream")
    case .valueOfNothing(let key):
      return ("'\(key)' has no stream to belong to", "put it directly below one")
    case .secondSetting(let key): return ("'\(key)' is set a second time", "remove this one")
    case .nameNotOneCharacter(let name):
      return ("'\(name)' cannot name a stream", "a name is one character")
    case .nameTaken(let name): return ("a second stream is called '\(name)'", "choose another name")
    case .spaceInNamedStream(let name):
      return ("the stream '\(name)' has a space in it", "write '-' for a frame")
    case .streamInsideItself(let name): return ("the stream '\(name)' contains itself", nil)
    case .tooManyInnerStreams(let limit):
      return ("more than \(limit) inner streams would have to be drawn", nil)
    case .ghostOfNothing(let name): return ("no marble '\(name)' is in this stream", nil)
    case .labelOfNothing(let name): return ("no marble '\(name)' is in this stream", nil)
    case .emptyOperator: return ("the operator has no name", "write '> map'")
    case .settingsOfOperator: return ("an operator has no settings, so this is ignored", nil)
    case .extraLine(let text):
      return ("'\(text)' is not a setting and is ignored", "put a blank line before a stream")
    case .unsupportedBlock(let header):
      return ("the block '\(header)' is not supported and is ignored", nil)
    case .gridMode:
      return ("the grid mode of mdbook-swirly is not supported", "write streams like '--a--b--|'")
    case .noStream: return ("there is no stream to draw", "write one such as '--a--b--|'")
    }
  }
}
