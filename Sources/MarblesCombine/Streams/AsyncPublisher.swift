import Marbles

/// An asynchronous sequence of the elements of a publisher that cannot fail.
///
/// Each iteration subscribes to the publisher, and requests one element at a time.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output

  /// An iterator that ends when the publisher finishes or the task is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    private let mailbox: AsyncMailbox<P.Output, Never>
    /// Cancels the subscription when the iterator is released.
    private let token: AnyCancellable

    fileprivate init(_ publisher: P) {
      let mailbox = AsyncMailbox(publisher)
      self.mailbox = mailbox
      token = AnyCancellable { mailbox.cancel() }
    }

    /// Requests and returns the next element; `nil` at the end.
    public mutating func next() async -> P.Output? {
      switch await mailbox.next() {
      case .success(let element): element
      }
    }
  }

  private let publisher: P

  /// Creates a sequence of the elements of a publisher.
  public init(_ publisher: P) { self.publisher = publisher }

  /// Subscribes to the publisher.
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }
}

/// An asynchronous sequence of the elements of a publisher, which throws its failure.
///
/// Each iteration subscribes to the publisher, and requests one element at a time.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output

  /// An iterator that ends when the publisher completes or the task is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    private let mailbox: AsyncMailbox<P.Output, P.Failure>
    /// Cancels the subscription when the iterator is released.
    private let token: AnyCancellable

    fileprivate init(_ publisher: P) {
      let mailbox = AsyncMailbox(publisher)
      self.mailbox = mailbox
      token = AnyCancellable { mailbox.cancel() }
    }

    /// Requests and returns the next element; `nil` at the end. Throws the failure of the
    /// publisher.
    public mutating func next() async throws -> P.Output? { try await mailbox.next().get() }
  }

  private let publisher: P

  /// Creates a sequence of the elements of a publisher.
  public init(_ publisher: P) { self.publisher = publisher }

  /// Subscribes to the publisher.
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }
}

extension Publisher where Failure == Never {
  /// The elements of this publisher as an asynchronous sequence.
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
  /// The elements of this publisher as an asynchronous sequence, which throws its failure.
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The subscriber of an asynchronous sequence. Thread-safe.
private final class AsyncMailbox<Input, Failure: Error>: Subscriber, Sendable {
  private enum Phase {
    /// The demand that was requested before the subscription.
    case waiting(Subscribers.Demand)
    case open(any Subscription)
    /// The failure, if it has not been thrown.
    case over(Failure?)
  }

  private struct Reader {
    let slot: Locked<Result<Input?, Failure>>
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var phase = Phase.waiting(.none)
    var readers = Queue<Reader>()
  }

  private let state = Locked(State())

  init<P: Publisher>(_ publisher: P) where P.Output == Input, P.Failure == Failure {
    publisher.subscribe(self)
  }

  func next() async -> Result<Input?, Failure> {
    let slot = Locked<Result<Input?, Failure>>(.success(nil))
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        read(Reader(slot: slot, continuation: continuation))
      }
    } onCancel: {
      cancel()
    }
    return slot.withLock { $0 }
  }

  /// Requests an element for a reader, or resumes it at the end.
  private func read(_ reader: Reader) {
    var subscription: (any Subscription)?
    let isOver = state.withLock { state in
      switch state.phase {
      case .waiting(let demand): state.phase = .waiting(demand + 1)
      case .open(let open): subscription = open
      case .over(let failure):
        if let failure { reader.slot.withLock { $0 = .failure(failure) } }
        state.phase = .over(nil)
        return true
      }
      state.readers.append(reader)
      return false
    }
    if isOver { reader.continuation.resume() }
    subscription?.request(.max(1))
  }

  func receive(subscription: any Subscription) {
    let demand = state.withLock { state -> Subscribers.Demand? in
      guard case .waiting(let demand) = state.phase else { return nil }
      state.phase = .open(subscription)
      return demand
    }
    guard let demand else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let reader = state.withLock { $0.readers.popFirst() }
    reader?.slot.withLock { $0 = .success(input) }
    reader?.continuation.resume()
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if case .failure(let error) = completion { end(error) } else { end(nil) }
  }

  func cancel() {
    let old = state.withLock { $0.phase }
    end(nil)
    if case .open(let subscription) = old { subscription.cancel() }
  }

  /// Resumes the readers: the first one with the failure, all others with the end.
  private func end(_ failure: Failure?) {
    let readers = state.withLock { state -> Queue<Reader> in
      if case .over = state.phase { return Queue() }
      state.phase = .over(state.readers.isEmpty ? failure : nil)
      defer { state.readers = Queue() }
      return state.readers
    }
    var waiting = readers
    if let failure { waiting.first?.slot.withLock { $0 = .failure(failure) } }
    while let reader = waiting.popFirst() { reader.continuation.resume() }
  }
}
