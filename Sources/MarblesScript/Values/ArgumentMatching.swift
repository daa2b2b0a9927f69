import MarblesCombine

/// The known facts about an argument when it is matched with a parameter.
struct ArgumentShape {
  var label: String?
  /// A closure after the parentheses is matched with the next parameter that takes one.
  var isTrailing: Bool
  /// The kind of the argument's expression before the run, of its value during the run.
  var kind: ValueKind
}

/// Why arguments do not fit a signature, with the numbers of the arguments.
enum ArgumentProblem: Hashable {
  case missing(parameter: Int)
  case unknownLabel(argument: Int)
  case unexpectedLabel(argument: Int, parameter: Int)
  case wrongType(argument: Int, parameter: Int)
  case tooMany(argument: Int)
  /// The label belongs to an earlier parameter than that of the argument before it.
  case wrongOrder(argument: Int, after: Int)
  case repeated(argument: Int)

  /// The progress of the match: the signature with the largest number was probably intended.
  var progress: Int {
    switch self {
    case .unknownLabel(let argument): argument * 4
    case .unexpectedLabel(let argument, _): argument * 4
    case .tooMany(let argument): argument * 4 + 1
    case .missing(let parameter): parameter * 4 + 2
    case .wrongType(let argument, _), .wrongOrder(let argument, _), .repeated(let argument):
      argument * 4 + 3
    }
  }
}

extension Signature {
  /// The numbers of the arguments of each parameter; empty if it was left out.
  func match(_ arguments: [ArgumentShape]) throws(ArgumentFailure) -> [[Int]] {
    var assigned = parameters.map { _ in [Int]() }
    var next = 0
    for (index, parameter) in parameters.enumerated() {
      if parameter.isVariadic {
        while next < arguments.count, arguments[next].label == nil, !arguments[next].isTrailing {
          try check(arguments[next], next, parameter, index)
          assigned[index].append(next)
          next += 1
        }
        continue
      }
      if next < arguments.count, accepts(arguments[next], parameter) {
        if arguments[next].kind.fit(parameter.type) == .no {
          // An optional parameter without a label may be left out.
          if parameter.isOptional, parameter.label == nil, index + 1 < parameters.count { continue }
          throw ArgumentFailure(.wrongType(argument: next, parameter: index))
        }
        assigned[index] = [next]
        next += 1
      } else if !parameter.isOptional {
        throw ArgumentFailure(problemOfMissing(index, arguments, next))
      }
    }
    if next < arguments.count { throw ArgumentFailure(problemOfSurplus(arguments, next, assigned)) }
    return assigned
  }

  private func accepts(_ argument: ArgumentShape, _ parameter: Parameter) -> Bool {
    if argument.isTrailing, argument.label == nil { return parameter.type.isClosure }
    return argument.label == parameter.label
  }

  private func check(
    _ argument: ArgumentShape, _ number: Int, _ parameter: Parameter, _ index: Int
  ) throws(ArgumentFailure) {
    if argument.kind.fit(parameter.type) == .no {
      throw ArgumentFailure(.wrongType(argument: number, parameter: index))
    }
  }

  private func problemOfMissing(_ index: Int, _ arguments: [ArgumentShape], _ next: Int)
    -> ArgumentProblem
  {
    guard next < arguments.count, !arguments[next].isTrailing else {
      return .missing(parameter: index)
    }
    let label = arguments[next].label
    if let label, !parameters.contains(where: { $0.label == label }) {
      return .unknownLabel(argument: next)
    }
    if let wanted = parameters[index].label,
      let late = arguments[next...].firstIndex(where: { $0.label == wanted })
    {
      return .wrongOrder(argument: late, after: next)
    }
    return label == nil
      ? .unexpectedLabel(argument: next, parameter: index) : .missing(parameter: index)
  }

