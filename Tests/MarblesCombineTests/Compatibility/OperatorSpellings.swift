import MarblesCombine

// The operators of all publishers, with Combine's labels and result types, and the initializers and
// properties of their types. The functions are compiled and not called: a missing or different
// declaration is a compile error.

private typealias S = PassthroughSubject<Int, Boom>
private typealias N = PassthroughSubject<Int, Never>
private typealias Clock = ImmediateScheduler
private typealias Failed = any Error

private func transforming(_ s: S, _ n: N) {
  let _: Publishers.Map<S, String> = s.map { "\($0)" }
  let _: Publishers.Map<S, String> = s.map { $0 }.map { "\($0)" }
  let _: Publishers.TryMap<S, String> = s.tryMap { "\($0)" }
  let _: Publishers.TryMap<S, String> = s.map { $0 }.tryMap { "\($0)" }
  let _: Publishers.TryMap<S, String> = s.tryMap { $0 }.map { "\($0)" }.tryMap { $0 }
  let _: Publishers.MapKeyPath<S, String> = s.map(\.description)
  let _: Publishers.MapKeyPath2<S, String, Int> = s.map(\.description, \.bitWidth)
  let _: Publishers.MapKeyPath3<S, String, Int, Int> = s.map(\.description, \.bitWidth, \.self)
  let _: Publishers.CompactMap<S, Int> = s.compactMap { $0 as Int? }
  let _: Publishers.CompactMap<S, String> = s.compactMap { $0 }.compactMap { $0 }.map { "\($0)" }
  let _: Publishers.TryCompactMap<S, Int> = s.tryCompactMap { $0 as Int? }.compactMap { $0 }
  let _: Publishers.Scan<S, String> = s.scan("") { "\($0)\($1)" }
  let _: Publishers.TryScan<S, String> = s.tryScan("") { "\($0)\($1)" }
  let _: Publishers.Map<Publishers.Map<S, Int?>, Int> = s.map { $0 as Int? }.replaceNil(with: 0)
  let _: Publishers.MapError<S, Failed> = s.mapError { $0 as Failed }
  let _: Publishers.SetFailureType<N, Boom> = n.setFailureType(to: Boom.self)
  let _: Publishers.Encode<S, Coder> = s.encode(encoder: Coder())
  let _: Publishers.Decode<Publishers.Encode<S, Coder>, Int, Coder> =
    s.encode(encoder: Coder()).decode(type: Int.self, decoder: Coder())
  let _: Publishers.FlatMap<S, S> = s.flatMap { _ in s }
  let _: Publishers.FlatMap<S, S> = s.flatMap(maxPublishers: .max(1)) { _ in s }
  let _: Publishers.FlatMap<S, Publishers.SetFailureType<N, Boom>> = n.flatMap { _ in s }
  let _: Publishers.FlatMap<N, N> = n.flatMap { _ in n }
  let _: Publishers.FlatMap<Publishers.SetFailureType<N, Boom>, S> = s.flatMap { _ in n }
  let _: Publishers.SwitchToLatest<S, Publishers.Map<S, S>> = s.map { _ in s }.switchToLatest()
  let _: Publishers.SwitchToLatest<N, Publishers.Map<N, N>> = n.map { _ in n }.switchToLatest()
  let _: Publishers.SwitchToLatest<S, Publishers.SetFailureType<Publishers.Map<N, S>, Boom>> =
    n.map { _ in s }.switchToLatest()
}

