import MarblesCombine

extension ObservableType where Element: Equatable {
  /// Drops elements that equal the previous element.
  ///
  ///     a-a-b-a|   distinctUntilChanged()
  ///     a---b-a|
  @inlinable
  public func distinctUntilChanged() -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
  }
}

extension ObservableType {
  /// Drops elements whose key equals the key of the previous element.
  @inlinable
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector, comparer: { $0 == $1 })
  }

  /// Drops elements that are equal to the previous emitted element according to a closure.
  @inlinable
  public func distinctUntilChanged(
    _ comparer: @escaping (_ last: Element, _ new: Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// Drops elements whose property equals the property of the previous emitted element.
  @inlinable
  public func distinctUntilChanged<Property: Equatable>(
    at keyPath: KeyPath<Element, Property>
  ) -> Observable<Element> {
    distinctUntilChanged { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
  }

  /// Drops elements whose key is equal to the previous emitted key according to a closure.
  @inlinable
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) throws -> Key,
    comparer: @escaping (_ last: Key, _ new: Key) throws -> Bool
  ) -> Observable<Element> {
    Producer { sink in
      let last = StepState<Key?>(nil)
      return self.subscribe(into: sink) { element in
        let key = try keySelector(element)
        if let last = last.value, try comparer(last, key) { return }
        last.value = key
        sink.onNext(element)
      }
    }
  }
}
