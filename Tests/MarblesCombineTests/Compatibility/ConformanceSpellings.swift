import MarblesCombine

// The conformances of Combine's types. The functions are compiled and not called: a missing
// conformance is a compile error.

private typealias J = Just<Int>
private typealias Q = Publishers.Sequence<[Int], Never>

private func equatable<T: Equatable>(_ type: T.Type) {}
private func hashable<T: Hashable>(_ type: T.Type) {}
private func codable<T: Codable>(_ type: T.Type) {}
private func described<T: CustomStringConvertible>(_ type: T.Type) {}
private func reflected<T: CustomReflectable & CustomPlaygroundDisplayConvertible>(_ type: T.Type) {
}
private func connectable<T: ConnectablePublisher>(_ type: T.Type) {}
private func cancellable<T: Cancellable>(_ type: T.Type) {}
private func stride<T: SchedulerTimeIntervalConvertible & SignedNumeric & Comparable & Codable>(
  _ type: T.Type
) {}

private func equatablePublishers() {
  equatable(J.self)
  equatable(Q.self)
  equatable(Empty<Int, Boom>.self)
  equatable(Fail<Int, CodedError>.self)
  equatable(Optional<Int>.Publisher.self)
  equatable(Result<Int, CodedError>.Publisher.self)
  equatable(Publishers.Collect<J>.self)
  equatable(Publishers.CollectByCount<J>.self)
  equatable(Publishers.CombineLatest<J, J>.self)
  equatable(Publishers.CombineLatest3<J, J, J>.self)
  equatable(Publishers.CombineLatest4<J, J, J, J>.self)
  equatable(Publishers.Concatenate<J, J>.self)
  equatable(Publishers.Contains<J>.self)
  equatable(Publishers.Count<J>.self)
  equatable(Publishers.Drop<J>.self)
  equatable(Publishers.DropUntilOutput<J, J>.self)
  equatable(Publishers.First<J>.self)
  equatable(Publishers.IgnoreOutput<J>.self)
  equatable(Publishers.Last<J>.self)
  equatable(Publishers.Merge<J, J>.self)
  equatable(Publishers.Merge3<J, J, J>.self)
  equatable(Publishers.Merge4<J, J, J, J>.self)
  equatable(Publishers.Merge5<J, J, J, J, J>.self)
  equatable(Publishers.Merge6<J, J, J, J, J, J>.self)
  equatable(Publishers.Merge7<J, J, J, J, J, J, J>.self)
  equatable(Publishers.Merge8<J, J, J, J, J, J, J, J>.self)
  equatable(Publishers.MergeMany<J>.self)
  equatable(Publishers.Output<J>.self)
  equatable(Publishers.ReplaceEmpty<J>.self)
  equatable(Publishers.ReplaceError<J>.self)
  equatable(Publishers.Retry<J>.self)
  equatable(Publishers.SetFailureType<J, Boom>.self)
  equatable(Publishers.Share<J>.self)
  equatable(Publishers.Zip<J, J>.self)
  equatable(Publishers.Zip3<J, J, J>.self)
  equatable(Publishers.Zip4<J, J, J, J>.self)
}

private func otherConformances() {
  hashable(AnyCancellable.self)
  hashable(CombineIdentifier.self)
  hashable(Publishers.PrefetchStrategy.self)
  hashable(Subscribers.Demand.self)
  hashable(Subscribers.Completion<Never>.self)
  equatable(Subscribers.Completion<CodedError>.self)
  codable(Subscribers.Demand.self)
  codable(Subscribers.Completion<CodedError>.self)
  codable(Record<Int, CodedError>.self)
  codable(Record<Int, CodedError>.Recording.self)
  described(Subscribers.Demand.self)
  described(CombineIdentifier.self)
  described(AnyPublisher<Int, Boom>.self)
  described(AnySubscriber<Int, Boom>.self)
  described(Subscribers.Sink<Int, Boom>.self)
  described(Subscribers.Assign<Holder, Int>.self)
  reflected(AnySubscriber<Int, Boom>.self)
  reflected(Subscribers.Sink<Int, Boom>.self)
  reflected(Subscribers.Assign<Holder, Int>.self)
  connectable(Publishers.MakeConnectable<J>.self)
  connectable(Publishers.Multicast<J, PassthroughSubject<Int, Never>>.self)
  cancellable(Subscribers.Sink<Int, Boom>.self)
  cancellable(Subscribers.Assign<Holder, Int>.self)
  stride(ImmediateScheduler.SchedulerTimeType.Stride.self)
}

private final class Holder {
  var value = 0
}

private struct CodedError: Error, Codable, Hashable {}
