/// An instance of a class that a script declares.
final class InstanceObject: ScriptObject {
  let typeName: String
  private var fields: [String: ScriptValue] = [:]
  /// The subjects of the fields with `@Published`, which contain their values.
  private var published: [String: ScriptSubject] = [:]

  init(_ typeName: String) { self.typeName = typeName }

  /// The value of a field, or the subject of a field with `@Published`: `$query`.
  subscript(_ name: String) -> ScriptValue? {
    if name.hasPrefix("$") { return published[String(name.dropFirst())].map { .object($0) } }
    return fields[name] ?? published[name].flatMap { try? $0.channel.current?() }
  }

  /// The subject of a field with `@Published`.
  func subject(of name: String) -> ScriptSubject? { published[name] }

  func declare(_ name: String, _ subject: ScriptSubject) { published[name] = subject }

  /// Sets a field without `@Published`.
  func set(_ name: String, to value: ScriptValue) { fields[name] = value }

  /// Takes the fields of another instance.
  func take(_ other: InstanceObject) { (fields, published) = (other.fields, other.published) }
}
