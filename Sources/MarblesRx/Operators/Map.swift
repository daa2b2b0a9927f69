import MarblesCombine

extension ObservableType {
  /// Transforms each element. If the closure throws, the result fails with the thrown error.
  ///
  ///     1-2-3|   map { $0 * 10 }
  ///     a-b-c|   a = 10, b = 20, c = 30
  public func map<Result>(_ transform: @escaping (Element) throws -> Result)
    -> Observable<Result>
  {
    Producer { sink in
      self.subscribe(into: sink) { sink.onNext(try transform($0)) }
    }
  }
}

extension ScriptOperator {
  static let rxMap = ScriptOperator(
    "map", dialects: [.rxswift], family: .transforming,
    "Transforms each value",
    signatures: [Signature(.required(nil, .closure(1))), Signature(.required(nil, .keyPath))],
    example: "numbers.map { $0 * 10 }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.map { try transform($0) }.scripted
  }
}
