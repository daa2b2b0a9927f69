import MarblesCombine

extension ObservableType {
  /// Emits the elements of the observable that a closure returns for the latest element.
  ///
  ///     1-2------|      flatMapLatest { cold("a--b|") }
  ///     a-a--b---|
  ///
  /// The previous observable is disposed before the next one is subscribed.
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.latest, transform)
  }
}

extension ScriptOperator {
  static let rxFlatMapLatest = ScriptOperator(
    "flatMapLatest", dialects: [.rxswift], family: .combining,
    "Runs a stream for each value and leaves it when the next comes",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "urls.flatMapLatest { cold(\"--r|\", r: $0) }",
    shape: { _ in .box(detail: "1 at a time") }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.inner(.latest) { try transform.observable($0) }.scripted
  }
}
