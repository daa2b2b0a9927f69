extension ObservableType {
  /// One value, then the completion, at once.
  ///
  ///     just(a)
  ///     (a|)
  public static func just(_ element: Element) -> Observable<Element> {
    Producer { sink in
      sink.onNext(element)
      sink.onCompleted()
      return Disposables.create()
    }
  }

  /// One value and the completion, as one action of a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType)
    -> Observable<Element>
  {
    Producer { sink in
      scheduler.schedule(element) { element in
        sink.onNext(element)
        return scheduler.schedule(()) {
          sink.onCompleted()
          return Disposables.create()
        }
      }
    }
  }
}
