extension ObservableType {
  /// An observable whose work is the closure, run anew for each subscriber.
  ///
  ///     create { observer in observer.onNext("a"); observer.onCompleted(); return … }
  ///     (a|)
  ///
  /// What the closure returns is disposed at the end or when the subscriber leaves.
  public static func create(
    _ subscribe: @escaping (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    Producer { sink in subscribe(AnyObserver(sink)) }
  }
}
