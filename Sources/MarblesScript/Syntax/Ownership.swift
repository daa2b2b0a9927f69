/// The closures that receive the script as their first argument: those of `subscribe(with: self)`
/// and of the calls that follow `withUnretained(self)`.
///
/// The argument `self` is omitted, and the first parameter of such a closure is another name of the
/// script.
struct Ownership {
  /// Whether the closures of the present call receive the script.
  var isPassed = false
  /// Whether they are those of a subscriber: the closure after `subscribe(with: self)` is `onNext`.
  var isOfSubscriber = false
  /// Whether the elements of the present chain are pairs of the script and a value.
  var isPaired = false
  /// Whether `$0` is the script in the present closure.
  var hasShorthand = false
}

extension Parser {
  /// Parses the arguments of a call.
  mutating func parseCall(of function: Expression, _ parse: (inout Parser) -> [Argument])
    -> [Argument]
  {
    let outer = (ownership.isPassed, ownership.isOfSubscriber)
    defer { (ownership.isPassed, ownership.isOfSubscriber) = outer }
    (ownership.isPassed, ownership.isOfSubscriber) = (ownership.isPaired, false)
    let arguments = parse(&self)
    if arguments.contains(where: \.value.isClosure), !function.keepsElements {
      ownership.isPaired = false
    }
    return arguments
  }

  /// Whether an argument passes the script to the closures of the call.
  func isOwner(_ argument: Argument, of function: Expression) -> Bool {
    isScript(argument.value)
      && (argument.label?.text == "with" || argument.label == nil && function.isUnretained)
  }

  /// The call of `withUnretained(self)`, whose own argument has been omitted; `nil` for other calls.
  mutating func unretained(_ function: Expression, _ arguments: [Argument], isOwned: Bool)
    -> Expression.Kind?
  {
    guard isOwned, case .member(let base, let name) = function.kind, function.isUnretained else {
      return nil
    }
    guard var transform = arguments.first else {
      ownership.isPaired = true
      return base.kind
    }
    transform.label = nil
    let map = Expression(
      kind: .member(base, Name(text: "map", span: name.span)), span: function.span)
    return .call(Call(function: map, arguments: [transform]))
  }

  /// Removes the first parameter of a closure that receives the script.
  mutating func takeOwner(of closure: inout Closure) {
    ownership.hasShorthand = ownership.isPassed && closure.parameters == nil
    if ownership.isPassed, let owner = closure.parameters?.first {
      closure.parameters?.removeFirst()
      names.declareOwner(owner.text)
    }
    ownership.isPassed = false
    ownership.isPaired = false
  }
}

extension Expression {
  fileprivate var isClosure: Bool { if case .closure = kind { true } else { false } }

  fileprivate var isUnretained: Bool {
    if case .member(_, let name) = kind { name.text == "withUnretained" } else { false }
  }

  /// Whether the elements after a call are those before it.
  fileprivate var keepsElements: Bool {
    guard case .member(_, let name) = kind else { return false }
    return ["filter", "do", "take", "skip"].contains(name.text)
  }
}
