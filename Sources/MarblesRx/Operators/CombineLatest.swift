import Marbles
import MarblesCombine

extension ObservableType {
  /// Combines the latest elements of all observables, whenever one of them emits.
  ///
  ///     1---2----|
  ///     --a----b--|   combineLatest(numbers, letters)
  ///     --x-y--z--|   x = (1, "a"), y = (2, "a"), z = (2, "b")
  ///
  /// The first combination is emitted when each observable has emitted. It completes when all
  /// observables have completed, or when an element arrives and all others have completed although
  /// a combination is not possible.
  @inlinable
  public static func combineLatest<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source,
    resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    func start(_ sink: Sink<Element>) -> any Disposable {
      let latest = (repeat LatestValue.for(each sources))
      let run = CombineLatestRun(sink) { try resultSelector(repeat try (each latest).get()) }
      repeat run.add(each sources, each latest)
      return run.start()
    }
    return Producer(start)
  }

  /// Combines the latest elements of two observables, whenever one of them emits.
  ///
  /// It has no parameter pack, which the optimizer does not specialize. The same applies to the
  /// forms for three to eight observables.
  @inlinable
  public static func combineLatest<
    First: ObservableConvertibleType,
    Second: ObservableConvertibleType
  >(
    _ first: First, _ second: Second,
    resultSelector: @escaping (First.Element, Second.Element) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let (one, other) = (LatestValue<First.Element>(), LatestValue<Second.Element>())
      let run = CombineLatestRun(sink) { try resultSelector(one.get(), other.get()) }
      run.add(first, one)
      run.add(second, other)
      return run.start()
    }
  }

  /// Combines the latest elements of three observables, whenever one of them emits.
  @inlinable
  public static func combineLatest<
    First: ObservableConvertibleType,
    Second: ObservableConvertibleType,
    Third: ObservableConvertibleType
  >(
    _ first: First, _ second: Second, _ third: Third,
    resultSelector: @escaping (First.Element, Second.Element, Third.Element) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let one = LatestValue<First.Element>()
      let other = LatestValue<Second.Element>()
      let last = LatestValue<Third.Element>()
      let run = CombineLatestRun(sink) { try resultSelector(one.get(), other.get(), last.get()) }
      run.add(first, one)
      run.add(second, other)
      run.add(third, last)
      return run.start()
    }
  }

  /// Combines the latest elements of four observables, whenever one of them emits.
  @inlinable
  public static func combineLatest<
    First: ObservableConvertibleType,
    Second: ObservableConvertibleType,
    Third: ObservableConvertibleType,
    Fourth: ObservableConvertibleType
  >(
    _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth,
    resultSelector:
      @escaping (First.Element, Second.Element, Third.Element, Fourth.Element) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let (one, two) = (LatestValue<First.Element>(), LatestValue<Second.Element>())
      let (three, four) = (LatestValue<Third.Element>(), LatestValue<Fourth.Element>())
      let run = CombineLatestRun(sink) {
        try resultSelector(one.get(), two.get(), three.get(), four.get())
      }
      run.add(first, one)
      run.add(second, two)
      run.add(third, three)
      run.add(fourth, four)
      return run.start()
    }
  }

  /// Combines the latest elements of two observables into tuples, whenever one of them emits.
  @inlinable
  public static func combineLatest<
    First: ObservableConvertibleType,
    Second: ObservableConvertibleType
  >(_ first: First, _ second: Second)
    -> Observable<(First.Element, Second.Element)>
  where Element == (First.Element, Second.Element) {
    Observable.combineLatest(first, second) { ($0, $1) }
  }

  /// Combines the latest elements of three observables into tuples, whenever one of them emits.
  @inlinable
  public static func combineLatest<
    First: ObservableConvertibleType,
    Second: ObservableConvertibleType,
    Third: ObservableConvertibleType
  >(_ first: First, _ second: Second, _ third: Third)
    -> Observable<(First.Element, Second.Element, Third.Element)>
  where Element == (First.Element, Second.Element, Third.Element) {
    Observable.combineLatest(first, second, third) { ($0, $1, $2) }
  }

  /// Combines the latest elements of four observables into tuples, whenever one of them emits.
  @inlinable
  public static func combineLatest<
    First: ObservableConvertibleType,
    Second: ObservableConvertibleType,
    Third: ObservableConvertibleType,
    Fourth: ObservableConvertibleType
  >(_ first: First, _ second: Second, _ third: Third, _ fourth: Fourth)
    -> Observable<(First.Element, Second.Element, Third.Element, Fourth.Element)>
  where Element == (First.Element, Second.Element, Third.Element, Fourth.Element) {
    Observable.combineLatest(first, second, third, fourth) { ($0, $1, $2, $3) }
  }

  /// Combines the latest elements of all observables into tuples, whenever one of them emits.
  @inlinable
  public static func combineLatest<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source
  ) -> Observable<(repeat (each Source).Element)>
  where Element == (repeat (each Source).Element) {
    Observable.combineLatest(repeat each sources) { (values: repeat (each Source).Element) in
      (repeat each values)
    }
  }

  /// Combines the latest elements of a collection of observables, whenever one of them emits.
  ///
  /// An empty collection emits the result of `resultSelector([])` and completes.
  @inlinable
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources, resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType {
    Producer { sink in
      let latest = sources.map { _ in LatestValue<Sources.Element.Element>() }
      let run = CombineLatestRun(sink, isCollection: true) {
        try resultSelector(latest.map { try $0.get() })
      }
      for (source, value) in Swift.zip(sources, latest) { run.add(source, value) }
      if latest.isEmpty { run.emit() }
      return run.start()
    }
  }

  /// Combines the latest elements of a collection of observables into arrays, whenever one of them
  /// emits.
  ///
  /// An empty collection emits an empty array and completes.
  @inlinable
  public static func combineLatest<Sources: Collection>(_ sources: Sources)
    -> Observable<[Sources.Element.Element]>
  where Sources.Element: ObservableConvertibleType, Element == [Sources.Element.Element] {
    combineLatest(sources) { $0 }
  }
}

