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
