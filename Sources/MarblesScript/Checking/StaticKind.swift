/// What a name or an expression will be, as far as that is known before anything runs.
enum StaticKind: Hashable, Sendable {
  /// Known only when it runs: parameters of closures, elements of arrays.
  case unknown
  case void, null, bool, int, double, string, array, tuple, range, duration
  /// An implicit member such as `.unlimited`.
  case member(String)
  /// A closure that declares or uses so many parameters.
  case closure(Int?)
  case stream
  case connectable
  case subject
  case relay
  /// A sink, a binding, a driver's end.
  case end
  case cache
  case scheduler
  /// A bag, a connection, a disposable.
  case cancellable

  var isStream: Bool {
    switch self {
    case .stream, .connectable, .subject, .relay: true
    default: false
    }
  }

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
    case .range: "a range"
    case .duration: "a duration"
    case .member(let name): ".\(name)"
    case .closure: "a closure"
    case .stream: "a publisher"
    case .connectable: "a connectable publisher"
    case .subject: "a subject"
    case .relay: "a relay"
    case .end: "a sink"
    case .cache: "a response cache"
    case .scheduler: "a scheduler"
    case .cancellable: "a cancellable"
    }
  }
}
