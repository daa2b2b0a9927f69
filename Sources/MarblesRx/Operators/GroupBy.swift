import MarblesCombine

/// An observable of elements that have the same key.
public struct GroupedObservable<Key, Element>: ObservableType {
  /// The type of the elements that the group publishes.
  public typealias Output = Element
  /// The failure type of observables.
  public typealias Failure = any Error

  /// The common key of the elements.
  public let key: Key
  @usableFromInline let source: Observable<Element>

  /// Creates a group from a key and the observable of its elements.
  public init(key: Key, source: Observable<Element>) {
    self.key = key
    self.source = source
  }

  /// Subscribes an observer.
  @inlinable
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    source.subscribe(observer)
  }

  /// Returns the elements without the key.
  @inlinable
  public func asObservable() -> Observable<Element> { source }
}

extension ObservableType {
  /// Splits the elements into one observable per key, which is emitted before its first element.
  ///
  ///     1-2-3-4|   groupBy { $0 % 2 }
  ///     x-y----|   x: 1---3--|   y: 2---4|
  ///
  /// The source stays subscribed until the result and all subscribed groups have been disposed.
  ///
  /// - Parameter keySelector: Returns the key of an element. If it throws, the result and all
  ///   groups fail with the thrown error.
  /// - Complexity: One subject per key is kept until the end.
  @inlinable
  public func groupBy<Key: Hashable>(keySelector: @escaping (Element) throws -> Key)
    -> Observable<GroupedObservable<Key, Element>>
  {
    Producer { sink in
      let subscription = SingleAssignmentDisposable()
      let references = RefCountDisposable(disposable: subscription)
      let keys = StepState<[Key]>([])
      let groups = StepState<[Key: PublishSubject<Element>]>([:])

      func group(_ key: Key) -> PublishSubject<Element> {
        if let known = groups.value[key] { return known }
        let new = PublishSubject<Element>()
        groups.value[key] = new
        keys.value.append(key)
        sink.onNext(GroupedObservable(key: key, source: new.retaining(references)))
        return new
      }

      func end(_ event: Event<Element>) {
        for key in keys.value { groups.value[key]?.on(event) }
        if case .error(let error) = event { sink.onError(error) } else { sink.onCompleted() }
        subscription.dispose()
      }

      subscription.setDisposable(
        asObservable().subscribe(
          Receiver<Element>(
            input: sink.input,
            next: { element in
              do {
                group(try keySelector(element)).onNext(element)
              } catch {
                end(.error(error))
              }
            }, end: end)))
      return references
    }
  }
}
