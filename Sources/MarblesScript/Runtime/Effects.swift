import Marbles

/// The origin of what happens to streams from outside: a row, a block or a thread, and the sends
/// that run inside one another.
///
/// Its state has dynamic scope, because a subject is called from the middle of deliveries.
final class Effects {
  private let recorder: Recorder
  private let diagnostics: RunDiagnostics
  private var threadLane: RecordedLane?
  /// The row's event or the call that runs now.
  private(set) var place = SourceRange(0, 0)
  private var depth = 0
  /// Whether a closure of an operator or a source runs.
  private var isInOperator = false
  /// The lanes and subjects through which the sends go.
  private var path: [String] = []

  init(_ recorder: Recorder, _ diagnostics: RunDiagnostics) {
    self.recorder = recorder
    self.diagnostics = diagnostics
  }

  /// The lane of the delivery that runs now, else that of the thread; `nil` outside of both.
  var currentLane: RecordedLane? { recorder.currentLane ?? threadLane }

  /// The lane that sends what the script sends now: that of the subscriber whose closure runs, or
  /// that of the thread. A closure of an operator belongs to no lane: what it sends is on the lane
  /// of the subject.
  var sendingLane: RecordedLane? { isInOperator ? nil : currentLane }

  /// A closure that an operator or a source calls; other values stay as they are.
  func ofOperator(_ value: ScriptValue) -> ScriptValue {
    guard case .closure(let function) = value else { return value }
    return .closure(
      function.around { [unowned self] (arguments) throws(ScriptError) in
        try self.call(inOperator: true) { () throws(ScriptError) in try function.call(arguments) }
      })
  }

  /// Calls a closure of a subscriber, or of an operator.
  func call<Result>(
    inOperator: Bool, _ body: () throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    let outer = isInOperator
    isInOperator = inOperator
    defer { isInOperator = outer }
    return try body()
  }

  /// Runs something from outside: without a cause, on no lane or on the lane of a thread.
  func root(on lane: RecordedLane? = nil, at span: SourceRange, _ body: () -> Void) {
    guard !recorder.isStopped else { return }
    let outer = (threadLane, place, isInOperator)
    (threadLane, place, isInOperator) = (lane, span, false)
    defer { (threadLane, place, isInOperator) = outer }
    recorder.withCause(-1, body)
  }

  /// Runs a call of the script that is at `span`.
  func call<Result>(
    at span: SourceRange, _ body: () throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    let outer = place
    place = span
    defer { place = outer }
    return try body()
  }

  /// Runs a send into a subject. Sends without end inside one another are an error.
  func send(to subject: String, _ body: () -> Void) {
    let before = path.count
    if let lane = recorder.currentLane?.name, lane != subject { path.append(lane) }
    path.append(subject)
    defer { path.removeLast(path.count - before) }
    guard depth < Budget.deepestCalls else {
      _ = diagnostics.error(.endlessSends(depth, loop: loop), at: place)
      return
    }
    depth += 1
    defer { depth -= 1 }
    body()
  }

  /// The shortest part of the path that repeats: `a → sink → a`.
  private var loop: String {
    let path = Array(path.suffix(24))
    let period =
      (1..<max(path.count / 2, 2)).first { period in
        path.indices.dropFirst(period).allSatisfy { path[$0] == path[$0 - period] }
      } ?? path.count - 1
    return path.suffix(period + 1).joined(separator: " → ")
  }
}