private func filtering(_ s: S) {
  let _: Publishers.Filter<S> = s.filter { $0 > 0 }.filter { $0 > 1 }
  let _: Publishers.TryFilter<S> = s.filter { $0 > 0 }.tryFilter { $0 > 1 }.filter { $0 > 2 }
  let _: Publishers.TryFilter<S> = s.tryFilter { $0 > 0 }.tryFilter { $0 > 1 }
  let _: Publishers.RemoveDuplicates<S> = s.removeDuplicates()
  let _: Publishers.RemoveDuplicates<S> = s.removeDuplicates(by: ==)
  let _: Publishers.TryRemoveDuplicates<S> = s.tryRemoveDuplicates(by: ==)
  let _: Publishers.IgnoreOutput<S> = s.ignoreOutput()
  let _: Publishers.Drop<S> = s.dropFirst()
  let _: Publishers.DropWhile<S> = s.drop { $0 > 0 }
  let _: Publishers.TryDropWhile<S> = s.tryDrop { $0 > 0 }
  let _: Publishers.DropUntilOutput<S, S> = s.drop(untilOutputFrom: s)
  let _: Publishers.Output<S> = s.prefix(1)
  let _: Publishers.Output<S> = s.output(at: 1)
  let _: Publishers.Output<S> = s.output(in: 0..<2)
  let _: Publishers.Output<S> = s.output(in: 1...)
  let _: Publishers.PrefixWhile<S> = s.prefix { $0 > 0 }
  let _: Publishers.TryPrefixWhile<S> = s.tryPrefix { $0 > 0 }
  let _: Publishers.PrefixUntilOutput<S, Just<Void>> = s.prefix(untilOutputFrom: Just(()))
  let _: Publishers.First<S> = s.first()
  let _: Publishers.FirstWhere<S> = s.first { $0 > 0 }
  let _: Publishers.TryFirstWhere<S> = s.tryFirst { $0 > 0 }
  let _: Publishers.Last<S> = s.last()
  let _: Publishers.LastWhere<S> = s.last { $0 > 0 }
  let _: Publishers.TryLastWhere<S> = s.tryLast { $0 > 0 }
  let _: Publishers.ReplaceEmpty<S> = s.replaceEmpty(with: 0)
  let _: Publishers.ReplaceError<S> = s.replaceError(with: 0)
}

private func reducing(_ s: S) {
  let _: Publishers.Collect<S> = s.collect()
  let _: Publishers.CollectByCount<S> = s.collect(2)
  let _: Publishers.CollectByTime<S, Clock> = s.collect(.byTime(.shared, .seconds(1)))
  let _: Publishers.CollectByTime<S, Clock> = s.collect(
    .byTimeOrCount(.shared, .seconds(1), 2), options: nil)
  let _: Publishers.Reduce<S, String> = s.reduce("") { "\($0)\($1)" }
  let _: Publishers.TryReduce<S, String> = s.tryReduce("") { "\($0)\($1)" }
  let _: Publishers.Count<S> = s.count()
  let _: Publishers.Comparison<S> = s.min()
  let _: Publishers.Comparison<S> = s.max()
  let _: Publishers.Comparison<S> = s.min(by: <)
  let _: Publishers.Comparison<S> = s.max(by: <)
  let _: Publishers.TryComparison<S> = s.tryMin(by: <)
  let _: Publishers.TryComparison<S> = s.tryMax(by: <)
  let _: Publishers.Contains<S> = s.contains(1)
  let _: Publishers.ContainsWhere<S> = s.contains { $0 > 0 }
  let _: Publishers.TryContainsWhere<S> = s.tryContains { $0 > 0 }
  let _: Publishers.AllSatisfy<S> = s.allSatisfy { $0 > 0 }
  let _: Publishers.TryAllSatisfy<S> = s.tryAllSatisfy { $0 > 0 }
}

private func joining(_ s: S) {
  typealias Q = Publishers.Sequence<[Int], Boom>
  let _: Publishers.Concatenate<S, Q> = s.append(1, 2)
  let _: Publishers.Concatenate<S, Publishers.Sequence<Set<Int>, Boom>> = s.append(Set([1]))
  let _: Publishers.Concatenate<S, S> = s.append(s)
  let _: Publishers.Concatenate<Q, S> = s.prepend(1, 2)
  let _: Publishers.Concatenate<Publishers.Sequence<Set<Int>, Boom>, S> = s.prepend(Set([1]))
  let _: Publishers.Concatenate<S, S> = s.prepend(s)
  let _: Publishers.Merge<S, S> = s.merge(with: s)
  let _: Publishers.Merge3<S, S, S> = s.merge(with: s, s)
  let _: Publishers.Merge4<S, S, S, S> = s.merge(with: s, s, s)
  let _: Publishers.Merge5<S, S, S, S, S> = s.merge(with: s, s, s, s)
  let _: Publishers.Merge6<S, S, S, S, S, S> = s.merge(with: s, s, s, s, s)
  let _: Publishers.Merge7<S, S, S, S, S, S, S> = s.merge(with: s, s, s, s, s, s)
  let _: Publishers.Merge8<S, S, S, S, S, S, S, S> = s.merge(with: s, s, s, s, s, s, s)
  let _: Publishers.Merge4<S, S, S, S> = s.merge(with: s).merge(with: s).merge(with: s)
  let _: Publishers.MergeMany<S> = Publishers.MergeMany(s, s)
  let _: Publishers.MergeMany<S> = Publishers.MergeMany([s, s]).merge(with: s)
  let _: Publishers.MergeMany<S> = s.merge(with: s)
  let _: Publishers.CombineLatest<S, S> = s.combineLatest(s)
  let _: Publishers.CombineLatest3<S, S, S> = s.combineLatest(s, s)
  let _: Publishers.CombineLatest4<S, S, S, S> = s.combineLatest(s, s, s)
  let _: Publishers.Map<Publishers.CombineLatest<S, S>, Int> = s.combineLatest(s) { $0 + $1 }
  let _: Publishers.Map<Publishers.CombineLatest3<S, S, S>, Int> =
    s.combineLatest(s, s) { $0 + $1 + $2 }
  let _: Publishers.Map<Publishers.CombineLatest4<S, S, S, S>, Int> =
    s.combineLatest(s, s, s) { a, _, _, d in a + d }
  let _: Publishers.Zip<S, S> = s.zip(s)
  let _: Publishers.Zip3<S, S, S> = s.zip(s, s)
  let _: Publishers.Zip4<S, S, S, S> = s.zip(s, s, s)
  let _: Publishers.Map<Publishers.Zip<S, S>, Int> = s.zip(s) { $0 + $1 }
  let _: Publishers.Map<Publishers.Zip3<S, S, S>, Int> = s.zip(s, s) { $0 + $1 + $2 }
  let _: Publishers.Map<Publishers.Zip4<S, S, S, S>, Int> = s.zip(s, s, s) { a, _, _, d in a + d }
}

