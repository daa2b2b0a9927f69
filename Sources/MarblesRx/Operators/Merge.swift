import Marbles
import MarblesCombine

extension ObservableType {
  /// Merges the elements of the given observables; completes when all of them have completed.
  ///
  ///     a---c|
  ///     --b---d|   merge([first, second])
  ///     a-b-c-d|
  ///
  /// Observables that follow one that fails during its subscription are not subscribed.
  @inlinable
  public static func merge<Sources: Collection>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Producer { sink in
      let gate = SerialGate()
      let group = CompositeDisposable()
      var open = sources.count
      guard open > 0 else {
        sink.onCompleted()
        return group
      }
      for source in sources where !sink.isDisposed {
        let subscription = SingleAssignmentDisposable()
        let key = group.insert(subscription)
        subscription.setDisposable(
          source.subscribe(into: sink, through: gate, as: .inner) { event in
            guard case .completed = event else { return sink.on(event) }
            if let key { group.remove(for: key) }
            open -= 1
            if open == 0 { sink.onCompleted() }
          })
      }
      return group
    }
  }

  /// Merges the elements of the given observables; completes when all of them have completed.
  @inlinable
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Merges the elements of all inner observables.
  @inlinable
  public func merge() -> Observable<Element.Element> { flatMap { $0 } }

  /// Merges the elements of at most `maxConcurrent` inner observables at a time; the others wait in
  /// a queue.
  ///
  /// - Precondition: `maxConcurrent` is positive.
  @inlinable
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    precondition(maxConcurrent > 0, "maxConcurrent has to be 1 or more")
    return inner(.queue(maxConcurrent)) { $0 }
  }

  /// Concatenates the inner observables in the order in which they arrive.
  @inlinable
  public func concat() -> Observable<Element.Element> { merge(maxConcurrent: 1) }

  /// Emits the elements of the newest inner observable only.
  @inlinable
  public func switchLatest() -> Observable<Element.Element> { flatMapLatest { $0 } }
}
