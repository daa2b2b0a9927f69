import MarblesCombine

extension Interpreter {
  /// The text of a value inside of a string, as Swift has it: `User(id: 1)`, `failed(code: 3)`.
  ///
  /// - Parameter isOptional: whether the type of the value is an optional: `Optional(1)`.
  func text(of value: ScriptValue, isOptional: Bool = false) -> String {
    if isOptional, value != .null { return "Optional(\(part(value, isOptional: false)))" }
    guard case .member(let name, let details) = value else { return value.interpolated }
    let labels: [(label: String?, type: TypeName?)]
    let type = plan.types.byName[name]
    if let type, type.kind == .structure {
      labels = type.fields.map { ($0.name.text, $0.type) }
    } else {
      let found = plan.types.enumerations(with: name).lazy.flatMap(\.cases)
        .first { $0.name.text == name }
      labels = zip(found?.labels ?? [], found?.types ?? []).map { ($0, $1) }
    }
    if details.isEmpty { return type?.kind == .structure ? name + "()" : name }
    let parts = details.enumerated().map { index, detail in
      guard labels.indices.contains(index) else { return part(detail, isOptional: false) }
      let text = part(detail, isOptional: labels[index].type?.isOptional ?? false)
      return labels[index].label.map { $0 + ": " + text } ?? text
    }
    return name + "(" + parts.joined(separator: ", ") + ")"
  }

  /// The text of a part of a value: a string has quotation marks.
  private func part(_ value: ScriptValue, isOptional: Bool) -> String {
    if isOptional { return text(of: value, isOptional: true) }
    return if case .member = value { text(of: value) } else { value.literal }
  }
}
