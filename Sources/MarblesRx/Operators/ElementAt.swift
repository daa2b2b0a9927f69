import MarblesCombine

extension ObservableType {
  /// Emits the element with the given index and completes.
  ///
  ///     a-b-c|     element(at: 1)
  ///     --(b|)
  ///
  /// If there is no such element, it fails with `RxError.argumentOutOfRange`.
  ///
  /// - Precondition: `index` is not negative.
  public func element(at index: Int) -> Observable<Element> {
    precondition(index >= 0, "index can't be negative")
    return Producer { sink in
      var left = index
      return self.subscribe(into: sink) { element in
        let isIt = left == 0
        left -= 1
        guard isIt else { return }
        sink.onNext(element)
        sink.onCompleted()
      } onCompleted: {
        sink.onError(RxError.argumentOutOfRange)
      }
    }
  }

  /// The former name of ``element(at:)``.
  @available(*, deprecated, renamed: "element(at:)")
  public func elementAt(_ index: Int) -> Observable<Element> { element(at: index) }
}
