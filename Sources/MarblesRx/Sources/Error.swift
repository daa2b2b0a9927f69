extension ObservableType {
  /// An error, at once.
  ///
  ///     error(boom)
  ///     #
  public static func error(_ error: any Error) -> Observable<Element> {
    Producer { sink in
      sink.onError(error)
      return Disposables.create()
    }
  }
}
