/// The parameters of an operator, in order.
package struct Signature: Hashable, Sendable {
  package var parameters: [Parameter]

  package init(_ parameters: Parameter...) { self.parameters = parameters }

  package struct Parameter: Hashable, Sendable {
    /// The label, `nil` if there is none.
    package var label: String?
    package var type: ArgumentType
    /// Whether it may be omitted.
    package var isOptional: Bool
    /// Whether it may be repeated: `merge(a, b, c)`.
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

/// The kinds of arguments, which the checker distinguishes before the run.
package enum ArgumentType: Hashable, Sendable {
  case any
  case int
  case bool
  case string
  case duration
  /// `.max(3)`, `.unlimited`, `.none`.
  case demand
  /// A closure with the given number of parameters that returns a value.
  case closure(Int)
  /// A closure with the given number of parameters that returns a publisher.
  case publisherClosure(Int)
  case publisher
  case subject
  /// `RunLoop.main`, `DispatchQueue.main`, `Queue(every: 3)`: all of them virtual time.
  case scheduler
  /// An implicit member of these names: `.keepFull`, `.dropOldest`, `.whileConnected`.
  case choice([String])
  case keyPath
  case range

  /// Whether a source with such a parameter does work: it calls a closure, or waits.
  var describesWork: Bool {
    switch self {
    case .closure, .publisherClosure, .duration: true
    default: false
    }
  }

  var returnsPublisher: Bool { if case .publisherClosure = self { true } else { false } }
}

extension Signature {
  /// One to three other publishers, with or without a closure that combines the elements.
  static var joining: [Signature] {
    (1...3).flatMap { count -> [Signature] in
      var plain = Signature()
      plain.parameters = Array(repeating: .required(nil, .publisher), count: count)
      var transforming = plain
      transforming.parameters.append(.required(nil, .closure(count + 1)))
      return [transforming, plain]
    }
  }
}
