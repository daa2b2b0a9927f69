import Marbles
import MarblesCombine

/// Creates recorded streams: operators become streams or stages of the picture.
final class PipelineBuilder {
  let runtime: ScriptRuntime
  let rules: LanguageRules
  /// The number of lanes of each name.
  private var laneNames: [String: Int] = [:]
  /// The number of lanes of role `source` of each name.
  private var sourceNumbers: [String: Int] = [:]
  /// The subscription counters of the streams that have a name.
  private(set) var counters: [String: SubscriptionCounter] = [:]
  /// The lanes of sinks whose rows subscribe several times.
  var resubscribingLanes: Set<RecordedLane> = []

  init(_ runtime: ScriptRuntime, _ rules: LanguageRules) {
    self.runtime = runtime
    self.rules = rules
  }

  /// Applies an operator.
  func apply(_ match: OperatorMatch, to upstream: ScriptStream, in building: Building)
    throws(ScriptError) -> ScriptStream
  {
    let length = StreamProvenance(of: upstream).length + 1
    guard length <= Budget.longestPipeline else {
      throw runtime.diagnostics.error(.tooLongPipeline, at: match.span)
    }
    var stream = try build(Application(match: match, upstream: upstream, building: building))
    stream.origin = origin(of: stream, of: match, after: upstream).long(length)
    return stream
  }

  /// Names a stream, and the stage that it leaves, after its name in the script, and counts its
  /// subscriptions. Other values, and streams that a function of an operator creates, stay as they
  /// are.
  func named(
    _ name: String, _ value: ScriptValue, at span: SourceRange, in building: Building
  ) throws(ScriptError) -> ScriptValue {
    guard case .stream(var stream) = value else { return value }
    if case .lanesOnly = building { return value }
    stream = try shared(stream, at: span, in: building)
    let counter = SubscriptionCounter()
    counters[name] = counter
    let origin = StreamProvenance(of: stream)
    if origin.operators.isEmpty { origin.site?.named(name) }
    var copy = stream
    copy.publisher = counter.metered(stream.publisher, in: runtime.subscriptions)
    copy.origin = origin.named(name)
    return .stream(copy)
  }

  /// A lane name for a sink without a name.
  func laneName(for sink: String) -> String {
    if sink == "bind" { return Recording.Lane.nameOfBinding }
    let base = sink == "subscribe" ? "subscriber" : sink
    let number = (laneNames[base] ?? 0) + 1
    laneNames[base] = number
    return number == 1 ? base : "\(base) #\(number)"
  }
}

// MARK: Operators

extension PipelineBuilder {
  struct Application {
    let match: OperatorMatch
    let upstream: ScriptStream
    let building: Building
  }

  private func build(_ application: Application) throws(ScriptError) -> ScriptStream {
    let context = BuildContext(
      scheduler: runtime.scheduler, isPartOfEnd: application.building.sink != nil)
    if case .lanesOnly = application.building {
      var stream = try buildLane(application)
      if hasNamedInput(application.match) {
        stream.origin = StreamProvenance(of: stream).withNamedInput()
      }
      return stream
    }
    switch application.match.entry.shape(Arguments(application.match.values, context: context)) {
    case .lane:
      return hasNamedInput(application.match)
        ? try buildStage(application, .memory, detail: "") : try buildLane(application)
    case .hub(let detail): return try buildHub(application, detail: detail)
    case .memory(let detail): return try buildStage(application, .memory, detail: detail)
    case .box(let detail): return try buildStage(application, .box, detail: detail)
    }
  }

  /// Whether the operator subscribes to a second publisher that has a name or is a stage itself:
  /// then the operator is a stage with two inputs.
  private func hasNamedInput(_ match: OperatorMatch) -> Bool {
    match.values.indices.contains { index in
      switch (match.parameterType(index), match.values[index]) {
      case (_, nil), (.subject, _): false
      case (.publisherClosure, .closure(let function)):
        function.startsWork || returnsNamedPublisher(function, to: match.entry.name)
      case (_, let value?): isNamedPublisher(value, of: match.entry.name)
      }
    }
  }

  /// Whether a result of a closure has a name, or is built from a publisher with a name.
  func returnsNamedPublisher(_ function: ScriptFunction, to name: String) -> Bool {
    function.body?.namedResults.contains { isNamedPublisher($0, of: name) } ?? false
  }

