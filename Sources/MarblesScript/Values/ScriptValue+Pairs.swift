/// The pairs of a dictionary.
extension [ScriptValue] {
  /// The pairs with another value for a key; without the key if the value is nil.
  func setting(_ key: ScriptValue, to value: ScriptValue) -> [ScriptValue] {
    let index = firstIndex { element in
      if case .tuple(let pair, _) = element, pair.first == key { true } else { false }
    }
    var pairs = self
    switch (index, value) {
    case (let index?, .null): pairs.remove(at: index)
    case (let index?, _): pairs[index] = .tuple([key, value])
    case (nil, .null): break
    case (nil, _): pairs.append(.tuple([key, value]))
    }
    return pairs
  }
}
