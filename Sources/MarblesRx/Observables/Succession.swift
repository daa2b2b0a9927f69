import MarblesCombine

/// Subscribes to one source after another without growing the stack.
///
/// A source that ends while it is being subscribed is followed when its subscription has returned.
@usableFromInline
final class Succession: Disposable {
  /// The number of the source, from 1 on.
  @usableFromInline private(set) var number = 0
  private let current = SerialDisposable()
  private let steps = StepRunner()
  private let next: (Succession) -> (() -> any Disposable)?

  /// - Parameter next: Returns the closure that subscribes to the next source; that source calls
  ///   ``advance()`` at its end. If there is no next source, it ends the stream and returns `nil`:
  ///   the subscription to the last source is disposed after that.
  @usableFromInline init(_ next: @escaping (Succession) -> (() -> any Disposable)?) {
    self.next = next
  }

  /// Disposes the present subscription and subscribes to the next source.
  @usableFromInline func advance() { steps.run { [self] in subscribe() } }

  private func subscribe() {
    number += 1
    guard !current.isDisposed, let subscribe = next(self) else { return }
    let turn = SingleAssignmentDisposable()
    current.disposable = turn
    turn.setDisposable(subscribe())
  }

  @usableFromInline func dispose() { current.dispose() }
}
