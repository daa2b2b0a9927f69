import MarblesCombine

extension ObservableType {
  /// Transforms each element and drops results that are `nil`.
  ///
  ///     1-2-3|   compactMap { $0 == 2 ? nil : $0 }
  ///     1---3|
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?)
    -> Observable<Result>
  {
    Producer { sink in
      self.subscribe(into: sink) { if let result = try transform($0) { sink.onNext(result) } }
    }
  }
}

extension ScriptOperator {
  static let rxCompactMap = ScriptOperator(
    "compactMap", dialects: [.rxswift], family: .transforming,
    "Transforms each value and leaves out what becomes nil",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "words.compactMap { Int($0) }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.compactMap { value -> ScriptValue? in
      let result = try transform(value)
      return result == .null ? nil : result
    }.scripted
  }
}
