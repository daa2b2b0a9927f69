import MarblesCombine

extension ObservableType {
  /// The n-th values of all streams together.
  ///
  ///     1-2---3|
  ///     -a--b---|   zip(numbers, letters)
  ///     -x--y---|   x = (1, "a"), y = (2, "b")
  ///
  /// It completes only when *all* streams have, even if no further group can come: that is
  /// RxSwift's rule; Combine's `zip` ends as soon as a stream that has ended has nothing left.
  ///
  /// - Complexity: what waits for its partners is kept without bound.
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

  /// The n-th values of all streams together, as a tuple.
  public static func zip<each Source: ObservableConvertibleType>(_ sources: repeat each Source)
    -> Observable<(repeat (each Source).Element)>
  where Element == (repeat (each Source).Element) {
    Observable.zip(repeat each sources) { (values: repeat (each Source).Element) in
      (repeat each values)
    }
  }

  /// The n-th values of all streams together, as the closure combines them.
  public static func zip<Sources: Collection>(
    _ sources: Sources, resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType {
    Producer { sink in
      let queues = sources.map { _ in ZipQueue<Sources.Element.Element>() }
      let zip = ZipRun(sink)
      for (source, queue) in Swift.zip(sources, queues) {
        zip.add(source, queue) {
          guard queues.allSatisfy({ !$0.waiting.isEmpty }) else { return }
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
}

/// What one stream of a zip has sent and no group has taken yet; guarded by the zip's gate.
private final class ZipQueue<Element> {
  var waiting = Fifo<Element>()

  static func `for`<Source: ObservableConvertibleType<Element>>(_ source: Source) -> ZipQueue {
    ZipQueue()
  }

  func pop() throws -> Element {
    guard let element = waiting.popFirst() else { throw RxError.noElements }
    return element
  }
}

/// One subscription to a zip of streams of any types.
private final class ZipRun<Result> {
  let subscriptions = CompositeDisposable()
  private let sink: Sink<Result>
  private let gate = SerialGate()
  private var starts: [() -> Void] = []
  private var open = 0

  init(_ sink: Sink<Result>) { self.sink = sink }

  func add<Source: ObservableConvertibleType>(
    _ source: Source, _ queue: ZipQueue<Source.Element>, _ emit: @escaping () -> Void
  ) {
    open += 1
    starts.append { [self] in
      let subscription = SingleAssignmentDisposable()
      _ = subscriptions.insert(subscription)
      subscription.setDisposable(
        source.asObservable().subscribe(into: sink, through: gate) { [self] event in
          switch event {
          case .next(let element):
            queue.waiting.append(element)
            emit()
          case .error(let error): sink.onError(error)
          case .completed:
            open -= 1
            if open == 0 { sink.onCompleted() }
            subscription.dispose()
          }
        })
    }
  }

  func start() {
    if open == 0 { sink.onCompleted() }
    let starts = starts
    self.starts = []
    for start in starts { start() }
  }
}
