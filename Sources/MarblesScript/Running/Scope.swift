import MarblesCombine

/// A function of the script while it runs; `Closure` is the one in the syntax tree.
typealias Function = MarblesCombine.Closure

/// The names that a piece of the script sees.
final class Scope {
  final class Variable {
    var value: Value
    let isAssignable: Bool
    /// At the top of the file: what threads share.
    let isShared: Bool
    /// Whether it was assigned after it got its first value.
    var isChanged = false

    init(_ value: Value, isAssignable: Bool, isShared: Bool) {
      self.value = value
      self.isAssignable = isAssignable
      self.isShared = isShared
    }
  }

  let parent: Scope?
  private var variables: [String: Variable] = [:]

  init(in parent: Scope? = nil) { self.parent = parent }

  func declare(_ name: String, _ value: Value, isAssignable: Bool = false) {
    guard name != "_" else { return }
    variables[name] = Variable(value, isAssignable: isAssignable, isShared: parent == nil)
  }

  func find(_ name: String) -> Variable? {
    var scope: Scope? = self
    while let current = scope {
      if let variable = current.variables[name] { return variable }
      scope = current.parent
    }
    return nil
  }
}
