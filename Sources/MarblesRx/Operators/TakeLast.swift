import Marbles
import MarblesCombine

extension ObservableType {
  /// Emits the last `count` elements when the source completes.
  ///
  ///     a-b-c|       takeLast(2)
  ///     -----(bc|)
  ///
  /// - Precondition: `count` is not negative.
  /// - Complexity: At most `count` elements are buffered.
  public func takeLast(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "count can't be negative")
    return Producer { sink in
      var last = Queue<(element: Element, held: HeldValues.Held?)>()
      let memory = sink.memory
      let subscription = self.subscribe(into: sink) { element in
        last.append((element, memory.hold(element)))
        if last.count > count, let old = last.popFirst() { memory.release(old.held, .replaced) }
      } onCompleted: {
        while let next = last.popFirst() {
          memory.release(next.held, .left) { sink.onNext(next.element) }
        }
        sink.onCompleted()
      }
      return Disposables.create(subscription, memory)
    }
  }
}
