extension ObservableType where Element: Equatable {
  /// Leaves out values that equal the one before.
  ///
  ///     a-a-b-a|   distinctUntilChanged()
  ///     a---b-a|
  public func distinctUntilChanged() -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
  }
}

extension ObservableType {
  /// Leaves out values whose key equals that of the one before.
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector, comparer: { $0 == $1 })
  }

  /// Leaves out values that the closure finds equal to the last one that came through.
  public func distinctUntilChanged(
    _ comparer: @escaping (_ last: Element, _ new: Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// Leaves out values whose property equals that of the one before.
  public func distinctUntilChanged<Property: Equatable>(
    at keyPath: KeyPath<Element, Property>
  ) -> Observable<Element> {
    distinctUntilChanged { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
  }

  /// Leaves out values whose key the closure finds equal to that of the last that came through.
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) throws -> Key,
    comparer: @escaping (_ last: Key, _ new: Key) throws -> Bool
  ) -> Observable<Element> {
    Producer { sink in
      var last: Key?
      return self.subscribe(into: sink) { element in
        let key = try keySelector(element)
        if let last, try comparer(last, key) { return }
        last = key
        sink.onNext(element)
      }
    }
  }
}
