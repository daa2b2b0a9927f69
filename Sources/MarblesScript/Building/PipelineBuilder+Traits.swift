import Marbles
import MarblesCombine

/// Drivers and signals, which share their elements after each operator.
extension PipelineBuilder {
  /// The sharing of the result of an operator. An operator of a driver returns a driver.
  func trait(of entry: ScriptOperator, after upstream: ScriptStream) -> SharedTrait? {
    if entry.result == .sharedSequence {
      return SharedTrait(replays: entry.name == "asDriver", isShared: true)
    }
    guard entry.name != "asObservable", var trait = StreamProvenance(of: upstream).trait else {
      return nil
    }
    trait.isShared = false
    return trait
  }

  /// A driver or signal shares its elements after each operator. Only one with a name can have
  /// several subscribers.
  func shared(
    _ stream: ScriptStream, as trait: SharedTrait, at span: SourceRange, in building: Building
  ) throws(ScriptError) -> ScriptStream {
    let match = OperatorMatch(
      entry: .rxShare, signature: 0, values: [trait.replays ? .int(1) : nil, nil],
      text: trait.replays ? "share(replay: 1)" : "share()", span: span)
    var result = try buildHub(
      Application(match: match, upstream: stream, building: building), detail: "")
    result.origin = StreamProvenance(of: result).long(StreamProvenance(of: stream).length).with(
      SharedTrait(replays: trait.replays, isShared: true))
    return result
  }
}
