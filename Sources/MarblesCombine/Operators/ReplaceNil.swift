extension Publisher {
  /// Replaces `nil` by the given element.
  ///
  ///     -1-n-3-|   replaceNil(with: 9), where n is nil
  ///     -1-9-3-|
  ///
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    map { $0 ?? output }
  }
}

extension ScriptOperator {
  static let replaceNil = ScriptOperator(
    "replaceNil", family: .transforming, "Replaces nil by a value",
    signatures: [Signature(.required("with", .any))], example: "numbers.replaceNil(with: 0)"
  ) { upstream, arguments, _ in
    let value = arguments[0] ?? .null
    return ScriptStream(upstream.publisher.map { $0 == .null ? value : $0 })
  }
}
