import MarblesCombine

/// What may stand behind a dot, for each kind of thing.
enum Members {
  /// What ends a pipeline: from here on values are used, not passed on.
  /// Whether a call of that name, with that label first, ends a pipeline; `subscribe(on:)` does
  /// not.
  static func isEnd(_ name: String, firstLabel: String?) -> Bool {
    ends[name] != nil && !(name == "subscribe" && firstLabel == "on")
  }

  static let ends: [String: [Signature]] = [
    "sink": [
      Signature(.optional("demand", .demand), .optional("receiveValue", .closure(1))),
      Signature(
        .optional("demand", .demand), .required("receiveCompletion", .closure(1)),
        .optional("receiveValue", .closure(1))),
    ],
    "subscribe": [
      Signature(.required(nil, .subject)),
      Signature(.required(nil, .closure(1))),
      Signature(
        .optional("onNext", .closure(1)), .optional("onError", .closure(1)),
        .optional("onCompleted", .closure(0)), .optional("onDisposed", .closure(0))),
    ],
    "bind": [
      Signature(.required("to", .any), .variadic(.any)),
      Signature(.required("onNext", .closure(1))),
    ],
    "assign": [Signature(.required("to", .keyPath), .required("on", .subject))],
    "drive": [
      Signature(.required(nil, .subject), .variadic(.subject)),
      Signature(
        .optional("onNext", .closure(1)), .optional("onCompleted", .closure(0)),
        .optional("onDisposed", .closure(0))),
    ],
    "emit": [
      Signature(.required("to", .subject), .variadic(.subject)),
      Signature(
        .optional("onNext", .closure(1)), .optional("onCompleted", .closure(0)),
        .optional("onDisposed", .closure(0))),
    ],
  ]

  /// What may follow an end without changing what it is.
  static let keeping: [String: [Signature]] = [
    "store": [Signature(.required("in", .any))],
    "disposed": [Signature(.required("by", .any))],
    "recorded": [Signature(.required(nil, .string))],
  ]

  /// Whether a call puts a subscription where it lives on.
  static func keepsElsewhere(_ name: String) -> Bool { name == "store" || name == "disposed" }

  static let ofSubject: [String: [Signature]] = [
    "send": [
      Signature(.required("completion", .any)),
      Signature(.optional(nil, .any)),
    ],
    "onNext": [Signature(.required(nil, .any))],
    "onError": [Signature(.required(nil, .any))],
    "onCompleted": [Signature()],
    "next": [Signature(.optional(nil, .any))],
    "error": [Signature(.required(nil, .any))],
    "complete": [Signature()],
    "value": [Signature()],
    "on": [Signature(.required(nil, .any))],
  ]

  static let ofRelay: [String: [Signature]] = ["accept": [Signature(.required(nil, .any))]]

  static let ofStream: [String: [Signature]] = [
    "connect": [Signature()],
    "recorded": [Signature(.required(nil, .string))],
  ]

  static let ofEnd: [String: [Signature]] = [
    "cancel": [Signature()],
    "dispose": [Signature()],
    "request": [Signature(.required(nil, .demand))],
  ]

  static let ofCache: [String: [Signature]] = [
    "response": [Signature()],
    "invalidate": [Signature()],
  ]

  static let ofCancellable: [String: [Signature]] = [
    "cancel": [Signature()],
    "dispose": [Signature()],
    "insert": [Signature(.required(nil, .any))],
    "append": [Signature(.required(nil, .any))],
    "removeAll": [Signature()],
  ]

  /// Members of strings, arrays, numbers, ranges.
  static let ofValues: Set<String> = [
    "count", "isEmpty", "first", "last", "uppercased", "lowercased", "hasPrefix", "hasSuffix",
    "contains", "reversed", "sorted", "map", "filter", "reduce", "compactMap", "flatMap",
    "joined", "split", "prefix", "suffix", "dropFirst", "dropLast", "append", "remove",
    "removeAll", "removeLast", "removeFirst", "insert", "firstIndex", "min", "max", "sum",
    "allSatisfy", "isMultiple", "description", "publisher", "lowerBound", "upperBound",
    "enumerated", "forEach", "components", "replacingOccurrences", "trimmingCharacters",
    "signum", "magnitude", "rounded", "localizedDescription", "self", "milliseconds", "seconds",
    "capitalized", "isFinite", "squareRoot", "indices", "randomElement", "swapAt", "shuffled",
    "index", "offset", "element",
  ]

  /// The names of values such as `.finished` that a run makes itself; `.some` and `.none` match
  /// anything.
  static let ofEvents: Set<String> = [
    "some", "none", "finished", "failure", "next", "error", "completed", "success", "unlimited",
    "max", "milliseconds", "microseconds", "nanoseconds", "seconds",
  ]

  /// What a script may expect of a name.
  static let ofExpectations: [String] = [
    "values", "times", "completion", "subscriptions", "cancellations", "connections", "requested",
    "value", "missed", "dropped", "replayed", "held", "maxHeld", "subscribers", "events",
  ]

  static func of(_ kind: StaticKind) -> [String: [Signature]]? {
    switch kind {
    case .end: ofEnd.merging(keeping) { first, _ in first }
    case .cache: ofCache
    case .cancellable: ofCancellable.merging(keeping) { first, _ in first }
    case .subject: ofSubject.merging(ofStream) { first, _ in first }
    case .relay: ofRelay.merging(ofStream) { first, _ in first }
    case .stream, .connectable: ofStream
    default: nil
    }
  }

  /// Every method of the language that is not an operator.
  static var allNames: [String] {
    [ends, keeping, ofSubject, ofRelay, ofStream, ofEnd, ofCache, ofCancellable]
      .flatMap(\.keys) + ofValues
  }
}
