extension ObservableType {
  /// Lets through the end only.
  ///
  ///     1-2-3|   ignoreElements()
  ///     -----|
  public func ignoreElements() -> Observable<Never> {
    Producer { sink in self.subscribe(into: sink, onNext: { _ in }) }
  }
}
