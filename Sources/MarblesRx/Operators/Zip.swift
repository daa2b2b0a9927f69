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
    func run(_ sink: Sink<Element>) -> any Disposable {
      let queues = (repeat ZipQueue.for(each sources))
      let zip = ZipRun(sink)
      func emit() {
        var isReady = true
        repeat isReady = isReady && !(each queues).waiting.isEmpty
        guard isReady else { return }
        do {
          sink.onNext(try resultSelector(repeat try (each queues).pop()))
        } catch {
          sink.onError(error)
        }
      }
      repeat zip.add(each sources, each queues, emit)
      zip.start()
      return zip.subscriptions
    }
    return Producer(run)
  }

  /// Combines the n-th elements of two observables.
  ///
  /// It has no parameter pack, which the optimizer does not specialize.
  @inlinable
  public static func zip<First: ObservableConvertibleType, Second: ObservableConvertibleType>(
    _ first: First, _ second: Second,
    resultSelector: @escaping (First.Element, Second.Element) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let (one, other) = (ZipQueue<First.Element>(), ZipQueue<Second.Element>())
      let zip = ZipRun(sink)
      let emit = {
        guard !one.waiting.isEmpty, !other.waiting.isEmpty else { return }
        do {
          sink.onNext(try resultSelector(try one.pop(), try other.pop()))
        } catch {
          sink.onError(error)
        }
      }
      zip.add(first, one, emit)
      zip.add(second, other, emit)
      zip.start()
      return zip.subscriptions
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
      let zip = ZipRun(sink, isCollection: true)
      for (source, queue) in Swift.zip(sources, queues) {
        zip.add(source, queue) {
          guard queues.allSatisfy({ !$0.waiting.isEmpty }) else {
            if zip.open == 1 { sink.onCompleted() }
            return
          }
          do {
            sink.onNext(try resultSelector(queues.map { try $0.pop() }))
          } catch {
            sink.onError(error)
          }
        }
      }
      zip.start()
      return zip.subscriptions
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

/// Elements of one observable that have no counterparts yet. Guarded by the gate of the operator.
@usableFromInline
final class ZipQueue<Element> {
  @usableFromInline var waiting = Queue<Element>()

  @inlinable init() {}

  @inlinable static func `for`<Source: ObservableConvertibleType<Element>>(_ source: Source)
    -> ZipQueue
  {
    ZipQueue()
  }

  @inlinable
  func pop() throws -> Element {
    guard let element = waiting.popFirst() else { throw RxError.noElements }
    return element
  }
}

/// One subscription to a zip of observables with any element types.
@usableFromInline
final class ZipRun<Result> {
  @usableFromInline let subscriptions = CompositeDisposable()
  /// The number of observables that have not completed.
  @usableFromInline var open = 0
  @usableFromInline let sink: Sink<Result>
  /// Whether a source that fails is disposed after the error has been passed on, like in RxSwift's
  /// operator for collections.
  @usableFromInline let isCollection: Bool
  @usableFromInline let gate = SerialGate()
  @usableFromInline var starts: [() -> Void] = []

  @inlinable
  init(_ sink: Sink<Result>, isCollection: Bool = false) {
    self.sink = sink
    self.isCollection = isCollection
  }

  @inlinable
  func add<Source: ObservableConvertibleType>(
    _ source: Source, _ queue: ZipQueue<Source.Element>, _ emit: @escaping () -> Void
  ) {
    open += 1
    starts.append { [self] in
      let subscription = SingleAssignmentDisposable()
      _ = subscriptions.insert(subscription)
      subscription.setDisposable(
        source.asObservable().subscribe(into: sink, through: gate) { [self] event in
          if case .error = event, !isCollection { subscription.dispose() }
          switch event {
          case .next(let element):
            queue.waiting.append(element)
            emit()
          case .error(let error): sink.onError(error)
          case .completed:
            open -= 1
            if open == 0 { sink.onCompleted() } else { subscription.dispose() }
          }
        })
    }
  }

  @usableFromInline
  func start() {
    if open == 0 { sink.onCompleted() }
    let starts = starts
    self.starts = []
    for start in starts { start() }
  }
}
