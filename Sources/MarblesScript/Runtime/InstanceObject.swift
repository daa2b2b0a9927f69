/// An instance of a class that a script declares.
final class InstanceObject: ScriptObject {
  let typeName: String
  private var fields: [String: ScriptValue] = [:]

  init(_ typeName: String, _ names: [String], _ values: [ScriptValue]) {
    self.typeName = typeName
    for (name, value) in zip(names, values) { fields[name] = value }
  }

  subscript(_ name: String) -> ScriptValue? { fields[name] }

  func set(_ name: String, to value: ScriptValue) { fields[name] = value }

  /// Takes the fields of another instance.
  func take(_ other: InstanceObject) { fields = other.fields }
}
