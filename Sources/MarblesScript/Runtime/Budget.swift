import Marbles

/// The steps that one run may take.
///
/// Everything that a script can repeat takes steps of the budget: each expression, each
/// subscription and each value of its streams.
final class Budget {
  static let largestWork = 2_000_000
  /// The steps of a subscription, which creates the links of a whole chain.
  static let stepsOfSubscription = 10
  static let mostEvents = 300_000
  static let mostLanes = 20_000
  static let longestPipeline = 1_000
  /// The number of calls, or of sends, inside one another.
  static let deepestCalls = 500
  /// The number of expressions and deliveries inside one another, all together.
  static let deepestNesting = 10_000

  let limit: Int
  private(set) var steps = 0
  /// The number of expressions and deliveries inside one another now.
  private var nesting = 0
  private var callDepth = 0
  /// The outermost loop, source or subscription that runs now.
  private var outermost: SourceRange?
  /// The outermost loop since the last delivery.
  private var loop: SourceRange?
  /// The steps at the last subscription or delivery.
  private var stepsAtDelivery = 0
  /// The steps when the size of the recording was checked last.
  private var stepsAtCheck = 0
  private let diagnostics: RunDiagnostics
  private let recorder: Recorder?

  /// - Parameter recorder: the recorder that ends the run when it stops; `nil` once the recording
  ///   is complete and only expectations are evaluated.
  init(limit: Int, diagnostics: RunDiagnostics, recorder: Recorder?) {
    self.limit = limit
    self.diagnostics = diagnostics
    self.recorder = recorder
  }

  private var isExhausted: Bool { steps > limit }
  private var isOver: Bool { recorder.map(\.isStopped) ?? isExhausted }

  // MARK: Code

  /// Takes steps of computation.
  func spend(_ steps: Int = 1, at span: SourceRange) throws(ScriptError) {
    if isOver { throw .stopped }
    self.steps += steps
    if isExhausted {
      let isOwn = self.steps - stepsAtDelivery > limit / 2
      guard !isOwn, let outermost else {
        throw diagnostics.error(.tooMuchWork, at: loop ?? span)
      }
      throw diagnostics.error(.tooManyDeliveries, at: outermost)
    }
  }

  /// Runs `body` one call deeper.
  func call<Result>(
    at span: SourceRange, _ body: () throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    guard callDepth < Self.deepestCalls else { throw diagnostics.error(.tooDeep, at: span) }
    callDepth += 1
    defer { callDepth -= 1 }
    return try body()
  }

  /// Runs `body` one expression deeper.
  func nest<Result>(
    at span: SourceRange, _ body: () throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    guard nesting < Self.deepestNesting else { throw diagnostics.error(.tooDeep, at: span) }
    nesting += 1
    defer { nesting -= 1 }
    return try body()
  }

  /// Runs a loop. If the budget is exhausted inside it, the error is reported at `span`.
  func loop<Result>(
    at span: SourceRange, _ body: () throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    let outer = (outermost, loop)
    (outermost, loop) = (outermost ?? span, loop ?? span)
    defer { (outermost, loop) = outer }
    return try body()
  }

  /// Runs a method that visits `elements`. Each element is a step; when no steps are left there
  /// are no more elements, and the call throws.
  func visit<Result>(
    _ elements: AnySequence<ScriptValue>, at span: SourceRange,
    _ body: (AnySequence<ScriptValue>) throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    try loop(at: span) { () throws(ScriptError) in
      let counted = CountedElements(elements, at: span, budget: self)
      let result = try body(AnySequence { counted })
      try spend(0, at: span)
      return result
    }
  }

  // MARK: Sizes

  /// Returns a new value, unless it is larger than a value of a script may be.
  func checked(_ value: ScriptValue, at span: SourceRange) throws(ScriptError) -> ScriptValue {
    let size = ValueSize(value)
    if size.isTooLarge { throw diagnostics.error(.tooLarge, at: span) }
    if size.isTooDeep { throw diagnostics.error(.tooNested, at: span) }
    try spend(size.parts / 4, at: span)
    return value
  }

  func check(count: Int, at span: SourceRange) throws(ScriptError) {
    if count > ValueSize.largest { throw diagnostics.error(.tooLarge, at: span) }
  }

  /// The value where a type is declared. Its parts take steps.
  func converted(_ value: ScriptValue, by conversion: Conversion?, at span: SourceRange)
    throws(ScriptError) -> ScriptValue
  {
    guard let conversion else { return value }
    if value.hasParts { try spend(ValueSize(value).parts / 4, at: span) }
    return value.converted(by: conversion)
  }

  // MARK: Streams

  /// Runs a subscription or a delivery of the stream at `span`. If the budget is exhausted inside
  /// it, the error is reported there, unless it is part of a larger loop.
  func deliver<Result>(at span: SourceRange, _ body: () -> Result) -> Result {
    let outer = (outermost, loop)
    (outermost, loop) = (outermost ?? span, nil)
    nesting += 1
    defer {
      nesting -= 1
      (outermost, loop) = outer
    }
    return body()
  }

  /// Whether a stream may be subscribed once more.
  func maySubscribe(at span: SourceRange) -> Bool {
    may(.tooManySubscriptions, steps: Self.stepsOfSubscription, at: span)
  }

  /// Whether a stream may deliver one more value.
  func mayDeliver(_ value: ScriptValue, at span: SourceRange) -> Bool {
    var steps = 1
    switch value {
    case .string, .array, .set, .tuple, .dictionary, .member:
      let size = ValueSize(value)
      steps += size.parts / 2
      if size.isTooLarge { return refuse(.tooLarge, at: span) }
      if size.isTooDeep { return refuse(.tooNested, at: span) }
    default: break
    }
    return may(.tooManyDeliveries, steps: steps, at: span)
  }

  private func may(_ error: RunError, steps: Int, at span: SourceRange) -> Bool {
    guard let recorder, !recorder.isStopped else { return false }
    let place = outermost ?? span
    self.steps += steps
    stepsAtDelivery = self.steps
    if isExhausted { return refuse(error, at: place) }
    if nesting >= Self.deepestNesting { return refuse(.tooDeeplyNested, at: place) }
    if self.steps - stepsAtCheck > 256 {
      stepsAtCheck = self.steps
      if recorder.count > Self.mostEvents { return refuse(.tooManyEvents, at: place) }
      if recorder.laneCount > Self.mostLanes { return refuse(.tooManyLanes, at: place) }
    }
    return true
  }

  private func refuse(_ error: RunError, at span: SourceRange) -> Bool {
    if recorder?.isStopped == false { _ = diagnostics.error(error, at: span) }
    return false
  }
}

/// The elements of a value that is visited; each of them is a step of the budget.
private struct CountedElements: Sequence, IteratorProtocol {
  private var elements: AnySequence<ScriptValue>.Iterator
  private let span: SourceRange
  private unowned let budget: Budget

  init(_ elements: AnySequence<ScriptValue>, at span: SourceRange, budget: Budget) {
    self.elements = elements.makeIterator()
    self.span = span
    self.budget = budget
  }

  mutating func next() -> ScriptValue? {
    do throws(ScriptError) { try budget.spend(at: span) } catch { return nil }
    return elements.next()
  }
}
