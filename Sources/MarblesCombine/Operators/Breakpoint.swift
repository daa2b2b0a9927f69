import Marbles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Publisher {
  /// Stops in the debugger when a closure returns `true`, and changes no signal.
  ///
  /// Without a debugger, the signal `SIGTRAP` stops the program.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called with the subscription, before downstream receives it.
  ///   - receiveOutput: Called with each element, before downstream receives it.
  ///   - receiveCompletion: Called with the completion, before downstream receives it.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil,
    receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Stops in the debugger when upstream fails, and changes no signal.
  ///
  /// Without a debugger, the signal `SIGTRAP` stops the program.
  @inlinable
  public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { completion in
      if case .failure = completion { true } else { false }
    })
  }
}

extension Publishers {
  /// A publisher that stops in the debugger when a closure returns `true`.
  public struct Breakpoint<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The closure that is called with the subscription.
    public let receiveSubscription: ((any Subscription) -> Bool)?
    /// The closure that is called with each element.
    public let receiveOutput: ((Output) -> Bool)?
    /// The closure that is called with the completion.
    public let receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)?

    /// Creates a publisher that stops in the debugger when a closure returns `true`.
    @inlinable
    public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(BreakpointSubscriber(subscriber, self))
    }
  }
}

@usableFromInline
final class BreakpointSubscriber<Upstream: Publisher, Downstream: Subscriber>: Subscriber,
  RecordedSubscriber, CustomStringConvertible
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let conditions: Publishers.Breakpoint<Upstream>
  private var hasSubscription = false
  /// Whether elements may arrive: after the subscription and before the completion.
  @usableFromInline var isOpen = false

  @usableFromInline
  init(_ downstream: Downstream, _ conditions: Publishers.Breakpoint<Upstream>) {
    self.downstream = downstream
    self.conditions = conditions
  }

  @usableFromInline var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }
  @usableFromInline var description: String { "Breakpoint" }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard !hasSubscription else { return subscription.cancel() }
    hasSubscription = true
    isOpen = true
    if conditions.receiveSubscription?(subscription) == true { stop() }
    downstream.receive(subscription: subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen else { return .none }
    if conditions.receiveOutput?(input) == true { stop() }
    return downstream.receive(input)
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard isOpen else { return }
    isOpen = false
    if conditions.receiveCompletion?(completion) == true { stop() }
    downstream.receive(completion: completion)
  }

  @usableFromInline
  func stop() { raise(SIGTRAP) }
}
