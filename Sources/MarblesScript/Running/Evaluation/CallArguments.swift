import Marbles
import MarblesCombine

/// The arguments of one call, evaluated, with their labels and places.
struct CallArguments {
  struct Item {
    var label: String?
    var isTrailing: Bool
    var value: ScriptValue
    var span: Span
    /// A named stream or closure is shown by its name.
    var text: String?
  }

  var items: [Item] = []

  func value(_ index: Int) -> ScriptValue? {
    items.indices.contains(index) ? items[index].value : nil
  }
  func label(_ index: Int) -> String? { items.indices.contains(index) ? items[index].label : nil }
}

extension Run {
  func arguments(of call: Call, in scope: Scope) throws(ScriptError) -> CallArguments {
    var items: [CallArguments.Item] = []
    for argument in call.arguments {
      var text: String?
      if case .name(let name) = argument.value.kind { text = name }
      items.append(
        CallArguments.Item(
          label: argument.label?.text, isTrailing: argument.isTrailing,
          value: try evaluate(argument.value, in: scope), span: argument.value.span, text: text))
    }
    return CallArguments(items: items)
  }

  /// Finds the signature that the arguments fit, or ends the run with what is wrong.
  func match(
    _ arguments: CallArguments, to signatures: [Signature], of callee: String, at span: Span
  ) throws(ScriptError) -> (signature: Int, values: [ScriptValue?], assigned: [[Int]]) {
    let shapes = arguments.items.map { item in
      ArgumentShape(label: item.label, isTrailing: item.isTrailing) {
        self.fit(item.value, $0)
      }
    }
    let found: (signature: Int, assigned: [[Int]])
    do throws(SignatureFailure) {
      found = try signatures.match(shapes)
    } catch {
      let described = arguments.items.map { (label: $0.label, kind: $0.value.kindName) }
      let place = error.argument.map { arguments.items[$0].span } ?? span
      throw mistake(ArgumentError(error, of: callee, arguments: described), at: place)
    }
    let parameters = signatures[found.signature].parameters
    var values: [ScriptValue?] = []
    for (parameter, indices) in zip(parameters, found.assigned) {
      for index in indices { try check(arguments.items[index], parameter) }
      if parameter.isVariadic {
        values += indices.map { converted(arguments.items[$0].value, to: parameter.type) }
      } else {
        values.append(
          indices.first.map { converted(arguments.items[$0].value, to: parameter.type) })
      }
    }
    return (found.signature, values, found.assigned)
  }

  func fit(_ value: ScriptValue, _ type: ArgumentType) -> ArgumentShape.Fit {
    switch (type, value) {
    case (.any, _), (.int, .int), (.bool, .bool), (.string, .string), (.range, .range): .yes
    case (.duration, .duration), (.duration, .int), (.duration, .double): .yes
    case (.duration, .member(let name, _)): ArgumentType.unitsOfTime.contains(name) ? .yes : .no
    case (.demand, .member(let name, _)): ["unlimited", "none", "max"].contains(name) ? .yes : .no
    case (.demand, .int): .yes
    case (.closure(let count), .closure(let function)):
      // One with more parameters takes the parts of a pair, if nothing fits better.
      function.arity ?? 0 <= count ? .yes : .maybe
    case (.publisherClosure, .closure): .yes
    case (.publisher, _): value.isPublisher ? .yes : .no
    case (.subject, .object(let object)): object is any SubjectObject ? .yes : .no
    case (.scheduler, .object(let object)): object is ScriptScheduler ? .yes : .no
    case (.scheduler, .member(let name, _)): name == "main" || name == "shared" ? .yes : .no
    case (.choice(let names), .member(let name, _)): names.contains(name) ? .yes : .no
    case (.keyPath, .closure): .yes
    default: .no
    }
  }

  /// `.main` is a scheduler where one is wanted; a closure that has to give a publisher is held to
  /// it.
  private func converted(_ value: ScriptValue, to type: ArgumentType) -> ScriptValue {
    switch (type, value) {
    case (.scheduler, .member): .object(ScriptScheduler(scheduler))
    case (.publisherClosure, .closure(let function)):
      .closure(
        ScriptFunction(arity: function.arity) { [unowned self] (values) throws(ScriptError) in
          try publisher(from: function.call(values))
        })
    default: value
    }
  }

  /// What a closure gave where a publisher is wanted.
  private func publisher(from value: ScriptValue) throws(ScriptError) -> ScriptValue {
    switch value {
    case .stream: return value
    case .object(let object) where object is any StreamObject: return value
    case .member(let name, let details):
      // `.just(1)` where the type is known.
      if let word = vocabulary["Observable." + name] {
        let items = details.map {
          CallArguments.Item(isTrailing: false, value: $0, span: callSite)
        }
        return try make(word, CallArguments(items: items), at: callSite)
      }
      throw mistake(.wrongType("a closure that gives a publisher", value), at: callSite)
    case .array:
      // RxSwift and RxJS accept an array where an observable is wanted.
      return .stream(guarded(ScriptStream(sequence(value)), at: callSite))
    default:
      throw mistake(.wrongType("a closure that gives a publisher", value), at: callSite)
    }
  }
}
