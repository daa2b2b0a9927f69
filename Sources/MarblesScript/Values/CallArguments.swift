/// The evaluated arguments of one call, with their labels and places.
struct CallArguments {
  struct Item {
    var label: String?
    var isTrailing: Bool
    var value: ScriptValue
    var span: SourceRange
    /// The name of an argument that is a name: it is shown in the picture.
    var text: String?
  }

  var items: [Item] = []

  func value(_ index: Int) -> ScriptValue? {
    items.indices.contains(index) ? items[index].value : nil
  }
  func label(_ index: Int) -> String? { items.indices.contains(index) ? items[index].label : nil }

  /// The known facts about each argument.
  var shapes: [ArgumentShape] {
    items.map { ArgumentShape(label: $0.label, isTrailing: $0.isTrailing, kind: $0.value.kind) }
  }
}
