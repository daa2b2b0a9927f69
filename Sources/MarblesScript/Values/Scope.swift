import MarblesCombine

/// The names that are visible in a part of the script.
final class Scope {
  final class Variable {
    var value: ScriptValue
    let isAssignable: Bool
    /// Whether it is at the top level of the file, where threads share it.
    let isShared: Bool
    /// Whether it was assigned after its first value.
    var isChanged = false
    /// Its stage in the picture, if several threads use it.
    var recorded: RecordedVariable?
    /// Called before and after each assignment.
    var willSet: ScriptFunction?
    var didSet: ScriptFunction?
    /// Whether its type is an optional.
    var isOptional = false
    /// The conversion of its values, by its type.
    var conversion: Conversion?

    init(_ value: ScriptValue, isAssignable: Bool, isShared: Bool) {
      self.value = value
      self.isAssignable = isAssignable
      self.isShared = isShared
    }
  }

  let parent: Scope?
  /// The variable or property of which this is an observer: its assignments here do not call
  /// observers.
  var observed: AnyObject?
  /// The field of which this is an observer.
  var observedField: String?
  /// Whether it is part of an initializer, whose assignments to fields do not call observers.
  var isInitializer = false
  private var variables: [String: Variable] = [:]
  /// The scopes with functions, which refer to their scopes; stored in the top-level scope.
  private var holders: [Scope] = []

  init(in parent: Scope? = nil) { self.parent = parent }

  @discardableResult
  func declare(_ name: String, _ value: ScriptValue, isAssignable: Bool = false) -> Variable? {
    guard name != "_" else { return nil }
    let variable = Variable(value, isAssignable: isAssignable, isShared: parent == nil)
    variables[name] = variable
    if case .closure = value, parent != nil { root.holders.append(self) }
    return variable
  }

  private var root: Scope {
    var scope = self
    while let parent = scope.parent { scope = parent }
    return scope
  }

  /// Removes all names, also those of inner scopes with functions.
  func drop() {
    let inner = holders
    holders = []
    for scope in inner { scope.variables = [:] }
    variables = [:]
  }

  /// Takes the names of an earlier execution of the same block.
  func adopt(_ other: Scope) {
    guard other !== self else { return }
    variables = other.variables
    let hasFunctions = variables.values.contains {
      if case .closure = $0.value { true } else { false }
    }
    if hasFunctions { root.holders.append(self) }
  }

  /// Whether it is a variable of this scope, without the scopes around it.
  func declares(_ variable: Variable) -> Bool { variables.values.contains { $0 === variable } }

  /// Whether this is part of an observer of the variable or property.
  func isObserver(of variable: AnyObject) -> Bool {
    var scope: Scope? = self
    while let current = scope {
      if current.observed === variable { return true }
      scope = current.parent
    }
    return false
  }

  /// Whether this is part of an observer of the field of `self`, or of an initializer.
  func assignsDirectly(_ field: String) -> Bool {
    var scope: Scope? = self
    while let current = scope {
      if current.isInitializer || current.observedField == field { return true }
      scope = current.parent
    }
    return false
  }

  /// The prefix of a name of the script that a local name hides: `self.items`.
  static let ofScript = "self."

  /// The variable of this scope, without the scopes around it.
  func declared(_ name: String) -> Variable? { variables[name] }

  func find(_ name: String) -> Variable? {
    if name.hasPrefix(Self.ofScript) {
      return root.variables[String(name.dropFirst(Self.ofScript.count))]
    }
    var scope: Scope? = self
    while let current = scope {
      if let variable = current.variables[name] { return variable }
      scope = current.parent
    }
    return nil
  }
}
