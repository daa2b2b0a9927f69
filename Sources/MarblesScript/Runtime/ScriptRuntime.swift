import Marbles
import MarblesCombine

/// The clock, the limits and the open subscriptions of one run of a script.
///
/// It is used on one thread. The streams and objects of the run refer to it without owning it.
final class ScriptRuntime {
  let scheduler: TestScheduler
  let diagnostics: RunDiagnostics
  let budget: Budget
  let effects: Effects
  let subscriptions = OpenSubscriptions()
  private var identifiers = 0
  private var sinks: [ScriptSink] = []
  private var cancellables: [any CancellableObject] = []

  /// - Parameter work: the number of steps that the run may take.
  init(frame: VirtualDuration, limits: RunLimits, work: Int) {
    scheduler = TestScheduler(frame: frame, limits: limits)
    let recorder = scheduler.recorder
    recorder.requireHoldReports()
    diagnostics = RunDiagnostics(stopping: recorder)
    budget = Budget(limit: work, diagnostics: diagnostics, recorder: recorder)
    effects = Effects(recorder, diagnostics)
  }

  var recorder: Recorder { scheduler.recorder }

  /// The text of the next `UUID()`: it counts the calls, so that each run has the same ones.
  func nextIdentifier() -> String {
    identifiers += 1
    let digits = String(identifiers, radix: 16, uppercase: true)
    return "00000000-0000-0000-0000-" + String(repeating: "0", count: max(0, 12 - digits.count))
      + digits
  }

  /// The number of the frame that has begun.
  var frameNumber: Int {
    Int(scheduler.now.nanoseconds / max(scheduler.frame.nanoseconds, 1))
  }

  func guarded(_ stream: ScriptStream, at span: SourceRange) -> ScriptStream {
    var copy = stream
    copy.publisher = guarded(stream.publisher, at: span)
    return copy
  }

  func guarded(_ publisher: AnyPublisher<ScriptValue, ScriptError>, at span: SourceRange)
    -> AnyPublisher<ScriptValue, ScriptError>
  {
    GuardedStream(publisher, at: span, in: self).eraseToAnyPublisher()
  }

  /// Keeps an object until the end of the run, when it is cancelled.
  func keep(_ object: any CancellableObject) { cancellables.append(object) }

  /// Adds a sink, which is cancelled at the end of the run, before all other objects.
  func register(_ sink: ScriptSink) { sinks.append(sink) }

  /// Releases everything that still runs. Streams and their subscribers hold on to each other, so
  /// each open subscription is taken apart. The script computes nothing any more.
  func tearDown() {
    recorder.stop("the run is over")
    for sink in sinks { sink.leave() }
    for object in cancellables { object.cancel() }
    sinks = []
    cancellables = []
    scheduler.dropJobs()
    subscriptions.sever()
    scheduler.dropJobs()
    recorder.forget()
  }
}
