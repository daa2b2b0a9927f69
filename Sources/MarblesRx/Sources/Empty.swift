extension ObservableType {
  /// The completion, at once.
  ///
  ///     empty()
  ///     |
  public static func empty() -> Observable<Element> {
    Producer { sink in
      sink.onCompleted()
      return Disposables.create()
    }
  }
}
