extension ObservableType {
  /// Transforms each value; an error of the transformation ends the stream.
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
