import Marbles
import MarblesCombine
import MarblesRx

/// The operations of a subject or relay of any type.
struct SubjectChannel {
  var publisher: AnyPublisher<ScriptValue, ScriptError>
  /// The subject for `multicast(subject:)`.
  var bare: any Subject<ScriptValue, ScriptError>
  var send: (ScriptValue) -> Void
  var finish: () -> Void
  var fail: (ScriptError) -> Void
  /// `nil` if there is no current value.
  var current: (() throws -> ScriptValue)?
  /// `nil` if the current value cannot be assigned.
  var assign: ((ScriptValue) -> Void)?
  /// Reports the values that it holds to a stage.
  var report: (RecordedStage) -> Void = { _ in }
  /// The property with `@Published` of which it is the subject.
  var property: PublishedProperty?
}

/// A property with `@Published`: it changes after its subject has sent the value, between its
/// observers.
final class PublishedProperty {
  private let subject: CurrentValueSubject<ScriptValue, ScriptError>
  var willSet: ((ScriptValue) -> Void)?
  var didSet: ((ScriptValue) -> Void)?
  /// Whether the next assignment is one of its own observer, which is not observed.
  var isAssignedByObserver = false
  /// Whether an initializer has not set its first value.
  private(set) var isUninitialized: Bool

  init(_ subject: CurrentValueSubject<ScriptValue, ScriptError>, isUninitialized: Bool) {
    self.subject = subject
    self.isUninitialized = isUninitialized
  }

  /// Sets the first value, which is not sent.
  func initialize(_ value: ScriptValue) {
    isUninitialized = false
    subject.replaceValue(value)
  }

  func set(_ new: ScriptValue) {
    isUninitialized = false
    let isObserved = !isAssignedByObserver
    isAssignedByObserver = false
    let old = subject.value
    if isObserved { willSet?(new) }
    subject.sendBeforeChange(new)
    if isObserved { didSet?(old) }
  }
}

/// A subject or relay of a script: a stage that rows, bindings, deliveries and threads send to.
final class ScriptSubject: SubjectObject, KindedObject, ValueReceiver, StagedSource {
  let typeName: String
  let isRelay: Bool
  let channel: SubjectChannel
  let meter = SubscriptionCounter()
  private unowned let runtime: ScriptRuntime
  private(set) var name: String
  /// The expression that creates it.
  let span: SourceRange
  private var recordedStage: StageSite?
  private var inputLane: RecordedLane?
  private(set) var hasEnded = false
  /// The conversion of its values, by their type.
  var conversion: Conversion?

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
    conversion = try? channel.current?().impliedConversion
  }

  var kind: ValueKind { isRelay ? .relay : .subject }
  var subject: any Subject<ScriptValue, ScriptError> { channel.bare }
  var givenName: String? { name == typeName ? nil : name }
  var canBeAssigned: Bool { channel.assign != nil }

  /// Its stage, which is created at the first use.
  var site: StageSite {
    if let recordedStage { return recordedStage }
    let site = StageSite(
      name, kind: isRelay ? .relay : .subject, detail: typeName, recorder: runtime.recorder)
    recordedStage = site
    if channel.property?.isUninitialized != true { channel.report(site.stage) }
    return site
  }

  /// Sets the first value of a property, which is not sent.
  private func initialize(_ property: PublishedProperty, to value: ScriptValue) {
    conversion = conversion ?? value.impliedConversion
    property.initialize(value)
    if let recordedStage { channel.report(recordedStage.stage) }
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

  /// Sends a value from outside, from inside a delivery, or from a thread.
  func send(_ value: ScriptValue) {
    let value = value.converted(by: conversion)
    if let property = channel.property, property.isUninitialized {
      initialize(property, to: .null)
    }
    deliver(value) {
      if let lane = runtime.effects.sendingLane {
        lane.sent(value, to: site.stage) { channel.send(value) }
      } else {
        input.value(value) { channel.send(value) }
      }
    }
  }

  /// Receives a value from a lane that leads here.
  func receive(_ value: ScriptValue) {
    let value = value.converted(by: conversion)
    deliver(value) { channel.send(value) }
  }

  func receiveFinish() { end { channel.finish() } }
  func receiveFailure(_ error: ScriptError) { end { channel.fail(error) } }

  func finish() {
    end {
      if runtime.effects.sendingLane != nil {
        site.stage.ended { channel.finish() }
      } else {
        input.finished { channel.finish() }
      }
    }
  }

  func fail(_ error: ScriptError) {
    end {
      if runtime.effects.sendingLane != nil {
        site.stage.ended(error.description) { channel.fail(error) }
      } else {
        input.failed(error) { channel.fail(error) }
      }
    }
  }

  func assign(_ value: ScriptValue, at span: SourceRange) throws(ScriptError) {
    guard let assign = channel.assign else { return }
    let value = value.converted(by: conversion)
    if let property = channel.property, property.isUninitialized {
      return initialize(property, to: value)
    }
    deliver(value) {
      if hasEnded { return assign(value) }
      if let lane = runtime.effects.sendingLane {
        lane.sent(value, to: site.stage) { assign(value) }
      } else {
        input.value(value) { assign(value) }
      }
    }
  }

  /// Reads the current value, on the lane that runs now.
  func read(at span: SourceRange) throws(ScriptError) -> ScriptValue {
    guard let current = channel.current else {
      throw runtime.diagnostics.error(.noCurrentValue(name), at: span)
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

  /// The lane of the values that rows and blocks send.
  private var input: RecordedLane {
    if let inputLane { return inputLane }
    let lane = runtime.recorder.lane(name, role: .input, target: site.stage)
    inputLane = lane
    return lane
  }

  /// Creates the input lane, also if no value is ever sent.
  func prepareInput() { _ = input }
}