private func sharingAndFailing(_ s: S, _ n: N) {
  let _: Publishers.Share<S> = s.share()
  let _: Publishers.Multicast<S, S> = s.multicast { S() }
  let _: Publishers.Multicast<S, S> = s.multicast(subject: s)
  let _: Publishers.MakeConnectable<N> = n.makeConnectable()
  let _: Publishers.Autoconnect<Publishers.MakeConnectable<N>> = n.makeConnectable().autoconnect()
  let _: Publishers.Buffer<S> = s.buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest)
  let _: Publishers.Buffer<S> = s.buffer(
    size: 1, prefetch: .byRequest, whenFull: .customError { Boom() })
  let _: Publishers.Catch<S, N> = s.catch { _ in n }
  let _: Publishers.TryCatch<S, N> = s.tryCatch { _ in n }
  let _: Publishers.Retry<S> = s.retry(1)
  let _: Publishers.AssertNoFailure<S> = s.assertNoFailure()
  let _: Publishers.AssertNoFailure<S> = s.assertNoFailure("prefix", file: "file", line: 1)
  let _: Publishers.Breakpoint<S> = s.breakpoint(receiveOutput: { $0 > 0 })
  let _: Publishers.Breakpoint<S> = s.breakpointOnError()
  let _: Publishers.HandleEvents<S> = s.handleEvents(
    receiveSubscription: { _ in }, receiveOutput: { _ in }, receiveCompletion: { _ in },
    receiveCancel: {}, receiveRequest: { _ in })
  let _: Publishers.Print<S> = s.print()
  let _: Publishers.Print<S> = s.print("prefix", to: nil)
  let _: AnyPublisher<Int, Boom> = s.eraseToAnyPublisher()
}

private func timing(_ s: S, _ clock: Clock) {
  let _: Publishers.Debounce<S, Clock> = s.debounce(for: 1, scheduler: clock)
  let _: Publishers.Debounce<S, Clock> = s.debounce(for: 1, scheduler: clock, options: nil)
  let _: Publishers.Throttle<S, Clock> = s.throttle(for: 1, scheduler: clock, latest: true)
  let _: Publishers.Delay<S, Clock> = s.delay(for: 1, scheduler: clock)
  let _: Publishers.Delay<S, Clock> = s.delay(
    for: 1, tolerance: 1, scheduler: clock, options: nil)
  let _: Publishers.Timeout<S, Clock> = s.timeout(1, scheduler: clock)
  let _: Publishers.Timeout<S, Clock> = s.timeout(
    1, scheduler: clock, options: nil, customError: { Boom() })
  let _: Publishers.MeasureInterval<S, Clock> = s.measureInterval(using: clock)
  let _: Publishers.MeasureInterval<S, Clock> = s.measureInterval(using: clock, options: nil)
  let _: Publishers.ReceiveOn<S, Clock> = s.receive(on: clock)
  let _: Publishers.ReceiveOn<S, Clock> = s.receive(on: clock, options: nil)
  let _: Publishers.SubscribeOn<S, Clock> = s.subscribe(on: clock)
  let _: Publishers.SubscribeOn<S, Clock> = s.subscribe(on: clock, options: nil)
}

private struct Coder: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }

  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T { throw Boom() }
}
