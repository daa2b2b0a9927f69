import Marbles

/// The subscriber of operators that pass elements to a scheduler: `receive(on:)`, `delay`.
///
/// Subscriptions, requests and cancels pass at once. Elements and completions wait in the
/// scheduler, as many as were requested of upstream. Thread-safe: downstream receives one signal at
/// a time even from a scheduler that runs jobs concurrently.
@usableFromInline
final class SchedulingSubscriber<Downstream: Subscriber, Context: Scheduler>: Subscriber,
  RecordedSubscriber, CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  /// The time until a job runs.
  @usableFromInline
  struct Delay {
    @usableFromInline let interval: Context.SchedulerTimeType.Stride
    @usableFromInline let tolerance: Context.SchedulerTimeType.Stride

    @usableFromInline
    init(
      _ interval: Context.SchedulerTimeType.Stride, _ tolerance: Context.SchedulerTimeType.Stride
    ) {
      self.interval = interval
      self.tolerance = tolerance
    }
  }

  @usableFromInline let description: String
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  /// `nil` for jobs that run as soon as possible.
  @usableFromInline let delay: Delay?
  @usableFromInline let outlet: SerializedDownstream<Downstream>
  @usableFromInline let values: HeldValues
  @usableFromInline let inlet = UpstreamSubscription()
  /// Whether elements may arrive; touched by upstream's signals only.
  @usableFromInline @exclusivity(unchecked) var isOpen = false

  @usableFromInline
  init(
    _ downstream: Downstream, name: String, _ scheduler: Context,
    options: Context.SchedulerOptions?, delay: Delay? = nil
  ) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    description = name
    self.scheduler = scheduler
    self.options = options
    self.delay = delay
  }

  @usableFromInline var recordedInput: RecordedInput? { outlet.input }

  /// Puts a job into the scheduler.
  @inlinable @inline(__always)
  func hop(_ job: @escaping () -> Void) {
    guard let delay else { return scheduler.schedule(options: options, job) }
    scheduler.schedule(
      after: scheduler.now.advanced(by: delay.interval), tolerance: delay.tolerance,
      options: options, job)
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    isOpen = true
    let name = description
    let own = SourceSubscription(name)
    own.start(request: { [inlet] in inlet.request($0) }, cancel: { [self] in cancel() })
    outlet.send(subscription: own)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard isOpen else { return .none }
    // Only the recording needs the elements that wait.
    guard !values.isRecorded else {
      outlet.run { [self] in
        let kept = Kept(value: input, held: values.hold(input))
        hop { self.arrive(kept) }
      }
      return .none
    }
    hop { [self] in arrive(Kept(value: input, held: nil)) }
    return .none
  }

  /// Delivers an element in its job.
  @inlinable
  func arrive(_ kept: Kept<Downstream.Input>) {
    guard outlet.enter(orLater: { [self] in deliver(kept) }) else { return }
    deliver(kept)
    outlet.leave()
  }

  @inlinable
  func deliver(_ kept: Kept<Downstream.Input>) {
    guard outlet.isOpen else { return }
    let more =
      kept.held == nil
      ? outlet.pass(kept.value)
      : values.release(kept.held, .left) { outlet.pass(kept.value) }
    inlet.request(more)
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    isOpen = false
    guard inlet.end() else { return }
    hop { [outlet, values] in
      outlet.run {
        // Elements that the completion has overtaken are dropped.
        if outlet.isOpen { values.releaseAll(.forgotten) }
        outlet.send(completion: completion)
      }
    }
  }

  /// Cancels upstream and drops the elements that wait, also after upstream's completion. (Combine
  /// delivers them then.)
  @usableFromInline
  func cancel() {
    outlet.close { [values] in values.releaseAll(.forgotten) }
    inlet.cancel()
  }
}
