import MarblesCombine

/// The kind of a value: of an expression as far as it is known before the run, of a value during
/// the run.
enum ValueKind: Hashable, Sendable {
  /// Known only during the run: parameters of closures, elements of arrays.
  case unknown
  case void, null, bool, int, double, string, array, dictionary, tuple, range, duration
  /// An implicit member such as `.unlimited`.
  case member(String)
  /// A closure with the number of parameters that it declares or uses.
  case closure(Int?)
  case stream
  case connectable
  case subject
  case relay
  /// A sink, a binding, a driver's subscriber.
  case sink
  case cache
  case scheduler
  /// A subscription, a connection, a disposable.
  case cancellable
  case task
  /// The parameter of the closure of `withTaskGroup`.
  case taskGroup
  /// A set of cancellables.
  case bag
  /// The parameter of the closure of `Observable.create`.
  case observer

  /// Plain values, which have no identity.
  static let values: Set<ValueKind> = [
    .void, .null, .bool, .int, .double, .string, .array, .dictionary, .tuple, .range, .duration,
    anyMember,
  ]
  static let sequences: Set<ValueKind> = [.string, .array, .dictionary, .range]
  static let streams: Set<ValueKind> = [.stream, .connectable, .subject, .relay]

  /// All implicit members, in tables.
  static let anyMember = ValueKind.member("")
  /// All closures, in tables.
  static let anyClosure = ValueKind.closure(nil)

  /// The kind as it is written in tables: without the name of a member and the count of a closure.
  var general: ValueKind {
    switch self {
    case .member: .anyMember
    case .closure: .anyClosure
    default: self
    }
  }

  /// The names of the types that an extension of such a value can have.
  var typeNames: [String] {
    switch self {
    case .bool: ["Bool"]
    case .int: ["Int"]
    case .double: ["Double", "CGFloat", "TimeInterval"]
    case .string: ["String", "StringProtocol"]
    case .array: ["Array", "Set", "Collection", "Sequence"]
    case .dictionary: ["Dictionary", "Collection", "Sequence"]
    case .null: ["Optional"]
    case .stream, .connectable, .subject, .relay:
      [
        "Publisher", "ObservableType", "Observable", "SharedSequenceConvertibleType",
        "SharedSequence",
      ]
    default: []
    }
  }

  /// The kind of the values of a type of the language that a script can extend; `unknown` if they
  /// can be of several kinds.
  static func ofExtended(_ type: String) -> ValueKind {
    let kinds: [ValueKind] = [.bool, .int, .double, .string, .array, .dictionary, .stream]
    return kinds.first { $0.typeNames.contains(type) } ?? .unknown
  }

  var isStream: Bool { Self.streams.contains(self) }
  var isPlainValue: Bool { Self.values.contains(general) }

  /// "a string", for diagnostics.
  var phrase: String {
    switch self {
    case .unknown: "a value"
    case .void: "nothing"
    case .null: "nil"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .tuple: "a tuple"
    case .dictionary: "a dictionary"
    case .range: "a range"
    case .duration: "a duration"
    case .member(let name): ".\(name)"
    case .closure: "a closure"
    case .stream: "a publisher"
    case .connectable: "a connectable publisher"
    case .subject: "a subject"
    case .relay: "a relay"
    case .sink: "a sink"
    case .cache: "a response cache"
    case .scheduler: "a scheduler"
    case .cancellable: "a cancellable"
    case .task: "a task"
    case .taskGroup: "a task group"
    case .bag: "a bag"
    case .observer: "an observer"
    }
  }

  /// The fit of a value of this kind and a parameter of a type.
  func fit(_ type: ArgumentType) -> Fit {
    if self == .unknown { return .maybe }
    switch (type, self) {
    case (.any, _), (.int, .int), (.bool, .bool), (.string, .string), (.range, .range): return .yes
    case (.duration, .duration), (.duration, .int), (.duration, .double), (.demand, .int):
      return .yes
    case (.duration, .member(let name)): return ArgumentType.unitsOfTime.contains(name) ? .yes : .no
    // The largest integer.
    case (.int, .member("max")): return .yes
    case (.demand, .member(let name)): return ArgumentType.demands.contains(name) ? .yes : .no
    case (.closure(let count), .closure(let arity)):
      // One with more parameters takes the parts of a tuple, if nothing fits better.
      return arity ?? 0 <= count ? .yes : .maybe
    case (.publisherClosure, .closure), (.keyPath, .closure): return .yes
    case (.publisher, .member(let name)):
      return ArgumentType.sources.contains(name) ? .maybe : .no
    case (.publisher, _): return isStream ? .yes : .no
    case (.subject, .subject), (.subject, .relay), (.scheduler, .scheduler): return .yes
    case (.scheduler, .member(let name)):
      return ArgumentType.schedulers.contains(name) ? .yes : .no
    case (.choice(let names), .member(let name)): return names.contains(name) ? .yes : .no
    default: return .no
    }
  }

  enum Fit: Int, Comparable {
    case no, maybe, yes

    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }
}

/// An object of a script whose kind the tables of members know.
protocol KindedObject: ScriptObject {
  var kind: ValueKind { get }
}

extension ScriptScheduler: KindedObject {
  var kind: ValueKind { .scheduler }
}

extension ScriptValue {
  var kind: ValueKind {
    switch self {
    case .void: .void
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .array, .set: .array
    case .tuple: .tuple
    case .dictionary: .dictionary
    case .range: .range
    case .duration: .duration
    case .member(let name, _): .member(name)
    case .closure(let function): .closure(function.arity)
    case .stream(let stream): stream.connect == nil ? .stream : .connectable
    case .object(let object): (object as? any KindedObject)?.kind ?? .unknown
    }
  }
}