  private func problemOfSurplus(
    _ arguments: [ArgumentShape], _ next: Int, _ assigned: [[Int]]
  ) -> ArgumentProblem {
    if let label = arguments[next].label,
      let index = parameters.firstIndex(where: { $0.label == label })
    {
      if !assigned[index].isEmpty { return .repeated(argument: next) }
      let later = assigned[(index + 1)...].joined().min()
      if let later { return .wrongOrder(argument: next, after: later) }
    }
    if let label = arguments[next].label, !parameters.contains(where: { $0.label == label }) {
      return .unknownLabel(argument: next)
    }
    if arguments[next].label == nil,
      let index = parameters.firstIndex(where: {
        $0.label != nil && arguments[next].kind.fit($0.type) != .no
      })
    {
      return .unexpectedLabel(argument: next, parameter: index)
    }
    return .tooMany(argument: next)
  }
}

struct ArgumentFailure: Error {
  var problem: ArgumentProblem

  init(_ problem: ArgumentProblem) { self.problem = problem }
}

extension [Signature] {
  /// The first signature that certainly fits, else the first that may fit, with its arguments;
  /// otherwise throws the problem of the nearest signature.
  func match(_ arguments: [ArgumentShape]) throws(SignatureFailure) -> (
    signature: Int, assigned: [[Int]]
  ) {
    var nearest: SignatureFailure?
    var possible: (signature: Int, assigned: [[Int]])?
    for (index, signature) in enumerated() {
      do throws(ArgumentFailure) {
        let assigned = try signature.match(arguments)
        let isCertain = zip(signature.parameters, assigned).allSatisfy { parameter, numbers in
          numbers.allSatisfy { arguments[$0].kind.fit(parameter.type) == .yes }
        }
        if isCertain { return (index, assigned) }
        possible = possible ?? (index, assigned)
      } catch {
        if let found = nearest, found.problem.progress >= error.problem.progress { continue }
        nearest = SignatureFailure(signature: signature, problem: error.problem)
      }
    }
    if let possible { return possible }
    throw nearest
      ?? SignatureFailure(signature: Signature(), problem: .tooMany(argument: 0))
  }
}

struct SignatureFailure: Error {
  var signature: Signature
  var problem: ArgumentProblem
}

extension ArgumentType {
  /// Implicit members that are durations.
  static let unitsOfTime: Set<String> = [
    "milliseconds", "microseconds", "nanoseconds", "seconds",
  ]
  /// Implicit members that are demands.
  static let demands: Set<String> = ["unlimited", "none", "max"]
  /// Implicit members that are observables: `.just(1)`.
  static let sources: Set<String> = ["just", "of", "from", "empty", "never", "error", "timer"]
  /// Implicit members that are schedulers.
  static let schedulers: Set<String> = ["main", "shared"]

  var isClosure: Bool {
    switch self {
    case .closure, .publisherClosure, .any: true
    default: false
    }
  }

  /// "an integer", for diagnostics.
  var phrase: String {
    switch self {
    case .any: "a value"
    case .int: "an integer"
    case .bool: "true or false"
    case .string: "a string"
    case .duration: "a duration"
    case .demand: "a demand such as '.max(3)'"
    case .closure: "a closure"
    case .publisherClosure: "a closure that returns a publisher"
    case .publisher: "a publisher"
    case .subject: "a subject"
    case .scheduler: "a scheduler"
    case .choice(let names): names.map { ".\($0)" }.joined(separator: " or ")
    case .keyPath: "a key path"
    case .range: "a range"
    }
  }

  /// The placeholder of the parameter in a signature.
  var placeholder: String {
    switch self {
    case .any: "value"
    case .int: "integer"
    case .bool: "true"
    case .string: "\"…\""
    case .duration: "duration"
    case .demand: ".max(n)"
    case .closure, .publisherClosure: "{ … }"
    case .publisher: "publisher"
    case .subject: "subject"
    case .scheduler: "scheduler"
    case .choice(let names): ".\(names.first ?? "")"
    case .keyPath: "\\.key"
    case .range: "range"
    }
  }
}

extension Signature {
  /// The call as it is written: `debounce(for: duration, scheduler: scheduler)`.
  func usage(of name: String) -> String {
    let written = parameters.map { parameter in
      let label = parameter.label.map { "\($0): " } ?? ""
      return label + parameter.type.placeholder + (parameter.isVariadic ? ", …" : "")
    }
    return "\(name)(\(written.joined(separator: ", ")))"
  }
}
