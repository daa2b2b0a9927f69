import MarblesCombine

extension ObservableType {
  /// Transforms each element. If the closure throws, the result fails with the thrown error.
  ///
  ///     1-2-3|   map { $0 * 10 }
  ///     a-b-c|   a = 10, b = 20, c = 30
  @inlinable
  public func map<Result>(_ transform: @escaping (Element) throws -> Result)
    -> Observable<Result>
  {
    Producer { sink in
      self.subscribe(into: sink) { sink.onNext(try transform($0)) }
    }
  }
}

extension ObservableType {
  /// Transforms each element and drops results that are `nil`.
  ///
  ///     1-2-3|   compactMap { $0 == 2 ? nil : $0 }
  ///     1---3|
  @inlinable
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?)
    -> Observable<Result>
  {
    Producer { sink in
      self.subscribe(into: sink) { if let result = try transform($0) { sink.onNext(result) } }
    }
  }
}

extension ObservableType {
  /// Pairs each element with its index.
  ///
  ///     a-b|   enumerated()
  ///     x-y|   x = (0, "a"), y = (1, "b")
  @inlinable
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    Producer { sink in
      let next = StepState(0)
      return self.subscribe(into: sink) { element in
        let index = next.value
        next.value += 1
        sink.onNext((index: index, element: element))
      }
    }
  }
}

extension ObservableType {
  /// Decodes each element with the given decoder, and fails with the error that it throws.
  @inlinable
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(type: Item.Type, decoder: Coder)
    -> Observable<Item> where Coder.Input == Element
  {
    map { try decoder.decode(type, from: $0) }
  }
}
