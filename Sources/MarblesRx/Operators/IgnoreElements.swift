import MarblesCombine

extension ObservableType {
  /// Drops all elements and republishes the end only.
  ///
  ///     1-2-3|   ignoreElements()
  ///     -----|
  public func ignoreElements() -> Observable<Never> {
    Producer { sink in self.subscribe(into: sink, onNext: { _ in }) }
  }
}

extension ScriptOperator {
  static let rxIgnoreElements = ScriptOperator(
    "ignoreElements", dialects: [.rxswift], family: .filtering,
    "Lets through the end only",
    example: "numbers.ignoreElements()"
  ) { upstream, _, _ in
    upstream.observable.filter { _ in false }.scripted
  }
}
