import MarblesCombine

extension ObservableType {
  /// Lets through the values for which the closure says so.
  ///
  ///     1-2-3-4|   filter { $0 % 2 == 0 }
  ///     --2---4|
  public func filter(_ isIncluded: @escaping (Element) throws -> Bool) -> Observable<Element> {
    Producer { sink in
      self.subscribe(into: sink) { if try isIncluded($0) { sink.onNext($0) } }
    }
  }
}

extension ScriptOperator {
  static let rxFilter = ScriptOperator(
    "filter", dialects: [.rxswift], family: .filtering,
    "Lets through the values for which the closure says so",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "numbers.filter { $0 > 1 }"
  ) { upstream, arguments, _ in
    let predicate = try arguments.function(0)
    return upstream.observable.filter { try predicate.decides($0) }.scripted
  }
}
