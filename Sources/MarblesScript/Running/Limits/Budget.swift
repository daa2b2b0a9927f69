import Marbles
import MarblesCombine

/// What a run may use up. Everything that a script can repeat takes steps of one budget: what its
/// expressions compute, and each subscription and value of its streams.
struct Budget {
  static let largestWork = 2_000_000
  /// What a subscription counts as: it makes the links of a whole chain.
  static let stepsOfSubscription = 10
  static let mostEvents = 300_000
  static let mostLanes = 20_000
  static let longestPipeline = 1_000
  /// How many calls, or sends, may be inside one another.
  static let deepestCalls = 500
  /// How many expressions and deliveries may be inside one another, all together.
  static let deepestNesting = 10_000

  /// How many steps the run may take.
  let limit: Int
  /// How much has been computed and delivered.
  var steps = 0
  /// How many expressions and deliveries are inside one another now.
  var nesting = 0
  /// What all this is inside of: the outermost loop, source or subscription.
  fileprivate var outermost: SourceRange?
  /// The outermost loop since the last delivery.
  fileprivate var loop: SourceRange?
  /// The steps at the last subscription or delivery.
  fileprivate var stepsAtDelivery = 0
  fileprivate var stepsAtLook = 0

  init(limit: Int = largestWork) { self.limit = limit }

  var isExhausted: Bool { steps > limit }
}

extension RunError {
  static let tooMuchWork = RunError(
    "the script computes without coming to an end",
    hint: "two million steps were taken by then")
  static let tooManyDeliveries = RunError(
    "this delivers without coming to an end",
    hint: "two million steps were taken by then; end it earlier, with .prefix(10) for example")
  static let tooManySubscriptions = RunError(
    "this subscribes without coming to an end",
    hint: "two million steps were taken by then; subscribe less often")
  static let tooDeep = RunError("this calls itself without coming to an end")
  static let tooDeeplyNested = RunError(
    "this leads back to itself without coming to an end",
    hint: "\(Budget.deepestNesting) deliveries and computations are inside one another by then")
  static let tooManyEvents = RunError(
    "more than \(Budget.mostEvents) events happen",
    hint: "end earlier: with 'until 40', or .prefix(10)")
  static let tooLongPipeline = RunError(
    "this pipeline has more than \(Budget.longestPipeline) operators",
    hint: "is an operator applied again and again?")
  static let tooManyLanes = RunError(
    "this makes more than \(Budget.mostLanes) lanes", hint: "nobody could look at them all")
}

extension Run {
  /// Takes steps of computation.
  func work(_ steps: Int = 1, at span: SourceRange) throws(ScriptError) {
    if isFinished ? budget.isExhausted : recorder.isStopped {
      throw ScriptError.stopped
    }
    budget.steps += steps
    if budget.isExhausted {
      let isOwn = budget.steps - budget.stepsAtDelivery > budget.limit / 2
      guard !isOwn, let outermost = budget.outermost else {
        throw mistake(.tooMuchWork, at: budget.loop ?? span)
      }
      throw mistake(.tooManyDeliveries, at: outermost)
    }
  }

  /// Runs `body` one call deeper.
  func deeper<Result>(
    at span: SourceRange, _ body: () throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    guard depth < Budget.deepestCalls else { throw mistake(.tooDeep, at: span) }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// Runs `body` one expression deeper.
  func nested<Result>(
    at span: SourceRange, _ body: () throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    guard budget.nesting < Budget.deepestNesting else { throw mistake(.tooDeep, at: span) }
    budget.nesting += 1
    defer { budget.nesting -= 1 }
    return try body()
  }

  /// Runs a loop, which is to blame if it does not end.
  func looping<Result>(
    at span: SourceRange, _ body: () throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    let (outermost, loop) = (budget.outermost, budget.loop)
    budget.outermost = outermost ?? span
    budget.loop = loop ?? span
    defer { (budget.outermost, budget.loop) = (outermost, loop) }
    return try body()
  }

  /// Runs a subscription or delivery of the stream at `span`, which is to blame if it does not end
  /// and is part of nothing larger.
  func streaming<Result>(at span: SourceRange, _ body: () -> Result) -> Result {
    let (outermost, loop) = (budget.outermost, budget.loop)
    budget.outermost = outermost ?? span
    budget.loop = nil
    budget.nesting += 1
    defer {
      budget.nesting -= 1
      (budget.outermost, budget.loop) = (outermost, loop)
    }
    return body()
  }

  // MARK: Streams

  /// Whether a stream may be subscribed once more.
  func maySubscribe(at span: SourceRange) -> Bool {
    may(.tooManySubscriptions, steps: Budget.stepsOfSubscription, at: span)
  }

  /// Whether a stream may deliver one more value.
  func mayDeliver(_ value: ScriptValue, at span: SourceRange) -> Bool {
    var steps = 1
    switch value {
    case .string, .array, .tuple, .member:
      let size = ValueSize(value)
      steps += size.parts / 2
      if size.isTooLarge { return refuse(.tooLarge, at: span) }
      if size.isTooDeep { return refuse(.tooNested, at: span) }
    default: break
    }
    return may(.tooManyDeliveries, steps: steps, at: span)
  }

  private func may(_ message: RunError, steps: Int, at span: SourceRange) -> Bool {
    guard !recorder.isStopped else { return false }
    let place = budget.outermost ?? span
    budget.steps += steps
    budget.stepsAtDelivery = budget.steps
    if budget.isExhausted { return refuse(message, at: place) }
    if budget.nesting >= Budget.deepestNesting { return refuse(.tooDeeplyNested, at: place) }
    if budget.steps - budget.stepsAtLook > 256 {
      budget.stepsAtLook = budget.steps
      if recorder.count > Budget.mostEvents { return refuse(.tooManyEvents, at: place) }
      if recorder.laneCount > Budget.mostLanes { return refuse(.tooManyLanes, at: place) }
    }
    return true
  }

  private func refuse(_ message: RunError, at span: SourceRange) -> Bool {
    if !recorder.isStopped { _ = mistake(message, at: span) }
    return false
  }
}
