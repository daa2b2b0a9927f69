import MarblesCombine

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

extension ScriptOperator {
  static let rxDistinctUntilChanged = ScriptOperator(
    "distinctUntilChanged", dialects: [.rxswift], family: .filtering,
    "Leaves out values that equal the one before",
    signatures: [
      Signature(), Signature(.required(nil, .closure(1))), Signature(.required(nil, .closure(2))),
    ],
    example: "states.distinctUntilChanged()"
  ) { upstream, arguments, signature in
    guard let closure = arguments.closure(0) else {
      return upstream.observable.distinctUntilChanged().scripted
    }
    return signature == 1
      ? upstream.observable.distinctUntilChanged { try closure($0) }.scripted
      : upstream.observable.distinctUntilChanged { try closure.decides($0, $1) }.scripted
  }
}
