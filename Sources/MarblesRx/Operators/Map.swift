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
