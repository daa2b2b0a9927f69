import Marbles

/// The subscription that a source hands out, or a link that asks for itself: closures, until the
/// end or a cancel.
///
/// A subscription is called through an existential, and the methods of a generic class that are
/// called so are compiled without knowing its types. The closures are made where the types are
/// known, so that what they deliver goes down the chain at full speed. Letting go of them at the
/// end lets go of the subscriber. Thread-safe.
@usableFromInline
final class SourceSubscription: Subscription, CustomStringConvertible {
  /// An object, because taking it out of the lock is one retain then.
  private final class Source {
    let request: (Subscribers.Demand) -> Void
    let cancel: () -> Void

    init(request: @escaping (Subscribers.Demand) -> Void, cancel: @escaping () -> Void) {
      self.request = request
      self.cancel = cancel
    }
  }

  private let name: () -> String
  /// `nil` before the start and after the end.
  private let source = Locked<Source?>(nil)

  @usableFromInline
  init(_ name: @autoclosure @escaping () -> String) { self.name = name }

  @usableFromInline var description: String { name() }

  /// Says what the subscription does. Called once, before it is handed out.
  @usableFromInline
  func start(request: @escaping (Subscribers.Demand) -> Void, cancel: @escaping () -> Void) {
    let source = Source(request: request, cancel: cancel)
    self.source.withLock { $0 = source }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard let source = source.withLock({ $0 }) else { return }
    Unmanaged.passUnretained(source)._withUnsafeGuaranteedRef { $0.request(demand) }
    withExtendedLifetime(source) {}
  }

  @usableFromInline
  func cancel() { take()?.cancel() }

  /// The source has ended, or will be asked for nothing more.
  @usableFromInline
  func end() { _ = take() }

  private func take() -> Source? {
    source.withLock { $0.take() }
  }
}
