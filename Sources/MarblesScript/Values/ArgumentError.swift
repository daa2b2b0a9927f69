import MarblesCombine

/// The error of a call whose arguments do not fit.
struct ArgumentError: DiagnosticMessage {
  var text: String
  var hint: String?

  /// - Parameter arguments: label and kind ("a string") of each argument.
  init(
    _ failure: SignatureFailure, of callee: String,
    arguments: [(label: String?, kind: String)]
  ) {
    let signature = failure.signature
    let usage = signature.usage(of: callee)
    hint = "write '\(usage)'"
    switch failure.problem {
    case .missing(let index):
      let parameter = signature.parameters[index]
      let what = parameter.label.map { "'\($0):'" } ?? parameter.type.phrase
      text = "'\(callee)' needs \(what)"
    case .unknownLabel(let index):
      let label = arguments[index].label ?? ""
      text = "'\(callee)' has no argument '\(label):'"
      let labels = signature.parameters.compactMap(\.label)
      if let nearest = Suggestion.nearest(to: label, among: labels) {
        hint = "did you mean '\(nearest):'?"
      }
    case .unexpectedLabel(_, let index):
      let label = signature.parameters[index].label.map { "the label '\($0):'" } ?? "no label"
      text = "this argument of '\(callee)' has \(label)"
    case .wrongType(let argument, let index):
      let wanted = signature.parameters[index].type.phrase
      text = "'\(callee)' takes \(wanted) here, not \(arguments[argument].kind)"
      hint = nil
    case .wrongOrder(let argument, let other):
      let before = arguments[other].label.map { "'\($0):'" } ?? arguments[other].kind
      text = "'\(arguments[argument].label ?? ""):' comes before \(before)"
    case .repeated(let argument):
      text = "'\(callee)' takes '\(arguments[argument].label ?? ""):' once"
      hint = "remove one of the two"
    case .tooMany:
      text = "'\(callee)' takes \(Self.count(signature))"
    }
  }

  private static func count(_ signature: Signature) -> String {
    switch signature.parameters.count {
    case 0: "no argument"
    case 1: "one argument"
    case let count: "\(count) arguments"
    }
  }
}

extension SignatureFailure {
  /// The index of the invalid argument, if one argument is invalid.
  var argument: Int? {
    switch problem {
    case .missing: nil
    case .unknownLabel(let index), .tooMany(let index), .repeated(let index): index
    case .wrongOrder(let index, _): index
    case .unexpectedLabel(let index, _), .wrongType(let index, _): index
    }
  }
}
