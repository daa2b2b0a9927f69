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
        Receiver<Element>(
          input: sink.input,
          next: { element in
            do {
              try onNext?(element)
              sink.onNext(element)
              try afterNext?(element)
            } catch {
              sink.onError(error)
            }
          },
          end: { event in
            do {
              if case .error(let error) = event {
                try onError?(error)
                sink.end(event) { try? afterError?(error) }
              } else {
                try onCompleted?()
                sink.end(event) { try? afterCompleted?() }
              }
            } catch {
              sink.onError(error)
            }
          }))
      onSubscribed?()
      return Disposables.create(subscription, Disposables.create { onDispose?() })
    }
  }
}
