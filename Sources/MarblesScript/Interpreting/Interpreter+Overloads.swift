import Marbles
import MarblesCombine

// Functions of one name, which differ in their labels or in the types of their parameters.

extension Interpreter {
  /// A function together with those of its name that were declared before in the same scope.
  func overloaded(_ value: ScriptValue, _ name: Name, in context: EvaluationContext) -> ScriptValue
  {
    guard case .closure(let function) = value, let body = function.body as? ClosureBody,
      body.closure.signature != nil, let earlier = context.scope.declared(name.text),
      earlier.isFunction, case .closure(let first) = earlier.value,
      var all = first.body as? ClosureBody
    else { return value }
    all.overloads.append(body.closure)
    return .closure(self.function(arity: all.arity, at: name.span, all))
  }

  /// The number of the function that a call means; `nil` if the labels fit none of them.
  func choice(among closures: [Closure], for site: CallArguments) -> Int? {
    let fitting = closures.indices.filter { closures[$0].accepts(site) }
    guard fitting.count > 1 else { return fitting.first }
    return fitting.first { fits(site, closures[$0], converting: false) }
      ?? fitting.first { fits(site, closures[$0], converting: true) } ?? fitting.first
  }

  /// Whether the arguments have the types of the parameters.
  private func fits(_ site: CallArguments, _ closure: Closure, converting: Bool) -> Bool {
    for (item, parameter) in closure.parameters(of: site) {
      guard let type = parameter.type, !parameter.isVariadic else { continue }
      if case .null = item.value, type.isOptional { continue }
      let value = converting ? item.value.converted(by: type.conversion) : item.value
      if !isInstance(value, of: type) { return false }
    }
    return true
  }
}

extension Closure {
  /// Whether the labels are those of the parameters, of which some can be left out.
  func accepts(_ site: CallArguments) -> Bool {
    let parameters = signature ?? []
    let given = self.parameters(of: site)
    let needed = parameters.filter(\.isNeeded).count
    return given.count == site.items.count
      && given.filter(\.parameter.isNeeded).count == needed
  }

  /// The arguments with their parameters, in order, up to the first that fits none.
  func parameters(of site: CallArguments) -> [(
    item: CallArguments.Item, parameter: Parameter
  )] {
    var rest = site.items[...]
    var pairs: [(item: CallArguments.Item, parameter: Parameter)] = []
    for parameter in signature ?? [] { pairs += rest.take(parameter).map { ($0, parameter) } }
    return pairs
  }
}
