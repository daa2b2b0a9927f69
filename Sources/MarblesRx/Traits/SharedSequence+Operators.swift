extension SharedSequenceConvertibleType {
  private func lift<Result>(_ transform: (Observable<Element>) -> Observable<Result>)
    -> SharedSequence<SharingStrategy, Result>
  {
    asSharedSequence().lift(transform)
  }

  /// Applies an operator whose result is shared by another strategy.
  private func lift<Strategy, Result>(
    to strategy: Strategy.Type, _ transform: (Observable<Element>) -> Observable<Result>
  ) -> SharedSequence<Strategy, Result> {
    SharedSequence(transform(asObservable()), scheduler: clock)
  }

  private var clock: any SchedulerType { asSharedSequence().scheduler }

  /// Transforms each element.
  public func map<Result>(_ transform: @escaping (Element) -> Result)
    -> SharedSequence<SharingStrategy, Result>
  {
    lift { $0.map(transform) }
  }

  /// Transforms each element and drops results that are `nil`.
  public func compactMap<Result>(_ transform: @escaping (Element) -> Result?)
    -> SharedSequence<SharingStrategy, Result>
  {
    lift { $0.compactMap(transform) }
  }

  /// Republishes the elements that satisfy the predicate.
  public func filter(_ isIncluded: @escaping (Element) -> Bool)
    -> SharedSequence<SharingStrategy, Element>
  {
    lift { $0.filter(isIncluded) }
  }

  /// Combines each element with the previous result, and emits the results.
  public func scan<State>(_ seed: State, accumulator: @escaping (State, Element) -> State)
    -> SharedSequence<SharingStrategy, State>
  {
    lift { $0.scan(seed, accumulator: accumulator) }
  }

  /// Drops elements whose key equals the key of the previous element.
  public func distinctUntilChanged<Key: Equatable>(_ keySelector: @escaping (Element) -> Key)
    -> SharedSequence<SharingStrategy, Element>
  {
    lift { $0.distinctUntilChanged(keySelector) }
  }

  /// Drops elements that are equal to the previous emitted element according to a closure.
  public func distinctUntilChanged(_ comparer: @escaping (_ last: Element, _ new: Element) -> Bool)
    -> SharedSequence<SharingStrategy, Element>
  {
    lift { $0.distinctUntilChanged(comparer) }
  }

  /// Drops elements whose key is equal to the previous emitted key according to a closure.
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) -> Key,
    comparer: @escaping (_ last: Key, _ new: Key) -> Bool
  ) -> SharedSequence<SharingStrategy, Element> {
    lift { $0.distinctUntilChanged(keySelector, comparer: comparer) }
  }

  /// Emits an element before the elements of the sequence.
  public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
    lift { $0.startWith(element) }
  }

  /// Skips the first `count` elements.
  public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
    lift { $0.skip(count) }
  }

  /// Calls closures before and after events are passed on.
  public func `do`(
    onNext: ((Element) -> Void)? = nil, afterNext: ((Element) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, afterCompleted: (() -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> SharedSequence<SharingStrategy, Element> {
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
  ) -> SharedSequence<SharingStrategy, Element> {
    lift {
      $0.debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function)
    }
  }

  /// Merges the sequences that a closure returns for each element.
  public func flatMap<Strategy, Result>(
    _ transform: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> {
    lift(to: Strategy.self) { $0.flatMap(transform) }
  }

  /// Emits the elements of the sequence that a closure returns for the latest element.
  public func flatMapLatest<Strategy, Result>(
    _ transform: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> {
    lift(to: Strategy.self) { $0.flatMapLatest(transform) }
  }

  /// Emits the elements of the sequence that a closure returns; drops elements while it runs.
  public func flatMapFirst<Strategy, Result>(
    _ transform: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> {
    lift(to: Strategy.self) { $0.flatMapFirst(transform) }
  }

  /// Emits the latest element of another sequence whenever this one emits.
  public func withLatestFrom<Other: SharedSequenceConvertibleType>(_ other: Other)
    -> SharedSequence<SharingStrategy, Other.Element>
  {
    lift { $0.withLatestFrom(other.asSharedSequence().asObservable()) }
  }

  /// Combines each element with the latest element of another sequence.
  public func withLatestFrom<Other: SharedSequenceConvertibleType, Result>(
    _ other: Other, resultSelector: @escaping (Element, Other.Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> {
    lift {
      $0.withLatestFrom(
        other.asSharedSequence().asObservable(), resultSelector: resultSelector)
    }
  }

  /// Combines an object with each element, and completes when the object no longer exists.
  public func withUnretained<Object: AnyObject, Result>(
    _ object: Object, resultSelector: @escaping (Object, Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> {
    lift { $0.withUnretained(object, resultSelector: resultSelector) }
  }

  /// Pairs an object with each element, and completes when the object no longer exists.
  public func withUnretained<Object: AnyObject>(_ object: Object)
    -> SharedSequence<SharingStrategy, (Object, Element)>
  {
    withUnretained(object) { ($0, $1) }
  }

  /// Emits an element when no other element has arrived for a time.
  public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    lift { $0.debounce(dueTime, scheduler: clock) }
  }

  /// Emits at most one element per time: the first one and, if `latest` is `true`, the last one.
  public func throttle(_ dueTime: RxTimeInterval, latest: Bool = true)
    -> SharedSequence<SharingStrategy, Element>
  {
    lift { $0.throttle(dueTime, latest: latest, scheduler: clock) }
  }

  /// Emits elements and the completion later.
  public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    lift { $0.delay(dueTime, scheduler: clock) }
  }
}

extension SharedSequenceConvertibleType where Element: Equatable {
  /// Drops elements that equal the previous element.
  public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
    distinctUntilChanged { $0 }
  }
}

extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
  /// Emits the elements of the latest inner sequence.
  public func switchLatest() -> SharedSequence<Element.SharingStrategy, Element.Element> {
    flatMapLatest { $0.asSharedSequence() }
  }

  /// Merges the elements of all inner sequences.
  public func merge() -> SharedSequence<Element.SharingStrategy, Element.Element> {
    flatMap { $0.asSharedSequence() }
  }

  /// Merges the elements of at most `maxConcurrent` inner sequences at a time.
  public func merge(maxConcurrent: Int)
    -> SharedSequence<Element.SharingStrategy, Element.Element>
  {
    SharedSequence(
      asObservable().merge(maxConcurrent: maxConcurrent),
      scheduler: asSharedSequence().scheduler)
  }
}

// MARK: Combination

extension SharedSequence {
  private static func combined<Sources: Collection>(
    _ sources: Sources, _ combine: ([Observable<Sources.Element.Element>]) -> Observable<Element>
  ) -> SharedSequence
  where
    Sources.Element: SharedSequenceConvertibleType,
    Sources.Element.SharingStrategy == SharingStrategy
  {
    let all = sources.map { $0.asSharedSequence() }
    return SharedSequence(
      combine(all.map { $0.asObservable() }),
      scheduler: all.first?.scheduler ?? SharingStrategy.scheduler)
  }

  /// Merges the elements of the given sequences.
  public static func merge<Sources: Collection>(_ sources: Sources) -> SharedSequence
  where Sources.Element == SharedSequence {
    combined(sources) { .merge($0) }
  }

  /// Merges the elements of the given sequences.
  public static func merge(_ sources: SharedSequence...) -> SharedSequence { merge(sources) }

  /// Concatenates the given sequences, which are iterated lazily.
  public static func concat<Sources: Sequence>(_ sources: Sources) -> SharedSequence
  where Sources.Element == SharedSequence {
    SharedSequence(
      .concat(sources.lazy.map { $0.asObservable() }), scheduler: SharingStrategy.scheduler)
  }

  /// Concatenates the given sequences, which are iterated lazily.
  public static func concat<Sources: Collection>(_ sources: Sources) -> SharedSequence
  where Sources.Element == SharedSequence {
    SharedSequence(
      .concat(sources.lazy.map { $0.asObservable() }),
      scheduler: sources.first?.scheduler ?? SharingStrategy.scheduler)
  }

  /// Concatenates the given sequences.
  public static func concat(_ sources: SharedSequence...) -> SharedSequence { concat(sources) }

  /// Combines the latest elements of a collection of sequences, whenever one of them emits.
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources, resultSelector: @escaping ([Sources.Element.Element]) -> Element
  ) -> SharedSequence
  where
    Sources.Element: SharedSequenceConvertibleType,
    Sources.Element.SharingStrategy == SharingStrategy
  {
    combined(sources) { Observable.combineLatest($0, resultSelector: resultSelector) }
  }

  /// Combines the latest elements of a collection of sequences into arrays.
  public static func combineLatest<Sources: Collection>(_ sources: Sources)
    -> SharedSequence<SharingStrategy, [Sources.Element.Element]>
  where
    Sources.Element: SharedSequenceConvertibleType,
    Sources.Element.SharingStrategy == SharingStrategy,
    Element == [Sources.Element.Element]
  {
    combineLatest(sources) { $0 }
  }

  /// Combines the n-th elements of a collection of sequences.
  public static func zip<Sources: Collection>(
    _ sources: Sources, resultSelector: @escaping ([Sources.Element.Element]) -> Element
  ) -> SharedSequence
  where
    Sources.Element: SharedSequenceConvertibleType,
    Sources.Element.SharingStrategy == SharingStrategy
  {
    combined(sources) { Observable.zip($0, resultSelector: resultSelector) }
  }

  /// Combines the n-th elements of a collection of sequences into arrays.
  public static func zip<Sources: Collection>(_ sources: Sources)
    -> SharedSequence<SharingStrategy, [Sources.Element.Element]>
  where
    Sources.Element: SharedSequenceConvertibleType,
    Sources.Element.SharingStrategy == SharingStrategy,
    Element == [Sources.Element.Element]
  {
    zip(sources) { $0 }
  }

  /// Combines the latest elements of the given sequences, whenever one of them emits.
  public static func combineLatest<each Other>(
    _ sources: repeat SharedSequence<SharingStrategy, each Other>,
    resultSelector: @escaping (repeat each Other) -> Element
  ) -> SharedSequence {
    let all = Observable.combineLatest(repeat each sources, resultSelector: resultSelector)
    return SharedSequence(all, scheduler: scheduler(of: repeat each sources))
  }

  /// Combines the latest elements of the given sequences into tuples.
  public static func combineLatest<each Other>(
    _ sources: repeat SharedSequence<SharingStrategy, each Other>
  ) -> SharedSequence where Element == (repeat each Other) {
    let all = Observable.combineLatest(repeat each sources)
    return SharedSequence(all, scheduler: scheduler(of: repeat each sources))
  }

  /// Combines the n-th elements of the given sequences.
  public static func zip<each Other>(
    _ sources: repeat SharedSequence<SharingStrategy, each Other>,
    resultSelector: @escaping (repeat each Other) -> Element
  ) -> SharedSequence {
    let all = Observable.zip(repeat each sources, resultSelector: resultSelector)
    return SharedSequence(all, scheduler: scheduler(of: repeat each sources))
  }

  /// Combines the n-th elements of the given sequences into tuples.
  public static func zip<each Other>(
    _ sources: repeat SharedSequence<SharingStrategy, each Other>
  ) -> SharedSequence where Element == (repeat each Other) {
    let all = Observable.zip(repeat each sources)
    return SharedSequence(all, scheduler: scheduler(of: repeat each sources))
  }

  /// The scheduler of the first sequence.
  private static func scheduler<each Other>(
    of sources: repeat SharedSequence<SharingStrategy, each Other>
  ) -> any SchedulerType {
    var first: (any SchedulerType)?
    repeat first = first ?? (each sources).scheduler
    return first ?? SharingStrategy.scheduler
  }
}
