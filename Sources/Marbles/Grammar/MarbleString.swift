/// A string of marbles: who emits what, when, with one character a frame of virtual time.
///
///     let string = MarbleString("a 9ms (bc)-|")
///     string.notifications().value   // a at 0, b and c at 10, the end at 15
///
/// By default it is read as RxJS 9's TestScheduler reads it in run mode, by grapheme cluster: a
/// flag, a family emoji or a decomposed é is one marble. `dialect` reads other people's strings.
///
/// The same text can be read in three ways: as the notifications of an observable, as the life of a
/// subscription, and as a row of a script. Every reading reports all its problems at once.
public struct MarbleString: Hashable, Sendable {
  /// Whose rules a string follows.
  public enum Dialect: String, CaseIterable, Hashable, Codable, Sendable {
    /// RxJS 9 in run mode: spaces line things up, `10ms` between spaces lets time pass.
    case rxjs
    /// RxJS before run mode: a space is a frame, and there are no durations. Swirly reads so too.
    case rxjs6
    /// RxPY: a run of characters is one value, `(a,b)` happens at once, spaces are dropped.
    case rxpy
    /// swift-async-algorithms' validation diagrams: `'…'`, `[…]`, `^` fails, `;` cancels.
    case asyncAlgorithms = "asyncalgorithms"
  }

  /// What happens at a frame.
  public enum Mark: Hashable, Sendable {
    /// A value, as it is written.
    case value(String)
    case finished
    case failed
    /// `^` in a subscription string or a row.
    case subscribe
    /// `!` in a subscription string or a row; `;` in an async-algorithms diagram.
    case cancel
    /// `+3` in a row; nil is `+inf`.
    case request(Int?)
    /// `,` in an async-algorithms diagram: the consumer holds its next request back.
    case delayNext
  }

  /// A mark, when it happens, and where it is written.
  public struct Event: Hashable, Sendable {
    /// The frame in which it happens. Negative before the zero point of a hot string. If a duration
    /// is no whole number of frames, the frame that has begun.
    public var frame: Int
    /// The exact time: `frame` times the length of a frame, plus what a duration has beyond that.
    public var time: VirtualTime
    public var mark: Mark
    /// The offsets of the mark's characters in the text.
    public var range: Range<Int>

    public init(frame: Int, time: VirtualTime, mark: Mark, range: Range<Int>) {
      self.frame = frame
      self.time = time
      self.mark = mark
      self.range = range
    }
  }

  /// When a subscription begins and ends.
  public struct Subscription: Hashable, Sendable {
    /// nil if there never is a subscription.
    public var subscribed: Event?
    /// nil if it is never cancelled.
    public var unsubscribed: Event?
  }

  /// What a reading gave, and every problem it found.
  public struct Reading<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The best reading of the text, also when there are errors.
    public var value: Value
    /// In the order of the text.
    public var problems: [Problem]

    public var errors: [Problem] { problems.filter(\.isError) }
    public var warnings: [Problem] { problems.filter { !$0.isError } }

    /// The value, unless there is an error, or, if `strict`, a warning.
    public func get(strict: Bool = false) throws(ParseError) -> Value {
      let fatal = strict ? problems : errors
      guard fatal.isEmpty else { throw ParseError(problems: fatal) }
      return value
    }
  }

  /// Why a string cannot be read: at least one problem.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    public let problems: [Problem]
    public var description: String { problems.map(\.description).joined(separator: "\n") }
  }

  public let text: String
  public let dialect: Dialect
  /// How long a frame is; at least a nanosecond.
  public let frameLength: VirtualDuration
  /// How many frames a character takes: 1, except to read old RxJS strings with ten units a frame.
  public let framesPerCharacter: Int

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
  /// A hot string may hold one `^`: it is frame 0, and what stands before it has negative frames. In
  /// a cold one it is an error.
  ///
  /// - Complexity: O(n) in the number of characters, as for all readings.
  public func notifications(hot: Bool = false) -> Reading<[Event]> {
    switch dialect {
    case .rxjs, .rxjs6: RxJSReader.read(self, as: hot ? .hot : .cold)
    case .rxpy: RxPYReader.read(self)
    case .asyncAlgorithms: AsyncAlgorithmsReader.read(self)
    }
  }

  /// The life of a subscription: `^` subscribes, `!` unsubscribes and takes no time, as in RxJS.
  ///
  /// The dialects that have no subscription strings read an RxJS one.
  public func subscription() -> Reading<Subscription> { SubscriptionReader.read(self) }

  /// A row of a script, its marks in the order in which they happen.
  ///
  /// Every mark is as wide as it is written. In the RxJS dialects `^` and `!` are marks, and with
  /// `requests` so are `+3` and `+inf`; without, `+` is a value.
  public func row(requests: Bool) -> Reading<[Event]> {
    switch dialect {
    case .rxjs, .rxjs6: RxJSReader.read(self, as: .row(requests: requests))
    case .rxpy: RxPYReader.read(self)
    case .asyncAlgorithms: AsyncAlgorithmsReader.read(self)
    }
  }
}
