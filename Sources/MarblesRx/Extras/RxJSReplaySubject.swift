import Marbles
import MarblesCombine

/// RxJS's ReplaySubject with a window: elements older than the window are not replayed, also not
/// after the completion.
package final class RxJSReplaySubject<Element>: Observable<Element> {
  private struct Kept {
    let value: Element
    let due: RxTime
    let held: RecordedStage.Held?
  }

  private let capacity: Int
  private let window: VirtualDuration?
  private let scheduler: TestScheduler
  private let live = PublishSubject<Element>()
  private var kept: [Kept] = []
  private var hasEnded = false
  private var stage: RecordedStage?

  package init(capacity: Int, window: VirtualDuration?, scheduler: TestScheduler) {
    self.capacity = capacity
    self.window = window
    self.scheduler = scheduler
    super.init()
  }

  /// The subject as `share` wants it.
  package var shared: RxJSSubject<Element> {
    RxJSSubject(
      observable: self, on: { self.on($0) }, report: { self.stage = $0 },
      forget: { self.forget() })
  }

  private func on(_ event: Event<Element>) {
    if case .next(let value) = event, !hasEnded { keep(value) }
    if event.isStopEvent { hasEnded = true }
    live.on(event)
  }

  private func keep(_ value: Element) {
    trim()
    if kept.count >= capacity, let oldest = kept.first {
      kept.removeFirst()
      release(oldest, .replaced)
    }
    guard capacity > 0 else { return }
    let due = window.map { scheduler.now + $0 } ?? .distantFuture
    kept.append(Kept(value: value, due: due, held: stage?.hold(value)))
    if window != nil, stage != nil {
      _ = scheduler.schedule((), at: due) { [self] in
        trim()
        return Disposables.create()
      }
    }
  }

  /// Forgets what is older than the window.
  private func trim() {
    while let oldest = kept.first, oldest.due <= scheduler.now {
      kept.removeFirst()
      release(oldest, .forgotten)
    }
  }

  private func release(_ old: Kept, _ fate: Recording.ReleaseReason) {
    if let held = old.held { stage?.release(held, fate) }
  }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    trim()
    for one in kept { receiver.onNext(one.value) }
    return live.subscribe(receiver: receiver)
  }

  private func forget() {
    for one in kept { release(one, .forgotten) }
    kept = []
  }
}
