import MarblesCombine

extension ObservableType {
  /// Pairs each element with its index.
  ///
  ///     a-b|   enumerated()
  ///     x-y|   x = (0, "a"), y = (1, "b")
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    Producer { sink in
      var index = 0
      return self.subscribe(into: sink) { element in
        defer { index += 1 }
        sink.onNext((index: index, element: element))
      }
    }
  }
}
