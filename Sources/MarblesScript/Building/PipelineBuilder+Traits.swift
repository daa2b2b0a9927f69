import Marbles
import MarblesCombine

/// Traits, of which drivers and signals share their elements after each operator.
extension PipelineBuilder {
  /// The origin of the result of an operator.
  func origin(of result: ScriptStream, of match: OperatorMatch, after upstream: ScriptStream)
    -> StreamProvenance
  {
    // A subject has no trait. Its stream is not created, because that would create a stage.
    let argument = match.values.lazy.compactMap { value -> StreamProvenance? in
      if case .stream(let stream) = value { StreamProvenance(of: stream) } else { nil }
    }.first
    let trait = match.entry.result.trait(
      of: StreamProvenance(of: upstream).trait, argument: argument?.trait)
    var isNew = false
    if case .trait = match.entry.result { isNew = true }
    return StreamProvenance(of: result)
      .with(trait, needsSharing: trait?.isShared == true && !isNew)
      .timer(match.entry.isTransparent && StreamProvenance(of: upstream).isTimer)
  }

  /// The hub of a stream that shares its elements without an operator for that; other streams stay
  /// as they are. A driver or signal shares after each operator. Only a stream with a name can have
  /// several subscribers.
  func shared(
    _ stream: ScriptStream, at span: SourceRange, in building: Building
  ) throws(ScriptError) -> ScriptStream {
    let origin = StreamProvenance(of: stream)
    if origin.isTimer { return try sharedTimer(stream, at: span, in: building) }
    guard let trait = origin.trait, origin.needsSharing else { return stream }
    let replays = trait == .driver
    let match = OperatorMatch(
      entry: .rxShare, signature: 0, values: [replays ? .int(1) : nil, nil],
      text: replays ? "share(replay: 1)" : "share()", span: span)
    var result = try buildHub(
      Application(match: match, upstream: stream, building: building), detail: "")
    result.origin = StreamProvenance(of: result).long(StreamProvenance(of: stream).length)
      .with(trait)
    return result
  }
}

extension ScriptValue {
  /// The stream as one of a trait that is no driver or signal; other values stay as they are.
  func with(_ trait: StreamTrait?) -> ScriptValue {
    trait?.isShared == false ? source(of: trait) : self
  }

  /// A stream that a function of a trait creates: `Driver.merge` shares, too.
  func source(of trait: StreamTrait?) -> ScriptValue {
    guard let trait, case .stream(var stream) = self else { return self }
    stream.origin = StreamProvenance(of: stream).with(trait, needsSharing: trait.isShared)
    return .stream(stream)
  }
}
