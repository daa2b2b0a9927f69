extension ObservableType {
  /// Nothing, without end.
  ///
  ///     never()
  ///     -
  public static func never() -> Observable<Element> {
    Producer { _ in Disposables.create() }
  }
}
