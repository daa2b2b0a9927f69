extension ObservableType {
  /// Asks the closure for an observable at each subscription. What it throws is the error.
  ///
  ///     deferred { just(a) }
  ///     (a|)
  public static func deferred(_ factory: @escaping () throws -> Observable<Element>)
    -> Observable<Element>
  {
    Producer { sink in
      do {
        return try factory().subscribe(sink)
      } catch {
        sink.onError(error)
        return Disposables.create()
      }
    }
  }
}
