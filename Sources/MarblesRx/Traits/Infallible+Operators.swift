extension InfallibleType {
  private func lift<Result>(_ transform: (Observable<Element>) -> Observable<Result>)
    -> Infallible<Result>
  {
    Infallible(transform(asObservable()))
  }

  // MARK: Transformation

  /// Transforms each element.
  public func map<Result>(_ transform: @escaping (Element) -> Result) -> Infallible<Result> {
    lift { $0.map(transform) }
  }

  /// Transforms each element and drops results that are `nil`.
  public func compactMap<Result>(_ transform: @escaping (Element) -> Result?)
    -> Infallible<Result>
  {
    lift { $0.compactMap(transform) }
  }

  /// Republishes the elements that satisfy the predicate.
  public func filter(_ isIncluded: @escaping (Element) -> Bool) -> Infallible<Element> {
    lift { $0.filter(isIncluded) }
  }

  /// Merges the infallibles that a closure returns for each element.
  public func flatMap<Source: InfallibleType>(_ transform: @escaping (Element) -> Source)
    -> Infallible<Source.Element>
  {
    lift { $0.flatMap(transform) }
  }

  /// Emits the elements of the infallible that a closure returns for the latest element.
  public func flatMapLatest<Source: InfallibleType>(_ transform: @escaping (Element) -> Source)
    -> Infallible<Source.Element>
  {
    lift { $0.flatMapLatest(transform) }
  }

  /// Emits the elements of the infallible that a closure returns; drops elements while it runs.
  public func flatMapFirst<Source: InfallibleType>(_ transform: @escaping (Element) -> Source)
    -> Infallible<Source.Element>
  {
    lift { $0.flatMapFirst(transform) }
  }

  /// Concatenates the infallibles that a closure returns for each element.
  public func concatMap<Source: InfallibleType>(_ transform: @escaping (Element) -> Source)
    -> Infallible<Source.Element>
  {
    lift { $0.concatMap(transform) }
  }

  /// Combines each element with the previous result, and emits the results.
  public func scan<State>(
    _ seed: State, accumulator: @escaping (State, Element) -> State
  ) -> Infallible<State> {
    lift { $0.scan(seed, accumulator: accumulator) }
  }

  /// Changes a state with each element, and emits the states.
  public func scan<State>(
    into seed: State, accumulator: @escaping (inout State, Element) -> Void
  ) -> Infallible<State> {
    lift { $0.scan(into: seed, accumulator: accumulator) }
  }

  /// Continues with another infallible when this one has completed.
  public func concat<Source: InfallibleType>(_ second: Source) -> Infallible<Element>
  where Source.Element == Element {
    lift { $0.concat(second) }
  }

  /// Emits an element before the elements of the stream.
  public func startWith(_ element: Element) -> Infallible<Element> {
    lift { $0.startWith(element) }
  }

  /// Pairs an object with each element, and completes when the object no longer exists.
  public func withUnretained<Object: AnyObject>(_ object: Object)
    -> Infallible<(Object, Element)>
  {
    lift { $0.withUnretained(object) }
  }

  /// Combines an object with each element, and completes when the object no longer exists.
  public func withUnretained<Object: AnyObject, Result>(
    _ object: Object, resultSelector: @escaping (Object, Element) -> Result
  ) -> Infallible<Result> {
    lift { $0.withUnretained(object, resultSelector: resultSelector) }
  }

  /// Emits the latest element of another infallible whenever this one emits.
  public func withLatestFrom<Source: InfallibleType>(_ other: Source)
    -> Infallible<Source.Element>
  {
    lift { $0.withLatestFrom(other) }
  }

  /// Combines each element with the latest element of another infallible.
  public func withLatestFrom<Source: InfallibleType, Result>(
    _ other: Source, resultSelector: @escaping (Element, Source.Element) -> Result
  ) -> Infallible<Result> {
    lift { $0.withLatestFrom(other, resultSelector: resultSelector) }
  }

  // MARK: Selection

  /// Drops elements whose key equals the key of the previous element.
  public func distinctUntilChanged<Key: Equatable>(_ keySelector: @escaping (Element) -> Key)
    -> Infallible<Element>
  {
    lift { $0.distinctUntilChanged(keySelector) }
  }

  /// Drops elements that are equal to the previous emitted element according to a closure.
  public func distinctUntilChanged(_ comparer: @escaping (_ last: Element, _ new: Element) -> Bool)
    -> Infallible<Element>
  {
    lift { $0.distinctUntilChanged(comparer) }
  }

  /// Drops elements whose key is equal to the previous emitted key according to a closure.
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) -> Key,
    comparer: @escaping (_ last: Key, _ new: Key) -> Bool
  ) -> Infallible<Element> {
    lift { $0.distinctUntilChanged(keySelector, comparer: comparer) }
  }

  /// Drops elements whose property equals the property of the previous emitted element.
  public func distinctUntilChanged<Property: Equatable>(at keyPath: KeyPath<Element, Property>)
    -> Infallible<Element>
  {
    lift { $0.distinctUntilChanged(at: keyPath) }
  }

  /// Republishes the first `count` elements and completes.
  public func take(_ count: Int) -> Infallible<Element> { lift { $0.take(count) } }

  /// Republishes the elements that arrive before a time has passed, and completes.
  public func take(for duration: RxTimeInterval, scheduler: any SchedulerType)
    -> Infallible<Element>
  {
    lift { $0.take(for: duration, scheduler: scheduler) }
  }

  /// Republishes elements until an observable emits, and completes. Its error has no effect.
  public func take<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    lift { $0.take(until: other.catch { _ in .empty() }) }
  }

  /// Republishes elements until the other stream emits, and completes.
  public func take<Source: InfallibleType>(until other: Source) -> Infallible<Element> {
    lift { $0.take(until: other.asObservable()) }
  }

  /// Republishes elements while the predicate returns `true`, and completes.
  public func take(
    while predicate: @escaping (Element) -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    lift { $0.take(while: predicate, behavior: behavior) }
  }

  /// Republishes elements until one satisfies the predicate, and completes.
  public func take(
    until predicate: @escaping (Element) -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    lift { $0.take(until: predicate, behavior: behavior) }
  }

  /// Emits the last `count` elements when the source completes.
  public func takeLast(_ count: Int) -> Infallible<Element> { lift { $0.takeLast(count) } }

  /// Skips the first `count` elements.
  public func skip(_ count: Int) -> Infallible<Element> { lift { $0.skip(count) } }

  /// Skips elements while the predicate returns `true`.
  public func skip(while predicate: @escaping (Element) -> Bool) -> Infallible<Element> {
    lift { $0.skip(while: predicate) }
  }

  /// Skips elements until the other stream emits.
  public func skip<Source: InfallibleType>(until other: Source) -> Infallible<Element> {
    lift { $0.skip(until: other.asObservable()) }
  }

  /// Skips elements until an observable emits. Its error has no effect.
  public func skip<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    lift { $0.skip(until: other.catch { _ in .empty() }) }
  }

  /// Skips the elements that arrive before a time has passed.
  public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType)
    -> Infallible<Element>
  {
    lift { $0.skip(duration, scheduler: scheduler) }
  }

  // MARK: Time and sharing

  /// Emits an element when no other element has arrived for a time.
  public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> Infallible<Element>
  {
    lift { $0.debounce(dueTime, scheduler: scheduler) }
  }

  /// Emits at most one element per time: the first one and, if `latest` is `true`, the last one.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    lift { $0.throttle(dueTime, latest: latest, scheduler: scheduler) }
  }

  /// Emits elements and the completion later.
  public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> Infallible<Element>
  {
    lift { $0.delay(dueTime, scheduler: scheduler) }
  }

  /// Delivers the events on a scheduler.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    lift { $0.observe(on: scheduler) }
  }

  /// Subscribes to the source, and disposes the subscription, on a scheduler.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    lift { $0.subscribe(on: scheduler) }
  }

  /// Shares one subscription among all observers, and replays the last elements.
  public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected)
    -> Infallible<Element>
  {
    lift { $0.share(replay: replay, scope: scope) }
  }

  // MARK: Side effects

  /// Calls closures before and after events are passed on.
  public func `do`(
    onNext: ((Element) -> Void)? = nil, afterNext: ((Element) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, afterCompleted: (() -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Infallible<Element> {
    lift {
      $0.do(
        onNext: onNext, afterNext: afterNext, onCompleted: onCompleted,
        afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed,
        onDispose: onDispose)
    }
  }

  /// Prints subscriptions, events and disposals.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> Infallible<Element> {
    lift {
      $0.debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function)
    }
  }

  /// Collects all elements into an array, and emits it when the source completes.
  public func toArray() -> Single<[Element]> { asObservable().toArray() }
}

extension InfallibleType where Element: Equatable {
  /// Drops elements that equal the previous element.
  public func distinctUntilChanged() -> Infallible<Element> {
    lift { $0.distinctUntilChanged() }
  }
}
