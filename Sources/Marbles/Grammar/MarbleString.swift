/// A marble string: events in virtual time, with one character per frame.
///
///     let string = MarbleString("a 9ms (bc)-|")
///     string.notifications().value   // a at 0, b and c at 10, the end at 15
///
/// By default the text has the meaning of RxJS 9's TestScheduler in run mode, by grapheme cluster:
/// a flag, a family emoji or a decomposed é is one marble. `dialect` selects other notations.
///
/// A text can be read in three ways: as the notifications of an observable, as a subscription, and
/// as a row of a script. Each reading reports all its problems at once.
public struct MarbleString: Hashable, Sendable {
  /// The notations of marble strings.
  public enum Dialect: String, CaseIterable, Hashable, Codable, Sendable {
    /// RxJS 9 in run mode: spaces take no time, `10ms` between spaces is a duration.
    case rxjs
    /// RxJS before run mode, and swirly: a space is a frame, and there are no durations.
    case rxjs6
    /// RxPY: a run of characters is one value, `(a,b)` is simultaneous, spaces are ignored.
    case rxpy
    /// The validation diagrams of swift-async-algorithms: `'…'`, `[…]`, `^` fails, `;` cancels.
    case asyncAlgorithms = "asyncalgorithms"
  }

  /// An event of a marble string.
  public enum Mark: Hashable, Sendable {
    /// A value as written.
    case value(String)
    /// `|`: the completion.
    case finished
    /// `#`: the failure.
    case failed
    /// `^` in a subscription string or a row.
    case subscribe
    /// `!` in a subscription string or a row; `;` in an async-algorithms diagram.
    case cancel
    /// `+3` in a row; `nil` is `+inf`.
    case request(Int?)
    /// `,` in an async-algorithms diagram: the consumer delays its next request.
    case delayNext
  }

  /// A mark with its time and its place in the text.
  public struct Event: Hashable, Sendable {
    /// The frame; negative before frame 0 of a hot string. After a duration that is not a whole
    /// number of frames, the frame that has begun.
    public var frame: Int
    /// The exact time: `frame` times the length of a frame, plus the fraction of a duration.
    public var time: VirtualTime
    /// The event itself.
    public var mark: Mark
    /// The offsets of its characters in the text.
    public var range: Range<Int>

    /// Creates an event.
    public init(frame: Int, time: VirtualTime, mark: Mark, range: Range<Int>) {
      self.frame = frame
      self.time = time
      self.mark = mark
      self.range = range
    }
  }

  /// The begin and the end of a subscription.
  public struct Subscription: Hashable, Sendable {
    /// `nil` if there is no subscription.
    public var subscribed: Event?
    /// `nil` if it is not cancelled.
    public var unsubscribed: Event?
  }

  /// The result of a reading, and all its problems.
  public struct Reading<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The best possible result, even if there are errors.
    public var value: Value
    /// The problems in the order of the text.
    public var problems: [Problem]

    /// The problems that make the string invalid.
    public var errors: [Problem] { problems.filter(\.isError) }
    /// The problems that do not make it invalid.
    public var warnings: [Problem] { problems.filter { !$0.isError } }

    /// The value.
    ///
    /// - Throws: the problems, if there is an error or, with `strict`, a warning.
    public func get(strict: Bool = false) throws(ParseError) -> Value {
      let fatal = strict ? problems : errors
      guard fatal.isEmpty else { throw ParseError(problems: fatal) }
      return value
    }
  }

  /// The error of an invalid string: its problems, at least one.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, in the order of the text.
    public let problems: [Problem]
    public var description: String { problems.map(\.description).joined(separator: "\n") }
  }

  /// The string.
  public let text: String
  /// The notation in which it is written.
  public let dialect: Dialect
  /// The length of a frame, at least one nanosecond.
  public let frameLength: VirtualDuration
  /// The number of frames per character: 1, except in old RxJS strings with ten units per frame.
  public let framesPerCharacter: Int

  /// Creates a marble string, without reading it.
  public init(
    _ text: String, dialect: Dialect = .rxjs, frameLength: VirtualDuration = .frame,
    framesPerCharacter: Int = 1
  ) {
    self.text = text
    self.dialect = dialect
    self.frameLength = max(frameLength, .nanoseconds(1))
    self.framesPerCharacter = max(framesPerCharacter, 1)
  }

  /// The notifications of an observable.
  ///
  /// A hot string can contain one `^`: it is frame 0, and earlier marks have negative frames. In a
  /// cold string `^` is an error.
  ///
  /// - Complexity: O(n) in the number of characters, like all readings.
  public func notifications(hot: Bool = false) -> Reading<[Event]> {
    switch dialect {
    case .rxjs, .rxjs6: RxJSReader.read(self, as: hot ? .hot : .cold)
    case .rxpy: RxPYReader.read(self)
    case .asyncAlgorithms: AsyncAlgorithmsReader.read(self)
    }
  }

  /// The times of a subscription: `^` subscribes, `!` unsubscribes and takes no time, like in RxJS.
  ///
  /// In dialects without subscription strings, the string is read as one of RxJS.
  public func subscription() -> Reading<Subscription> { SubscriptionReader.read(self) }

  /// The marks of a row of a script, in order.
  ///
  /// A mark takes one frame per character. In the RxJS dialects `^` and `!` are marks, and with
  /// `requests` also `+3` and `+inf`; otherwise `+` is a value.
  public func row(requests: Bool) -> Reading<[Event]> {
    switch dialect {
    case .rxjs, .rxjs6: RxJSReader.read(self, as: .row(requests: requests))
    case .rxpy: RxPYReader.read(self)
    case .asyncAlgorithms: AsyncAlgorithmsReader.read(self)
    }
  }
}
