import MarblesCombine

/// The elements of something that is gone through: each of them is a step, and there are no more
/// when the budget is used up.
struct CountedElements: Sequence, IteratorProtocol {
  private var elements: AnySequence<ScriptValue>.Iterator
  private let span: SourceRange
  private unowned let run: Run

  init(_ elements: AnySequence<ScriptValue>, at span: SourceRange, in run: Run) {
    self.elements = elements.makeIterator()
    self.span = span
    self.run = run
  }

  mutating func next() -> ScriptValue? {
    do throws(ScriptError) {
      try run.work(at: span)
    } catch {
      return nil
    }
    return elements.next()
  }
}

extension Run {
  /// What a method that goes through elements gives; nothing if it had to be ended.
  func counting<Result>(
    _ elements: AnySequence<ScriptValue>, at span: SourceRange,
    _ body: (AnySequence<ScriptValue>) throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    try looping(at: span) { () throws(ScriptError) in
      let counted = CountedElements(elements, at: span, in: self)
      let result = try body(AnySequence { counted })
      try work(0, at: span)
      return result
    }
  }
}
