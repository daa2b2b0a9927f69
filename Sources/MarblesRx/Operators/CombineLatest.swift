extension ObservableType {
  /// The latest values of all streams, whenever one of them emits.
  ///
  ///     1---2----|
  ///     --a----b--|   combineLatest(numbers, letters)
  ///     --x-y--z--|   x = (1, "a"), y = (2, "a"), z = (2, "b")
  ///
  /// It starts when every stream has emitted and completes when all have, or when one that has
  /// emitted nothing leaves no hope for a first group.
  public static func combineLatest<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source,
    resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    func start(_ sink: Sink<Element>) -> any Disposable {
      let latest = (repeat LatestValue.for(each sources))
      let run = CombineLatestRun(sink)
      func emit() {
        do {
          sink.onNext(try resultSelector(repeat try (each latest).get()))
        } catch {
          sink.onError(error)
        }
      }
      repeat run.add(each sources, each latest, emit)
      run.start()
      return run.subscriptions
    }
    return Producer(start)
  }

  /// The latest values of all streams as a tuple, whenever one of them emits.
  public static func combineLatest<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source
  ) -> Observable<(repeat (each Source).Element)>
  where Element == (repeat (each Source).Element) {
    Observable.combineLatest(repeat each sources) { (values: repeat (each Source).Element) in
      (repeat each values)
    }
  }

  /// The latest values of all streams as the closure combines them, whenever one of them emits.
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources, resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType {
    Producer { sink in
      let latest = sources.map { _ in LatestValue<Sources.Element.Element>() }
      let run = CombineLatestRun(sink)
      for (source, value) in Swift.zip(sources, latest) {
        run.add(source, value) {
          do {
            sink.onNext(try resultSelector(latest.map { try $0.get() }))
          } catch {
            sink.onError(error)
          }
        }
      }
      run.start()
      return run.subscriptions
    }
  }
}

/// The latest value of one stream; guarded by the operator's gate.
private final class LatestValue<Element> {
  private var value: Element?

  static func `for`<Source: ObservableConvertibleType<Element>>(_ source: Source) -> LatestValue {
    LatestValue()
  }

  /// Takes a value; whether it is the first.
  func set(_ new: Element) -> Bool {
    defer { value = new }
    return value == nil
  }

  func get() throws -> Element {
    guard let value else { throw RxError.noElements }
    return value
  }
}

/// One subscription to a combineLatest of streams of any types.
private final class CombineLatestRun<Result> {
  let subscriptions = CompositeDisposable()
  private let sink: Sink<Result>
  private let gate = SerialGate()
  private var starts: [() -> Void] = []
  private var count = 0
  private var withValue = 0
  private var ended: Set<Int> = []

  init(_ sink: Sink<Result>) { self.sink = sink }

  func add<Source: ObservableConvertibleType>(
    _ source: Source, _ latest: LatestValue<Source.Element>, _ emit: @escaping () -> Void
  ) {
    let index = count
    count += 1
    starts.append { [self] in
      let subscription = SingleAssignmentDisposable()
      _ = subscriptions.insert(subscription)
      subscription.setDisposable(
        source.asObservable().subscribe(into: sink, through: gate) { [self] event in
          switch event {
          case .next(let element):
            if latest.set(element) { withValue += 1 }
            if withValue == count { emit() } else { completeIfHopeless(index) }
          case .error(let error): sink.onError(error)
          case .completed:
            ended.insert(index)
            if ended.count == count { sink.onCompleted() } else { subscription.dispose() }
          }
        })
    }
  }

  private func completeIfHopeless(_ index: Int) {
    if ended.count == count - 1, !ended.contains(index) { sink.onCompleted() }
  }

  func start() {
    if count == 0 { sink.onCompleted() }
    let starts = starts
    self.starts = []
    for start in starts { start() }
  }
}