/// The latest element of one observable. Guarded by the gate of the operator.
@usableFromInline
final class LatestValue<Element> {
  @usableFromInline @exclusivity(unchecked) var value: Element?
  /// The record of the element, if the operator is recorded.
  @usableFromInline @exclusivity(unchecked) var held: HeldValues.Held?

  @inlinable init() {}

  @inlinable static func `for`<Source: ObservableConvertibleType<Element>>(_ source: Source)
    -> LatestValue
  {
    LatestValue()
  }

  /// Stores an element and returns whether it is the first one.
  @inlinable
  func set(_ new: Element) -> Bool {
    defer { value = new }
    return value == nil
  }

  @inlinable
  func get() throws -> Element {
    guard let value else { throw RxError.noElements }
    return value
  }
}

/// One subscription to a combineLatest of observables with any element types.
@usableFromInline
final class CombineLatestRun<Result> {
  @usableFromInline let subscriptions = CompositeDisposable()
  @usableFromInline let sink: Sink<Result>
  /// The latest elements in the recording; `nil` if the operator is not recorded.
  @usableFromInline let memory: HeldValues?
  /// Whether a source that fails is disposed after the error has been passed on, like in RxSwift's
  /// operator for collections.
  @usableFromInline let isCollection: Bool
  /// Returns the combination of the latest elements.
  @usableFromInline let combination: () throws -> Result
  @usableFromInline let gate = SerialGate()
  @usableFromInline var starts: [() -> Void] = []
  @usableFromInline @exclusivity(unchecked) var count = 0
  @usableFromInline @exclusivity(unchecked) var withValue = 0
  @usableFromInline @exclusivity(unchecked) var ended: Set<Int> = []

  @inlinable
  init(
    _ sink: Sink<Result>, isCollection: Bool = false, combination: @escaping () throws -> Result
  ) {
    self.sink = sink
    self.isCollection = isCollection
    self.combination = combination
    memory = sink.recordedMemory
  }

  @inlinable
  func add<Source: ObservableConvertibleType>(
    _ source: Source, _ latest: LatestValue<Source.Element>
  ) {
    let index = count
    count += 1
    starts.append { [self] in
      let subscription = SingleAssignmentDisposable()
      _ = subscriptions.insert(subscription)
      subscription.setDisposable(
        source.asObservable().subscribe(into: sink, through: gate, as: .input(index + 1)) {
          [self] event in
          if case .error = event, !isCollection { subscription.dispose() }
          switch event {
          case .next(let element):
            if let memory {
              memory.release(latest.held, .replaced)
              latest.held = memory.hold(element)
            }
            if latest.set(element) { withValue += 1 }
            if withValue == count { emit() } else { completeIfIncomplete(index) }
          case .error(let error): sink.onError(error)
          case .completed:
            ended.insert(index)
            if ended.count == count { sink.onCompleted() } else { subscription.dispose() }
          }
        })
    }
  }

  @inlinable
  func emit() {
    do {
      sink.onNext(try combination())
    } catch {
      sink.onError(error)
    }
  }

  /// Completes if the observable at `index` is the only one that has not completed.
  @inlinable
  func completeIfIncomplete(_ index: Int) {
    if ended.count == count - 1, !ended.contains(index) { sink.onCompleted() }
  }

  /// Subscribes to the observables, in the order in which they were added.
  @usableFromInline
  func start() -> any Disposable {
    if count == 0 { sink.onCompleted() }
    let starts = starts
    self.starts = []
    for start in starts { start() }
    if let memory { _ = subscriptions.insert(memory) }
    return subscriptions
  }
}
