import Marbles
import MarblesCombine

/// The arguments of one call, in the order of the signature's parameters; omitted arguments are
/// `nil`. If the operator is a stage, its publishers are recorded already.
package struct Arguments {
  package var values: [ScriptValue?]
  /// The surroundings of the call.
  package var context: BuildContext

  package init(_ values: [ScriptValue?], context: BuildContext) {
    self.values = values
    self.context = context
  }

  package subscript(_ index: Int) -> ScriptValue? { index < values.count ? values[index] : nil }

  package func int(_ index: Int) -> Int? {
    switch self[index] {
    case .int(let number): number
    case .member("max", let details) where details.isEmpty: .max
    default: nil
    }
  }

  package func bool(_ index: Int) -> Bool? {
    if case .bool(let flag) = self[index] { flag } else { nil }
  }

  package func string(_ index: Int) -> String? {
    if case .string(let text) = self[index] { text } else { nil }
  }

  /// A duration, or a number of frames.
  package func duration(_ index: Int) -> VirtualDuration? {
    switch self[index] {
    case .int(let frames): context.scheduler.frame * Int64(frames)
    case .double(let frames):
      .seconds(frames * Double(context.scheduler.frame.nanoseconds) / 1_000_000_000)
    case let value: value?.duration
    }
  }

  package func demand(_ index: Int) -> Subscribers.Demand? {
    switch self[index] {
    case .member("unlimited", _): .unlimited
    case .member("none", _): Subscribers.Demand.none
    case .member("max", let n): n.first?.integer.flatMap { $0 >= 0 ? .max($0) : nil }
    case .int(let n) where n >= 0: .max(n)
    default: nil
    }
  }

  package func closure(_ index: Int) -> ScriptFunction? {
    if case .closure(let closure) = self[index] { closure } else { nil }
  }

  package func publisher(_ index: Int) -> AnyPublisher<ScriptValue, ScriptError>? {
    self[index]?.publisher
  }

  /// The name of an implicit member: "keepFull" of `.keepFull`.
  package func choice(_ index: Int) -> String? {
    if case .member(let name, _) = self[index] { name } else { nil }
  }

  package func range(_ index: Int) -> ClosedRange<Int>? {
    if case .range(let lower, let upper) = self[index], lower <= upper {
      lower...upper
    } else {
      nil
    }
  }

  /// The publishers from `index` on.
  package func publishers(from index: Int) -> [AnyPublisher<ScriptValue, ScriptError>] {
    values.dropFirst(index).compactMap { $0?.publisher }
  }

  /// The virtual scheduler of an argument; that of the run if the argument is omitted.
  package func scheduler(_ index: Int) -> ScriptScheduler {
    if case .object(let object) = self[index], let scheduler = object as? ScriptScheduler {
      scheduler
    } else {
      ScriptScheduler(context.scheduler)
    }
  }
}

/// The parts of a run that an operator uses.
package struct BuildContext {
  package let scheduler: TestScheduler
  /// The stage of the operator, if it is one.
  package let stage: RecordedStage?
  /// Whether the operator is in the chain of a sink, which is evaluated at each subscription.
  package let isPartOfEnd: Bool

  package init(
    scheduler: TestScheduler, stage: RecordedStage? = nil, isPartOfEnd: Bool = false
  ) {
    self.scheduler = scheduler
    self.stage = stage
    self.isPartOfEnd = isPartOfEnd
  }
}

extension Arguments {
  /// The required closure at an index.
  package func function(_ index: Int) throws(ScriptError) -> ScriptFunction {
    guard let closure = closure(index) else {
      throw ScriptError("argument \(index + 1) is missing")
    }
    return closure
  }

  /// The required number at an index, which must not be negative.
  package func natural(_ index: Int) throws(ScriptError) -> Int {
    guard let number = int(index) else { throw ScriptError("argument \(index + 1) is missing") }
    guard number >= 0 else { throw ScriptError("\(number) is negative; it must be 0 or more") }
    return number
  }
}

extension Arguments {
  /// The required duration at an index, which must not be negative.
  package func time(_ index: Int) throws(ScriptError) -> VirtualDuration {
    guard let duration = duration(index) else {
      throw ScriptError("argument \(index + 1) is missing")
    }
    guard duration >= .zero else {
      throw ScriptError("\(duration.text) is negative; it must be 0 or more")
    }
    return duration
  }

  /// The demand at an index, or the default if it is omitted.
  package func demand(_ index: Int, default: Subscribers.Demand) throws(ScriptError)
    -> Subscribers.Demand
  {
    guard let value = self[index] else { return `default` }
    guard let demand = demand(index) else {
      throw ScriptError("\(value.literal) is no demand; write .max(3) or .unlimited")
    }
    return demand
  }

  /// The required publisher at an index.
  package func stream(_ index: Int) throws(ScriptError) -> AnyPublisher<ScriptValue, ScriptError> {
    guard let publisher = publisher(index) else {
      throw ScriptError("argument \(index + 1) is missing")
    }
    return publisher
  }

  /// The result of `zip` and `combineLatest`: tuples, or the results of a closure at the end.
  func joined(_ tuples: AnyPublisher<[ScriptValue], ScriptError>) -> ScriptStream {
    guard case .closure(let transform) = values.last ?? nil else {
      return tuples.map { ScriptValue.tuple($0) }.scripted
    }
    return tuples.tryMap { try transform.call($0) }.scripted
  }
}
