import MarblesCombine

extension ObservableType {
  /// Republishes the elements that satisfy the predicate.
  ///
  ///     1-2-3-4|   filter { $0 % 2 == 0 }
  ///     --2---4|
  ///
  /// If the predicate throws, the result fails with the thrown error.
  @inlinable
  public func filter(_ isIncluded: @escaping (Element) throws -> Bool) -> Observable<Element> {
    Producer { sink in
      self.subscribe(into: sink) { if try isIncluded($0) { sink.onNext($0) } }
    }
  }
}

extension ObservableType {
  /// Republishes the only element; fails if there is none or more than one.
  ///
  ///     -a-|      single()
  ///     -a-|
  ///     -a-b-|    single()
  ///     -a-#
  ///
  /// The errors are `RxError.noElements` and `RxError.moreThanOneElement`.
  @inlinable
  public func single() -> Observable<Element> { single { _ in true } }

  /// Republishes the only element that satisfies the predicate; fails if there is none or more than
  /// one.
  ///
  ///     1-2-3|   single { $0 == 2 }
  ///     --2--|
  @inlinable
  public func single(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    Producer { sink in
      var isFound = false
      return self.subscribe(into: sink) { element in
        guard try predicate(element) else { return }
        guard !isFound else { return sink.onError(RxError.moreThanOneElement) }
        isFound = true
        sink.onNext(element)
      } onCompleted: {
        if isFound { sink.onCompleted() } else { sink.onError(RxError.noElements) }
      }
    }
  }
}

extension ObservableType {
  /// Emits the element with the given index and completes.
  ///
  ///     a-b-c|     element(at: 1)
  ///     --(b|)
  ///
  /// If there is no such element, it fails with `RxError.argumentOutOfRange`.
  ///
  /// - Precondition: `index` is not negative.
  @inlinable
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

extension ObservableType {
  /// Drops all elements and republishes the end only.
  ///
  ///     1-2-3|   ignoreElements()
  ///     -----|
  @inlinable
  public func ignoreElements() -> Observable<Never> {
    Producer { sink in self.subscribe(into: sink, onNext: { _ in }) }
  }
}
