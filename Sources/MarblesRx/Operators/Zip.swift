import Marbles
import MarblesCombine

extension ObservableType {
  /// Combines the n-th elements of all observables.
  ///
  ///     1-2---3|
  ///     -a--b---|   zip(numbers, letters)
  ///     -x--y---|   x = (1, "a"), y = (2, "b")
  ///
  /// It completes when *all* observables have completed, even if no further combination is
  /// possible. Combine's `zip` finishes as soon as a completed side has no element left.
  ///
  /// - Complexity: Elements that wait for their counterparts are buffered without bound.
  @inlinable
  public static func zip<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source,
    resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    func start(_ sink: Sink<Element>) -> any Disposable {
      let queues = (repeat ZipQueue.for(each sources))
      let run = ZipRun(sink) { try resultSelector(repeat try (each queues).pop()) }
      repeat run.add(each sources, each queues)
      return run.start()
    }
    return Producer(start)
  }

  /// Combines the n-th elements of two observables.
  ///
  /// It has no parameter pack, which the optimizer does not specialize. The same applies to the
  /// forms for three to eight observables.
  @inlinable
  public static func zip<First: ObservableConvertibleType, Second: ObservableConvertibleType>(
    _ first: First, _ second: Second,
    resultSelector: @escaping (First.Element, Second.Element) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let (one, other) = (ZipQueue<First.Element>(), ZipQueue<Second.Element>())
      let run = ZipRun(sink) { try resultSelector(one.pop(), other.pop()) }
      run.add(first, one)
      run.add(second, other)
      return run.start()
    }
  }

  /// Combines the n-th elements of three observables.
  @inlinable
  public static func zip<
    First: ObservableConvertibleType,
    Second: ObservableConvertibleType,
    Third: ObservableConvertibleType
  >(
    _ first: First, _ second: Second, _ third: Third,
    resultSelector: @escaping (First.Element, Second.Element, Third.Element) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let one = ZipQueue<First.Element>()
      let other = ZipQueue<Second.Element>()
      let last = ZipQueue<Third.Element>()
      let run = ZipRun(sink) { try resultSelector(one.pop(), other.pop(), last.pop()) }
      run.add(first, one)
      run.add(second, other)
      run.add(third, last)
      return run.start()
    }
  }

  /// Combines the n-th elements of four observables.
  @inlinable
  public static func zip<
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
      let (one, two) = (ZipQueue<First.Element>(), ZipQueue<Second.Element>())
      let (three, four) = (ZipQueue<Third.Element>(), ZipQueue<Fourth.Element>())
      let run = ZipRun(sink) {
        try resultSelector(one.pop(), two.pop(), three.pop(), four.pop())
      }
      run.add(first, one)
      run.add(second, two)
      run.add(third, three)
      run.add(fourth, four)
      return run.start()
    }
  }

  /// Combines the n-th elements of two observables into tuples.
  @inlinable
  public static func zip<First: ObservableConvertibleType, Second: ObservableConvertibleType>(
    _ first: First, _ second: Second
  ) -> Observable<(First.Element, Second.Element)>
  where Element == (First.Element, Second.Element) {
    Observable.zip(first, second) { ($0, $1) }
  }

  /// Combines the n-th elements of three observables into tuples.
  @inlinable
  public static func zip<
    First: ObservableConvertibleType,
    Second: ObservableConvertibleType,
    Third: ObservableConvertibleType
  >(_ first: First, _ second: Second, _ third: Third)
    -> Observable<(First.Element, Second.Element, Third.Element)>
  where Element == (First.Element, Second.Element, Third.Element) {
    Observable.zip(first, second, third) { ($0, $1, $2) }
  }

  /// Combines the n-th elements of four observables into tuples.
  @inlinable
  public static func zip<
    First: ObservableConvertibleType,
    Second: ObservableConvertibleType,
    Third: ObservableConvertibleType,
    Fourth: ObservableConvertibleType
  >(_ first: First, _ second: Second, _ third: Third, _ fourth: Fourth)
    -> Observable<(First.Element, Second.Element, Third.Element, Fourth.Element)>
  where Element == (First.Element, Second.Element, Third.Element, Fourth.Element) {
    Observable.zip(first, second, third, fourth) { ($0, $1, $2, $3) }
  }

  /// Combines the n-th elements of all observables into tuples.
  @inlinable
  public static func zip<each Source: ObservableConvertibleType>(_ sources: repeat each Source)
    -> Observable<(repeat (each Source).Element)>
  where Element == (repeat (each Source).Element) {
    Observable.zip(repeat each sources) { (values: repeat (each Source).Element) in
      (repeat each values)
    }
  }

  /// Combines the n-th elements of a collection of observables.
  ///
  /// It also completes when an element arrives that can no longer be combined, because all other
  /// observables have completed. An empty collection completes at once.
  @inlinable
  public static func zip<Sources: Collection>(
    _ sources: Sources, resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType {
    Producer { sink in
      let queues = sources.map { _ in ZipQueue<Sources.Element.Element>() }
      let run = ZipRun(sink, isCollection: true) {
        try resultSelector(queues.map { try $0.pop() })
      }
      for (source, queue) in Swift.zip(sources, queues) { run.add(source, queue) }
      return run.start()
    }
  }

  /// Combines the n-th elements of a collection of observables into arrays.
  @inlinable
  public static func zip<Sources: Collection>(_ sources: Sources)
    -> Observable<[Sources.Element.Element]>
  where Sources.Element: ObservableConvertibleType, Element == [Sources.Element.Element] {
    zip(sources) { $0 }
  }
}

