import Marbles
import MarblesCombine

/// Operators become streams, and those that have a memory or a fan-out stages of the picture.
extension Run {
  /// Applies the operator of that name; nil if there is none.
  func applyOperator(
    _ name: String, to upstream: ScriptStream, _ arguments: CallArguments, at span: SourceRange
  ) throws(ScriptError) -> ScriptValue? {
    let candidates = operators.candidates(name, in: plan.dialect)
    guard !candidates.isEmpty else { return nil }
    let chosen = candidates.first { fits(arguments, $0.signatures) } ?? candidates[0]
    let (signature, values, _) = try match(
      arguments, to: chosen.signatures, of: name, at: span)
    let application = Application(
      chosen: chosen, signature: signature, values: values, upstream: upstream,
      text: text(of: chosen.name, arguments), span: span)
    let length = StreamProvenance(of: upstream).length + 1
    guard length <= Budget.longestPipeline else { throw mistake(.tooLongPipeline, at: span) }
    var stream = try build(application)
    stream.origin = StreamProvenance(of: stream).long(length)
    if stream.connect == nil { stream.connect = connectionKept(by: name, of: upstream) }
    return .stream(stream)
  }

  /// A connectable publisher stays one where nothing is done to it.
  private func connectionKept(by name: String, of upstream: ScriptStream) -> (
    () -> any Cancellable
  )? {
    name == "recorded" ? upstream.connect : nil
  }

  private func fits(_ arguments: CallArguments, _ signatures: [Signature]) -> Bool {
    let shapes = arguments.items.map { item in
      ArgumentShape(label: item.label, isTrailing: item.isTrailing, kind: item.value.kind)
    }
    return (try? signatures.match(shapes)) != nil
  }

  /// A call of an operator whose arguments fit.
  private struct Application {
    var chosen: ScriptOperator
    var signature: Int
    var values: [ScriptValue?]
    var upstream: ScriptStream
    var text: String
    var span: SourceRange
  }

  private func build(_ application: Application) throws(ScriptError) -> ScriptStream {
    let context = BuildContext(scheduler: scheduler, isPartOfEnd: currentEnd != nil)
    let shape = application.chosen.shape(Arguments(application.values, context: context))
    guard functionDepth == 0 else { return try buildLane(application) }
    switch shape {
    case .lane:
      return hasNamedInput(application)
        ? try buildStage(application, .memory, detail: "") : try buildLane(application)
    case .hub(let detail): return try buildHub(application, detail: detail)
    case .memory(let detail): return try buildStage(application, .memory, detail: detail)
    case .box(let detail): return try buildStage(application, .box, detail: detail)
    }
  }

  /// Whether the operator subscribes to a second publisher that has a name or is a stage itself: then
  /// the operator is a stage with two inputs.
  private func hasNamedInput(_ application: Application) -> Bool {
    let parameters = application.chosen.signatures[application.signature].parameters
    return application.values.enumerated().contains { index, value in
      guard let value, !(parameters.indices.contains(index) && parameters[index].type == .subject)
      else { return false }
      return isNamedPublisher(value, of: application.chosen.name)
    }
  }

  private func isNamedPublisher(_ value: ScriptValue, of operatorName: String) -> Bool {
    switch value {
    case .stream(let stream): StreamProvenance(of: stream).isNamed
    case .object(let subject as ScriptSubject):
      // It reads the current value from the memory of the subject.
      operatorName != "withLatestFrom" || subject.channel.current == nil
    case .array(let elements): elements.contains { isNamedPublisher($0, of: operatorName) }
    default: false
    }
  }

  private func apply(
    _ application: Application, to upstream: ScriptStream, _ values: [ScriptValue?],
    in stage: RecordedStage?
  ) throws(ScriptError) -> ScriptStream {
    let context = BuildContext(scheduler: scheduler, stage: stage)
    do throws(ScriptError) {
      return try application.chosen.apply(
        upstream, Arguments(values, context: context), application.signature)
    } catch {
      if error.isMistake || error.isSuspension || error == .stopped { throw error }
      throw mistake(RunError(error.description), at: application.span)
    }
  }

  private func buildLane(_ application: Application) throws(ScriptError) -> ScriptStream {
    let values = application.values.map { value in value.map { sideInput($0) } }
    let applied = try apply(application, to: application.upstream, values, in: nil)
    var stream = guarded(applied, at: application.span)
    stream.origin = StreamProvenance(of: application.upstream).applying(application.text)
    return stream
  }

  /// A publisher that is an argument of an operator on a lane is not the lane's source.
  private func sideInput(_ value: ScriptValue) -> ScriptValue {
    if case .object(let object) = value, let subject = object as? ScriptSubject {
      return .object(SideSubject(subject, recorder: recorder))
    }
    return mapPublishers(in: value) { stream in
      var copy = stream
      copy.publisher = SideInput(stream.publisher, recorder: recorder).eraseToAnyPublisher()
      return copy
    }
  }

  /// A band that all subscribers share.
  private func buildHub(_ application: Application, detail: String) throws(ScriptError)
    -> ScriptStream
  {
    let site = site(for: application, .hub, detail: detail)
    let stage = site.stage
    let probed = inputs(of: application, site, stage)
    let inner = try apply(application, to: probed.upstream, probed.values, in: stage)
    let connect = inner.connect.map { connect in
      { RecordedConnection(stage.control("connect()") { connect() }, of: stage) as any Cancellable }
    }
    var stream = ScriptStream(
      OutputProbe(guarded(inner.publisher, at: application.span), of: stage) {
        site.laneOfOperator()
      }, connect: connect,
      autoconnect: inner.autoconnect)
    stream.origin = StreamProvenance(leaving: site)
    return stream
  }

