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

  /// The arguments of a sink operator without `with: owner`, which its closures receive first.
  var passingOwner: CallArguments {
    guard let owner = items.first, owner.label == "with", !owner.isTrailing else { return self }
    var copy = self
    copy.items.removeFirst()
    for index in copy.items.indices {
      guard case .closure(let function) = copy.items[index].value else { continue }
      if copy.items[index].label == nil { copy.items[index].label = "onNext" }
      copy.items[index].value = .closure(function.receiving(owner.value))
    }
    return copy
  }

  /// The known facts about each argument.
  var shapes: [ArgumentShape] {
    items.map { ArgumentShape(label: $0.label, isTrailing: $0.isTrailing, kind: $0.value.kind) }
  }
}