/// One of the observables of a zip. Guarded by the gate of the operator.
@usableFromInline
class ZipSide {
  /// The number of elements that have no counterparts yet.
  @usableFromInline @exclusivity(unchecked) final var count = 0
  /// The records of these elements, if the operator is recorded.
  @usableFromInline @exclusivity(unchecked) final var held = Queue<HeldValues.Held?>()

  @inlinable init() {}
}

/// Elements of one observable that have no counterparts yet.
@usableFromInline
final class ZipQueue<Element>: ZipSide {
  @usableFromInline @exclusivity(unchecked) var waiting = Queue<Element>()

  @inlinable override init() {}

  @inlinable static func `for`<Source: ObservableConvertibleType<Element>>(_ source: Source)
    -> ZipQueue
  {
    ZipQueue()
  }

  @inlinable
  func append(_ element: Element) {
    waiting.append(element)
    count += 1
  }

  @inlinable
  func pop() throws -> Element {
    guard let element = waiting.popFirst() else { throw RxError.noElements }
    count -= 1
    return element
  }
}

/// One subscription to a zip of observables with any element types.
@usableFromInline
final class ZipRun<Result> {
  @usableFromInline let subscriptions = CompositeDisposable()
  /// The number of observables that have not completed.
  @usableFromInline @exclusivity(unchecked) var open = 0
  @usableFromInline let sink: Sink<Result>
  /// The waiting elements in the recording; `nil` if the operator is not recorded.
  @usableFromInline let memory: HeldValues?
  /// Whether a source that fails is disposed after the error has been passed on, like in RxSwift's
  /// operator for collections.
  @usableFromInline let isCollection: Bool
  /// Removes the first element of each queue, and returns their combination.
  @usableFromInline let combination: () throws -> Result
  @usableFromInline @exclusivity(unchecked) var sides: [ZipSide] = []
  @usableFromInline let gate = SerialGate()
  @usableFromInline var starts: [() -> Void] = []

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
    _ source: Source, _ queue: ZipQueue<Source.Element>
  ) {
    open += 1
    sides.append(queue)
    let number = sides.count
    starts.append { [self] in
      let subscription = SingleAssignmentDisposable()
      _ = subscriptions.insert(subscription)
      subscription.setDisposable(
        source.asObservable().subscribe(into: sink, through: gate, as: .input(number)) {
          [self] event in
          if case .error = event, !isCollection { subscription.dispose() }
          switch event {
          case .next(let element):
            queue.append(element)
            if let memory {
              let isDue = sides.allSatisfy { $0.count > 0 }
              queue.held.append(isDue ? nil : memory.hold(element))
            }
            emit()
          case .error(let error): sink.onError(error)
          case .completed:
            open -= 1
            if open == 0 { sink.onCompleted() } else { subscription.dispose() }
          }
        })
    }
  }

  /// Emits a combination if each observable has an element.
  @inlinable
  func emit() {
    for side in sides where side.count == 0 {
      if isCollection, open == 1 { sink.onCompleted() }
      return
    }
    do {
      let result = try combination()
      guard let memory else { return sink.onNext(result) }
      let held = sides.map { $0.held.popFirst() ?? nil }
      memory.release(held.filter { $0 != nil }, .left) { sink.onNext(result) }
    } catch {
      sink.onError(error)
    }
  }

  /// Subscribes to the observables, in the order in which they were added.
  @usableFromInline
  func start() -> any Disposable {
    if open == 0 { sink.onCompleted() }
    let starts = starts
    self.starts = []
    for start in starts { start() }
    if let memory { _ = subscriptions.insert(memory) }
    return subscriptions
  }
}
