import MarblesCombine

extension ObservableType {
  /// Transforms each element and drops results that are `nil`.
  ///
  ///     1-2-3|   compactMap { $0 == 2 ? nil : $0 }
  ///     1---3|
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?)
    -> Observable<Result>
  {
    Producer { sink in
      self.subscribe(into: sink) { if let result = try transform($0) { sink.onNext(result) } }
    }
  }
}
