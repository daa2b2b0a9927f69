// The operators of drivers and signals: those of observables, with the result shared again.

extension SharedSequenceConvertibleType {
  private func lift<Result>(_ transform: (Observable<Element>) -> Observable<Result>)
    -> SharedSequence<SharingStrategy, Result>
  {
    asSharedSequence().lift(transform)
  }

  private var clock: any SchedulerType { asSharedSequence().scheduler }

  public func map<Result>(_ transform: @escaping (Element) -> Result)
    -> SharedSequence<SharingStrategy, Result>
  {
    lift { $0.map(transform) }
  }

  public func compactMap<Result>(_ transform: @escaping (Element) -> Result?)
    -> SharedSequence<SharingStrategy, Result>
  {
    lift { $0.compactMap(transform) }
  }

  public func filter(_ isIncluded: @escaping (Element) -> Bool)
    -> SharedSequence<SharingStrategy, Element>
  {
    lift { $0.filter(isIncluded) }
  }

  public func scan<State>(_ seed: State, accumulator: @escaping (State, Element) -> State)
    -> SharedSequence<SharingStrategy, State>
  {
    lift { $0.scan(seed, accumulator: accumulator) }
  }

  public func distinctUntilChanged<Key: Equatable>(_ keySelector: @escaping (Element) -> Key)
    -> SharedSequence<SharingStrategy, Element>
  {
    lift { $0.distinctUntilChanged(keySelector) }
  }

  public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
    lift { $0.startWith(element) }
  }

  public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
    lift { $0.skip(count) }
  }

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

  public func flatMap<Result>(
    _ transform: @escaping (Element) -> SharedSequence<SharingStrategy, Result>
  ) -> SharedSequence<SharingStrategy, Result> {
    lift { $0.flatMap(transform) }
  }

  public func flatMapLatest<Result>(
    _ transform: @escaping (Element) -> SharedSequence<SharingStrategy, Result>
  ) -> SharedSequence<SharingStrategy, Result> {
    lift { $0.flatMapLatest(transform) }
  }

  public func flatMapFirst<Result>(
    _ transform: @escaping (Element) -> SharedSequence<SharingStrategy, Result>
  ) -> SharedSequence<SharingStrategy, Result> {
    lift { $0.flatMapFirst(transform) }
  }

  public func withLatestFrom<Other: SharedSequenceConvertibleType>(_ other: Other)
    -> SharedSequence<SharingStrategy, Other.Element>
  where Other.SharingStrategy == SharingStrategy {
    lift { $0.withLatestFrom(other.asSharedSequence().asObservable()) }
  }

  public func withLatestFrom<Other: SharedSequenceConvertibleType, Result>(
    _ other: Other, resultSelector: @escaping (Element, Other.Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> where Other.SharingStrategy == SharingStrategy {
    lift {
      $0.withLatestFrom(
        other.asSharedSequence().asObservable(), resultSelector: resultSelector)
    }
  }

  public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    lift { $0.debounce(dueTime, scheduler: clock) }
  }

  public func throttle(_ dueTime: RxTimeInterval, latest: Bool = true)
    -> SharedSequence<SharingStrategy, Element>
  {
    lift { $0.throttle(dueTime, latest: latest, scheduler: clock) }
  }

  public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    lift { $0.delay(dueTime, scheduler: clock) }
  }
}

extension SharedSequenceConvertibleType where Element: Equatable {
  public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
    distinctUntilChanged { $0 }
  }
}

extension SharedSequence {
  /// One value, then the completion.
  public static func just(_ element: Element) -> SharedSequence {
    SharedSequence(raw: .just(element), scheduler: SharingStrategy.scheduler)
  }

  /// The completion, at once.
  public static func empty() -> SharedSequence {
    SharedSequence(raw: .empty(), scheduler: SharingStrategy.scheduler)
  }

  /// Nothing, without end.
  public static func never() -> SharedSequence {
    SharedSequence(raw: .never(), scheduler: SharingStrategy.scheduler)
  }

  /// The values of all sequences as they come.
  public static func merge(_ sources: SharedSequence...) -> SharedSequence {
    let all = Observable.merge(sources.map { $0.asObservable() })
    return SharedSequence(all, scheduler: sources.first?.scheduler ?? SharingStrategy.scheduler)
  }

  /// One sequence after the other.
  public static func concat(_ sources: SharedSequence...) -> SharedSequence {
    let all = Observable.concat(sources.map { $0.asObservable() })
    return SharedSequence(all, scheduler: sources.first?.scheduler ?? SharingStrategy.scheduler)
  }

  /// The latest values of all sequences, whenever one of them emits.
  public static func combineLatest<each Other>(
    _ sources: repeat SharedSequence<SharingStrategy, each Other>,
    resultSelector: @escaping (repeat each Other) -> Element
  ) -> SharedSequence {
    let all = Observable.combineLatest(repeat each sources, resultSelector: resultSelector)
    return SharedSequence(all, scheduler: SharingStrategy.scheduler)
  }

  /// The latest values of all sequences as a tuple, whenever one of them emits.
  public static func combineLatest<each Other>(
    _ sources: repeat SharedSequence<SharingStrategy, each Other>
  ) -> SharedSequence where Element == (repeat each Other) {
    let all = Observable.combineLatest(repeat each sources)
    return SharedSequence(all, scheduler: SharingStrategy.scheduler)
  }

  /// The n-th values of all sequences together, as the closure combines them.
  public static func zip<each Other>(
    _ sources: repeat SharedSequence<SharingStrategy, each Other>,
    resultSelector: @escaping (repeat each Other) -> Element
  ) -> SharedSequence {
    let all = Observable.zip(repeat each sources, resultSelector: resultSelector)
    return SharedSequence(all, scheduler: SharingStrategy.scheduler)
  }
}
