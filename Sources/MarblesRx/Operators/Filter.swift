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