  private func isNamedPublisher(_ value: ScriptValue, of operatorName: String) -> Bool {
    switch value {
    case .stream(let stream): StreamProvenance(of: stream).leadsToName
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
    let context = BuildContext(scheduler: runtime.scheduler, stage: stage)
    do throws(ScriptError) {
      return try application.match.entry.apply(
        upstream, Arguments(values, context: context), application.match.signature)
    } catch {
      guard case .failure(let failure) = error else { throw error }
      throw runtime.diagnostics.error(.operatorArguments(failure.text), at: application.match.span)
    }
  }

  private func buildLane(_ application: Application) throws(ScriptError) -> ScriptStream {
    let upstream = withSourceLane(application)
    let applied = try apply(application, to: upstream, application.match.values, in: nil)
    var stream = runtime.guarded(applied, at: application.match.span)
    stream.origin = StreamProvenance(of: upstream).applying(
      application.match.text, isHidden: application.match.isHidden)
    return stream
  }

  /// The upstream of an operator on a lane. If it is a named source, what it sends is a lane of its
  /// own, because the operator can change it.
  private func withSourceLane(_ application: Application) -> ScriptStream {
    let upstream = application.upstream
    let origin = StreamProvenance(of: upstream)
    if case .lanesOnly = application.building { return upstream }
    guard !application.match.isHidden, let name = origin.sourceName else { return upstream }
    var copy = upstream
    copy.publisher =
      InputProbe(upstream.publisher, isSource: true) { [unowned self] in
        if let known = runtime.recorder.closedSourceLane { return known }
        let number = (sourceNumbers[name] ?? 0) + 1
        sourceNumbers[name] = number
        return runtime.recorder.lane(
          number == 1 ? name : "\(name) #\(number)", role: .source, detail: origin.detail)
      }.eraseToAnyPublisher()
    copy.origin = origin.leavingSource()
    return copy
  }

  /// A band that all subscribers share.
  func buildHub(_ application: Application, detail: String) throws(ScriptError)
    -> ScriptStream
  {
    let site = site(
      application.match.text, .hub, detail: detail, at: application.match.span,
      in: application.building)
    let stage = site.stage
    let probed = inputs(of: application, site, stage)
    let inner = try apply(application, to: probed.upstream, probed.values, in: stage)
    let connect = inner.connect.map { connect in
      { RecordedConnection(stage.control("connect()") { connect() }, of: stage) as any Cancellable }
    }
    var stream = ScriptStream(
      OutputProbe(runtime.guarded(inner.publisher, at: application.match.span), of: stage) {
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
    let site = site(
      application.match.text, kind, detail: detail, at: application.match.span,
      in: application.building)
    // Built once now, so that wrong arguments are found before the first subscription.
    _ = try apply(application, to: application.upstream, application.match.values, in: site.stage)
    let publisher = PublisherPerSubscription { [unowned self] in
      let stage = site.freeStage()
      let probed = inputs(of: application, site, stage)
      do throws(ScriptError) {
        let inner = try apply(application, to: probed.upstream, probed.values, in: stage)
        return OutputProbe(runtime.guarded(inner.publisher, at: application.match.span), of: stage)
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
    at span: SourceRange, in building: Building,
    build:
      @escaping ([AnyPublisher<ScriptValue, ScriptError>]) -> AnyPublisher<ScriptValue, ScriptError>
  ) -> ScriptStream {
    if case .lanesOnly = building {
      var stream = ScriptStream(build(sources.map(\.publisher)))
      if sources.contains(where: { StreamProvenance(of: $0).leadsToName }) {
        stream.origin = StreamProvenance(of: stream).withNamedInput()
      }
      return stream
    }
    let site = site(name, kind, detail: detail, at: span, in: building)
    var stream = ScriptStream(
      PublisherPerSubscription { [unowned self] in
        let stage = site.freeStage()
        let inner = build(sources.map { self.probed($0, site, stage).publisher })
        return OutputProbe(inner, of: stage).eraseToAnyPublisher()
      })
    stream.origin = StreamProvenance(leaving: site)
    return stream
  }

  /// The stage at a place of the script. A place in the chain of a sink, which is evaluated again
  /// at each subscription, is the same stage each time.
  private func site(
    _ name: String, _ kind: Recording.Stage.Kind, detail: String, at span: SourceRange,
    in building: Building
  ) -> StageSite {
    if let site = building.sink?.sites[span] { return site }
    let site = StageSite(name, kind: kind, detail: detail, recorder: runtime.recorder) {
      [unowned self] in resubscribingLanes.contains($0)
    }
    building.sink?.sites[span] = site
    return site
  }

  /// Everything that leads into a stage, with a probe on it.
  private func inputs(of application: Application, _ site: StageSite, _ stage: RecordedStage) -> (
    upstream: ScriptStream, values: [ScriptValue?]
  ) {
    let upstream = probed(application.upstream, site, stage)
    let match = application.match
    let values = match.values.enumerated().map { index, value in
      value.map { value -> ScriptValue in
        switch (match.parameterType(index), value) {
        // A subject that is an argument is not a source of the operator.
        case (.subject, _): return value
        case (_, .closure(let function)) where site.kind == .box:
          return .closure(innerProbing(function, site, stage))
        case (.publisherClosure, .closure(let function)):
          return .closure(probing(function, site, stage))
        default: return mapPublishers(in: value) { self.probed($0, site, stage) }
        }
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
      // The closure before it creates the inner streams, so the lane needs no detail.
      if site.kind == .box, origin.operators == ["map"] { lane.describe("") }
      return lane
    }
    var copy = stream
    copy.publisher =
      site.kind == .box
      ? innerProbing(probe.eraseToAnyPublisher(), site, stage) : probe.eraseToAnyPublisher()
    return copy
  }

  /// The publishers that a closure returns are inputs of the stage, too, if they have a name, are
  /// built from publishers with names, or do work.
  private func probing(_ function: ScriptFunction, _ site: StageSite, _ stage: RecordedStage)
    -> ScriptFunction
  {
    function.map { [unowned self] (result) throws(ScriptError) in
      mapPublishers(in: result) { stream in
        function.startsWork || StreamProvenance(of: stream).leadsToName
          ? self.probed(stream, site, stage) : stream
      }
    }
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
        runtime.recorder.lane(
          name ?? origin.label ?? origin.laneName ?? origin.givenName ?? "inner", role: .inner,
          detail: origin.detail, target: stage)
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