  /// A band for each subscription that is open at the same time.
  private func buildStage(_ application: Application, _ kind: Recording.Stage.Kind, detail: String)
    throws(ScriptError) -> ScriptStream
  {
    let site = site(for: application, kind, detail: detail)
    // Built once now, so that wrong arguments are found before anybody subscribes.
    _ = try apply(application, to: application.upstream, application.values, in: site.stage)
    let publisher = PublisherPerSubscription { [unowned self] in
      let stage = site.freeStage()
      let probed = inputs(of: application, site, stage)
      do throws(ScriptError) {
        let inner = try apply(application, to: probed.upstream, probed.values, in: stage)
        return OutputProbe(guarded(inner.publisher, at: application.span), of: stage)
          .eraseToAnyPublisher()
      } catch {
        return Fail(error: error).eraseToAnyPublisher()
      }
    }
    var stream = ScriptStream(publisher)
    stream.origin = StreamProvenance(leaving: site)
    return stream
  }

  /// A stage that is no operator's, with a probe on each of the streams that lead into it.
  func stage(
    _ name: String, _ kind: Recording.Stage.Kind, detail: String,
    from sources: [ScriptStream],
    at span: SourceRange,
    build:
      @escaping ([AnyPublisher<ScriptValue, ScriptError>]) -> AnyPublisher<ScriptValue, ScriptError>
  ) -> ScriptStream {
    guard functionDepth == 0 else { return ScriptStream(build(sources.map(\.publisher))) }
    let site = site(name, kind, detail: detail, at: span)
    var stream = ScriptStream(
      PublisherPerSubscription { [unowned self] in
        let stage = site.freeStage()
        let inner = build(sources.map { self.probed($0, site, stage).publisher })
        return OutputProbe(inner, of: stage).eraseToAnyPublisher()
      })
    stream.origin = StreamProvenance(leaving: site)
    return stream
  }

  /// The same place in an end that is evaluated anew is the same stage.
  private func site(for application: Application, _ kind: Recording.Stage.Kind, detail: String)
    -> StageSite
  {
    site(application.text, kind, detail: detail, at: application.span)
  }

  private func site(
    _ name: String, _ kind: Recording.Stage.Kind, detail: String, at span: SourceRange
  )
    -> StageSite
  {
    if let site = currentEnd?.sites[span] { return site }
    let site = StageSite(name, kind: kind, detail: detail, recorder: recorder) {
      [unowned self] in returningLanes.contains($0)
    }
    currentEnd?.sites[span] = site
    return site
  }

  /// Everything that leads into a stage, with a probe on it.
  private func inputs(of application: Application, _ site: StageSite, _ stage: RecordedStage) -> (
    upstream: ScriptStream, values: [ScriptValue?]
  ) {
    let upstream = probed(application.upstream, site, stage)
    let parameters = application.chosen.signatures[application.signature].parameters
    let values = application.values.enumerated().map { index, value in
      value.map { value -> ScriptValue in
        // A subject that the operator is given is no source of it.
        if parameters.indices.contains(index), parameters[index].type == .subject { return value }
        if case .closure(let function) = value, site.kind == .box {
          return .closure(innerProbing(function, site, stage))
        }
        return mapPublishers(in: value) { self.probed($0, site, stage) }
      }
    }
    return (upstream, values)
  }

  private func probed(_ stream: ScriptStream, _ site: StageSite, _ stage: RecordedStage)
    -> ScriptStream
  {
    let origin = StreamProvenance(of: stream)
    let probe = InputProbe(stream.publisher) {
      let lane = site.inputLane(from: origin, into: stage)
      // What the closure before it makes are the inner streams: nothing to say on the lane.
      if site.kind == .box, origin.operators == ["map"] { lane.describe("") }
      return lane
    }
    var copy = stream
    copy.publisher =
      site.kind == .box
      ? innerProbing(probe.eraseToAnyPublisher(), site, stage) : probe.eraseToAnyPublisher()
    return copy
  }

  /// Publishers that come along the lane of a box are run by it: each becomes a lane of its own.
  private func innerProbing(
    _ outer: AnyPublisher<ScriptValue, ScriptError>, _ site: StageSite, _ stage: RecordedStage
  ) -> AnyPublisher<ScriptValue, ScriptError> {
    ValueMap(outer) { [unowned self] in inner($0, named: nil, stage) }.eraseToAnyPublisher()
  }

  private func innerProbing(_ function: ScriptFunction, _ site: StageSite, _ stage: RecordedStage)
    -> ScriptFunction
  {
    ScriptFunction(arity: function.arity) { [unowned self] (values) throws(ScriptError) in
      let name = values.first?.description
      return inner(try function.call(values), named: name, stage)
    }
  }

  private func inner(_ value: ScriptValue, named name: String?, _ stage: RecordedStage)
    -> ScriptValue
  {
    mapPublishers(in: value) { stream in
      let origin = StreamProvenance(of: stream)
      var copy = stream
      copy.publisher = InputProbe(stream.publisher) { [unowned self] in
        recorder.lane(
          name ?? origin.label ?? origin.laneName ?? origin.givenName ?? "inner", role: .inner,
          detail: origin.detail,
          target: stage)
      }.eraseToAnyPublisher()
      return copy
    }
  }

  private func mapPublishers(in value: ScriptValue, _ transform: (ScriptStream) -> ScriptStream)
    -> ScriptValue
  {
    switch value {
    case .stream(let stream): .stream(transform(stream))
    case .object(let object):
      (object as? any StreamObject).map { .stream(transform($0.stream)) } ?? value
    case .array(let elements) where elements.contains { $0.publisher != nil }:
      .array(elements.map { mapPublishers(in: $0, transform) })
    default: value
    }
  }
}
