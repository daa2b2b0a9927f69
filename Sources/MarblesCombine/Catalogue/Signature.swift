import Marbles

/// What an operator takes: its parameters in order.
package struct Signature: Hashable, Sendable {
  package var parameters: [Parameter]

  package init(_ parameters: Parameter...) { self.parameters = parameters }

  package struct Parameter: Hashable, Sendable {
    /// The label, `nil` if there is none.
    package var label: String?
    package var type: ArgumentType
    /// Whether it may be left out.
    package var isOptional: Bool
    /// Whether it may come again and again (`merge(a, b, c)`).
    package var isVariadic: Bool

    package static func required(_ label: String? = nil, _ type: ArgumentType) -> Parameter {
      Parameter(label: label, type: type, isOptional: false, isVariadic: false)
    }

    package static func optional(_ label: String? = nil, _ type: ArgumentType) -> Parameter {
      Parameter(label: label, type: type, isOptional: true, isVariadic: false)
    }

    package static func variadic(_ type: ArgumentType) -> Parameter {
      Parameter(label: nil, type: type, isOptional: false, isVariadic: true)
    }
  }
}

/// The kinds of arguments, as the checker tells them apart before anything runs.
package enum ArgumentType: Hashable, Sendable {
  case any
  case int
  case bool
  case string
  case duration
  /// `.max(3)`, `.unlimited`, `.none`.
  case demand
  /// A closure that takes so many values; it gives a value.
  case closure(Int)
  /// A closure that takes so many values; it gives a publisher.
  case publisherClosure(Int)
  case publisher
  case subject
  /// `RunLoop.main`, `DispatchQueue.main`, `Queue(every: 3)`: all of them virtual time.
  case scheduler
  /// An implicit member of these names: `.keepFull`, `.dropOldest`, `.whileConnected`.
  case choice([String])
  case keyPath
  case range
}

/// The arguments of one call, in the order of the signature's parameters; what was left out is
/// `nil`. Publishers among them are probed already if the operator is a stage of the picture.
package struct Arguments {
  package var values: [ScriptValue?]
  /// What variadic arguments follow from the last parameter on.
  package var context: BuildContext

  package init(_ values: [ScriptValue?], context: BuildContext) {
    self.values = values
    self.context = context
  }

  package subscript(_ index: Int) -> ScriptValue? { index < values.count ? values[index] : nil }

  package func int(_ index: Int) -> Int? {
    if case .int(let number) = self[index] { number } else { nil }
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
    case .duration(let duration): duration
    case .int(let frames): context.scheduler.frame * Int64(frames)
    case .member("milliseconds", let n): n.first?.integer.map { .milliseconds($0) }
    case .member("microseconds", let n): n.first?.integer.map { .microseconds($0) }
    case .member("nanoseconds", let n): n.first?.integer.map { .nanoseconds($0) }
    case .member("seconds", let n): n.first?.number.map { .seconds($0) }
    case .double(let frames):
      .seconds(frames * Double(context.scheduler.frame.nanoseconds) / 1_000_000_000)
    default: nil
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

  /// The virtual scheduler that a scheduler argument names; the run's own if it was left out.
  package func scheduler(_ index: Int) -> ScriptScheduler {
    if case .object(let object) = self[index], let scheduler = object as? ScriptScheduler {
      scheduler
    } else {
      ScriptScheduler(context.scheduler)
    }
  }
}

extension ScriptValue {
  package var integer: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  package var publisher: AnyPublisher<ScriptValue, ScriptError>? {
    switch self {
    case .stream(let stream): stream.publisher
    case .object(let object): (object as? any StreamObject)?.stream.publisher
    default: nil
    }
  }
}

/// An object that can be used where a publisher is wanted: a subject, a relay.
package protocol StreamObject: ScriptObject {
  var stream: ScriptStream { get }
}

/// What an operator needs of the run in which it is built.
package struct BuildContext {
  package let scheduler: TestScheduler
  /// The stage of the picture that the operator is, if it is one.
  package let stage: RecordedStage?
  /// Whether it stands in the chain of an end, which is made anew for each subscriber.
  package let isPartOfEnd: Bool

  package init(
    scheduler: TestScheduler, stage: RecordedStage? = nil, isPartOfEnd: Bool = false
  ) {
    self.scheduler = scheduler
    self.stage = stage
    self.isPartOfEnd = isPartOfEnd
  }
}
