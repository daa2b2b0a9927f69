import MarblesCombine

extension ObservableType {
  /// Calls closures before and after events are passed on.
  ///
  ///     a-b|   do(onNext: { log($0) })
  ///     a-b|
  ///
  /// If a closure throws, the result fails with the thrown error.
  @inlinable
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Observable<Element> {
    Producer { sink in
      onSubscribe?()
      let subscription = asObservable().subscribe(
        Receiver<Element>(lane: sink.lane) { event in
          do {
            switch event {
            case .next(let element):
              try onNext?(element)
              sink.onNext(element)
              try afterNext?(element)
            case .error(let error):
              try onError?(error)
              sink.end(event) { try? afterError?(error) }
            case .completed:
              try onCompleted?()
              sink.end(event) { try? afterCompleted?() }
            }
          } catch {
            sink.onError(error)
          }
        })
      onSubscribed?()
      return Disposables.create(subscription, Disposables.create { onDispose?() })
    }
  }
}
