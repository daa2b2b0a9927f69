import Dispatch
import MarblesCombine

// The initializers, properties and conformances of Combine's types. The functions are compiled and
// not called: a missing or different declaration is a compile error.

private typealias S = PassthroughSubject<Int, Boom>
private typealias N = PassthroughSubject<Int, Never>
private typealias Clock = ImmediateScheduler

private func initializers(_ s: S, _ n: N, _ clock: Clock) {
  _ = Publishers.Map(upstream: s, transform: { $0 }).transform(1)
  _ = Publishers.TryMap(upstream: s, transform: { $0 }).upstream
  _ = Publishers.CompactMap(upstream: s, transform: { $0 as Int? }).transform
  _ = Publishers.TryCompactMap(upstream: s, transform: { $0 as Int? }).transform
  _ = Publishers.Scan(upstream: s, initialResult: 0, nextPartialResult: +).initialResult
  _ = Publishers.TryScan(upstream: s, initialResult: 0, nextPartialResult: +).nextPartialResult
  _ = Publishers.MapError(upstream: s, transform: { $0 as any Error })
  _ = Publishers.MapError(upstream: s, { $0 as any Error }).transform
  _ = Publishers.SetFailureType<N, Boom>(upstream: n).setFailureType(to: Boom.self).upstream
  _ = Publishers.FlatMap(upstream: s, maxPublishers: .max(1), transform: { _ in s }).maxPublishers
  _ = Publishers.SwitchToLatest(upstream: s.map { _ in s }).upstream
  _ = Publishers.Filter(upstream: s, isIncluded: { $0 > 0 }).isIncluded
  _ = Publishers.TryFilter(upstream: s, isIncluded: { $0 > 0 }).isIncluded
  _ = Publishers.RemoveDuplicates(upstream: s, predicate: ==).predicate
  _ = Publishers.TryRemoveDuplicates(upstream: s, predicate: ==).predicate
  _ = Publishers.IgnoreOutput(upstream: s).upstream
  _ = Publishers.Drop(upstream: s, count: 1).count
  _ = Publishers.DropWhile(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.TryDropWhile(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.DropUntilOutput(upstream: s, other: s).other
  _ = Publishers.Output(upstream: s, range: 0..<1).range
  _ = Publishers.PrefixWhile(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.TryPrefixWhile(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.PrefixUntilOutput(upstream: s, other: n).other
  _ = Publishers.First(upstream: s).upstream
  _ = Publishers.FirstWhere(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.TryFirstWhere(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.Last(upstream: s).upstream
  _ = Publishers.LastWhere(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.TryLastWhere(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.ReplaceEmpty(upstream: s, output: 0).output
  _ = Publishers.ReplaceError(upstream: s, output: 0).output
}

private func moreInitializers(_ s: S, _ n: N, _ clock: Clock) {
  _ = Publishers.Collect(upstream: s).upstream
  _ = Publishers.CollectByCount(upstream: s, count: 1).count
  _ = Publishers.CollectByTime(upstream: s, strategy: .byTime(clock, 1), options: nil).strategy
  _ = Publishers.Reduce(upstream: s, initial: 0, nextPartialResult: +).initial
  _ = Publishers.TryReduce(upstream: s, initial: 0, nextPartialResult: +).nextPartialResult
  _ = Publishers.Count(upstream: s).upstream
  _ = Publishers.Comparison(upstream: s, areInIncreasingOrder: <).areInIncreasingOrder
  _ = Publishers.TryComparison(upstream: s, areInIncreasingOrder: <).areInIncreasingOrder
  _ = Publishers.Contains(upstream: s, output: 1).output
  _ = Publishers.ContainsWhere(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.TryContainsWhere(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.AllSatisfy(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.TryAllSatisfy(upstream: s, predicate: { $0 > 0 }).predicate
  _ = Publishers.Concatenate(prefix: s, suffix: s).prefix
  _ = Publishers.Merge(s, s).a
  _ = Publishers.CombineLatest(s, s).b
  _ = Publishers.Zip(s, s).a
  _ = Publishers.Share(upstream: s).upstream
  _ = Publishers.Multicast(upstream: s, createSubject: { S() }).createSubject
  _ = Publishers.MakeConnectable(upstream: n).connect()
  _ = Publishers.Autoconnect(upstream: n.makeConnectable()).upstream
  _ = Publishers.Buffer(upstream: s, size: 1, prefetch: .keepFull, whenFull: .dropNewest).size
  _ = Publishers.Catch(upstream: s, handler: { _ in n }).handler
  _ = Publishers.TryCatch(upstream: s, handler: { _ in n }).handler
  _ = Publishers.Retry(upstream: s, retries: nil).retries
  _ = Publishers.AssertNoFailure(upstream: s, prefix: "", file: #file, line: #line).prefix
  _ = Publishers.Breakpoint(upstream: s).receiveOutput
  _ = Publishers.HandleEvents(upstream: s, receiveRequest: nil).receiveOutput
  _ = Publishers.Print(upstream: s, prefix: "").stream
  _ = Publishers.Debounce(upstream: s, dueTime: 1, scheduler: clock, options: nil).dueTime
  _ = Publishers.Throttle(upstream: s, interval: 1, scheduler: clock, latest: true).latest
  _ = Publishers.Delay(upstream: s, interval: 1, tolerance: 1, scheduler: clock).tolerance
  _ =
    Publishers.Timeout(
      upstream: s, interval: 1, scheduler: clock, options: nil, customError: nil
    ).customError
  _ = Publishers.MeasureInterval(upstream: s, scheduler: clock).scheduler
  _ = Publishers.ReceiveOn(upstream: s, scheduler: clock, options: nil).options
  _ = Publishers.SubscribeOn(upstream: s, scheduler: clock, options: nil).options
}

private func sources(_ subject: S) {
  _ = Just(1).output
  _ = Empty<Int, Boom>().completeImmediately
  _ = Empty(completeImmediately: false, outputType: Int.self, failureType: Boom.self)
  _ = Fail<Int, Boom>(error: Boom()).error
  _ = Fail(outputType: Int.self, failure: Boom())
  _ = Deferred(createPublisher: { Just(1) }).createPublisher
  _ = Deferred { Just(1) }
  let _: (@escaping Future<Int, Boom>.Promise) -> Void = { $0(.success(1)) }
  _ = Record<Int, Boom>(output: [1], completion: .finished).recording
  _ = Record<Int, Boom> { $0.receive(completion: .finished) }
  var recording = Record<Int, Boom>.Recording(output: [1], completion: .finished)
  recording = .init()
  recording.receive(1)
  _ = Record(recording: recording).recording.completion
  _ = Optional.Publisher(1).output
  _ = Result<Int, Boom>.Publisher(1).result
  _ = Result<Int, Boom>.Publisher(Boom())
  _ = Result<Int, Boom>.Publisher(.success(1))
  _ = Publishers.Sequence<[Int], Boom>(sequence: [1]).sequence
  _ = AnyPublisher(Just(1))
  let _: AnyCancellable = subject.subscribe(S())
  let _: AnyCancellable = subject.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
  PassthroughSubject<Void, Never>().send()
  CurrentValueSubject<Int, Boom>(1).value += 1
  subject.send(subscription: Subscriptions.empty)
}

private func subscribers(_ subject: S) {
  let any = AnySubscriber<Int, Boom>(
    receiveSubscription: { _ in }, receiveValue: { _ in .none }, receiveCompletion: { _ in })
  _ = AnySubscriber<Int, Boom>()
  _ = AnySubscriber(any)
  _ = AnySubscriber(subject)
  let sink = Subscribers.Sink<Int, Boom>(receiveCompletion: { _ in }, receiveValue: { _ in })
  sink.receiveValue(1)
  sink.receiveCompletion(.finished)
  _ = AnyCancellable(sink)
  let cancellable = AnyCancellable {}
  var array: [AnyCancellable] = []
  var set: Set<AnyCancellable> = []
  cancellable.store(in: &array)
  cancellable.store(in: &set)
  sink.store(in: &array)
  sink.store(in: &set)
  _ = CombineIdentifier().hashValue
  _ = CombineIdentifier(sink) == sink.combineIdentifier
  let assign = Subscribers.Assign(object: Model(), keyPath: \Model.count)
  _ = assign.object?[keyPath: assign.keyPath]
  let _: AnyCancellable = Just(1).assign(to: \.count, on: Model())
  Just(1).assign(to: &Model().$count)
  let _: AsyncPublisher<Just<Int>> = Just(1).values
  let _: AsyncThrowingPublisher<S> = subject.values
}

private final class Model: ObservableObject {
  @Published var count = 0
  @Published(initialValue: "") var text: String

  func changes() -> ObservableObjectPublisher { objectWillChange }
}

private func schedulers(_ queue: DispatchQueue) {
  let time = DispatchQueue.SchedulerTimeType(.now())
  _ = time.dispatchTime
  _ = time.advanced(by: .seconds(1)).distance(to: time).magnitude
  _ = DispatchQueue.SchedulerTimeType.Stride(.milliseconds(1)).timeInterval
  _ = DispatchQueue.SchedulerOptions(qos: .default, flags: [], group: nil).qos
  queue.schedule {}
  queue.schedule(options: nil) {}
  queue.schedule(after: time) {}
  queue.schedule(after: time, tolerance: .zero) {}
  queue.schedule(after: time, tolerance: .zero, options: nil) {}
  let _: any Cancellable = queue.schedule(after: time, interval: .seconds(1)) {}
  let _: any Cancellable = queue.schedule(after: time, interval: 1, tolerance: .zero) {}
  let _: any Cancellable = queue.schedule(after: time, interval: 1, tolerance: .zero, options: nil)
  {
  }
  _ = ImmediateScheduler.shared.now.distance(to: ImmediateScheduler.shared.now)
  _ = ImmediateScheduler.SchedulerTimeType.Stride(1).magnitude
}
