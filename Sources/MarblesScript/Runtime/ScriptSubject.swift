import Marbles
import MarblesCombine
import MarblesRx

/// What can be done with a subject or relay, whatever its type.
struct SubjectChannel {
  var publisher: AnyPublisher<ScriptValue, ScriptError>
  /// What `multicast(subject:)` puts inside.
  var bare: any Subject<ScriptValue, ScriptError>
  var send: (ScriptValue) -> Void
  var finish: () -> Void
  var fail: (ScriptError) -> Void
  /// Nil if there is no current value.
  var current: (() throws -> ScriptValue)?
  /// Nil if it cannot be assigned.
  var assign: ((ScriptValue) -> Void)?
  /// Shows what is kept in a stage of the picture.
  var report: (RecordedStage) -> Void = { _ in }
}

/// A subject or relay of a script: a stage of the picture, fed by hand, by bindings, from inside
/// deliveries and by threads.
final class ScriptSubject: SubjectObject, KindedObject, ValueReceiver, StagedSource {
  let typeName: String
  let isRelay: Bool
  let channel: SubjectChannel
  let meter = SubscriptionCounter()
  private unowned let runtime: ScriptRuntime
  private(set) var name: String
  /// Where it is made.
  private let span: SourceRange
  private var recordedStage: StageSite?
  private var inputLane: RecordedLane?
  private(set) var hasEnded = false

  init(
    _ typeName: String, isRelay: Bool, name: String?, channel: SubjectChannel, at span: SourceRange,
    in runtime: ScriptRuntime
  ) {
    self.typeName = typeName
    self.span = span
    self.isRelay = isRelay
    self.channel = channel
    self.name = name ?? typeName
    self.runtime = runtime
  }

  var kind: ValueKind { isRelay ? .relay : .subject }
  var subject: any Subject<ScriptValue, ScriptError> { channel.bare }
  var givenName: String? { name == typeName ? nil : name }
  var canBeAssigned: Bool { channel.assign != nil }

  /// Part of the picture from the first time that it is used, or has a name of its own.
  var site: StageSite {
    if let recordedStage { return recordedStage }
    let site = StageSite(
      name, kind: isRelay ? .relay : .subject, detail: typeName, recorder: runtime.recorder)
    recordedStage = site
    channel.report(site.stage)
    return site
  }

  var stage: RecordedStage? { site.stage }

  var stream: ScriptStream {
    let metered = meter.metered(channel.publisher, in: runtime.subscriptions)
    var stream = ScriptStream(
      OutputProbe(runtime.guarded(metered, at: span), of: site.stage))
    stream.origin = StreamProvenance(name: name, site: site)
    return stream
  }

  func rename(_ name: String) {
    self.name = name
    recordedStage?.rename(name)
    inputLane?.rename(name)
  }

  // MARK: Sending

  /// What is sent from outside, from inside a delivery, or by a thread.
  func send(_ value: ScriptValue) {
    deliver(value) {
      if let lane = runtime.effects.currentLane {
        lane.sent(value, to: site.stage) { channel.send(value) }
      } else {
        input.value(value) { channel.send(value) }
      }
    }
  }

  /// What comes along a lane that leads here.
  func receive(_ value: ScriptValue) { deliver(value) { channel.send(value) } }

  func receiveFinish() { end { channel.finish() } }
  func receiveFailure(_ error: ScriptError) { end { channel.fail(error) } }

  func finish() {
    end {
      if let lane = runtime.effects.currentLane {
        runtime.recorder.withCause(lane.recorder.cause) { site.stage.ended() }
        channel.finish()
      } else {
        input.finished { channel.finish() }
      }
    }
  }

  func fail(_ error: ScriptError) {
    end {
      if runtime.effects.currentLane != nil {
        site.stage.ended(error.description)
        channel.fail(error)
      } else {
        input.failed(error) { channel.fail(error) }
      }
    }
  }

  func assign(_ value: ScriptValue, at span: SourceRange) throws(ScriptError) {
    guard let assign = channel.assign else { return }
    deliver(value) {
      if hasEnded { return assign(value) }
      if let lane = runtime.effects.currentLane {
        lane.sent(value, to: site.stage) { assign(value) }
      } else {
        input.value(value) { assign(value) }
      }
    }
  }

  /// The current value, read by whoever runs now.
  func read(at span: SourceRange) throws(ScriptError) -> ScriptValue {
    guard let current = channel.current else {
      throw runtime.diagnostics.error(RunError("'\(name)' has no current value"), at: span)
    }
    let value: ScriptValue
    do { value = try current() } catch { throw ScriptError(error) }
    runtime.effects.currentLane?.read(value, from: site.stage)
    return value
  }

  private func deliver(_ value: ScriptValue, _ body: () -> Void) {
    guard runtime.budget.mayDeliver(value, at: span) else { return }
    runtime.effects.send(to: name, body)
  }

  private func end(_ body: () -> Void) {
    guard !hasEnded, !runtime.recorder.isStopped else { return }
    hasEnded = true
    body()
  }

  /// What is fed by hand.
  private var input: RecordedLane {
    if let inputLane { return inputLane }
    let lane = runtime.recorder.lane(name, role: .input, target: site.stage)
    inputLane = lane
    return lane
  }

  /// A lane for what is fed by hand, also if nothing ever is.
  func prepareInput() { _ = input }
}

/// A subject as an argument of an operator that only looks at it: it does not become the source of
/// the lane that is being subscribed.
final class SideSubject: SubjectObject, KindedObject, StagedSource {
  private let base: ScriptSubject
  private let recorder: Recorder

  init(_ base: ScriptSubject, recorder: Recorder) {
    self.base = base
    self.recorder = recorder
  }

  var typeName: String { base.typeName }
  var kind: ValueKind { base.kind }
  var subject: any Subject<ScriptValue, ScriptError> { base.subject }
  var stage: RecordedStage? { base.stage }

  var stream: ScriptStream {
    var stream = base.stream
    stream.publisher = SideInput(stream.publisher, recorder: recorder).eraseToAnyPublisher()
    return stream
  }
}
