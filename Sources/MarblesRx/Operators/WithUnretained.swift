/// The error by which `withUnretained` completes when its object no longer exists.
private struct FailedRetaining: Error {}

extension ObservableType {
  /// Combines an object with each element, and completes when the object no longer exists.
  ///
  /// The object is not retained.
  public func withUnretained<Object: AnyObject, Result>(
    _ object: Object, resultSelector: @escaping (Object, Element) -> Result
  ) -> Observable<Result> {
    map { [weak object] element -> Result in
      guard let object else { throw FailedRetaining() }
      return resultSelector(object, element)
    }
    .catch { $0 is FailedRetaining ? .empty() : .error($0) }
  }

  /// Pairs an object with each element, and completes when the object no longer exists.
  ///
  /// The object is not retained.
  public func withUnretained<Object: AnyObject>(_ object: Object)
    -> Observable<(Object, Element)>
  {
    withUnretained(object) { ($0, $1) }
  }
}
