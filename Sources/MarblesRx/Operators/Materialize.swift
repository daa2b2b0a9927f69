import MarblesCombine

extension ObservableType {
  /// Emits each event, including the end, as an element.
  ///
  ///     a-b|      materialize()
  ///     x-y(z|)   x = next(a), y = next(b), z = completed
  @inlinable
  public func materialize() -> Observable<Event<Element>> {
    Producer { sink in
      asObservable().subscribe(
        Receiver<Element>(input: sink.input) { event in
          sink.onNext(event)
          if event.isStopEvent { sink.onCompleted() }
        })
    }
  }
}

extension ObservableType where Element: EventConvertible {
  /// Sends the events that the elements represent; the inverse of ``materialize()``.
  @inlinable
  public func dematerialize() -> Observable<Element.Element> {
    Producer { sink in
      self.subscribe(into: sink) { sink.on($0.event) }
    }
  }
}
