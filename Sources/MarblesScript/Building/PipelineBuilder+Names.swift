import MarblesCombine

// Names of streams that need no counter.

extension PipelineBuilder {
  /// Names a stream without a name after the function that returns it.
  func returned(_ value: ScriptValue, by function: String, in building: Building) -> ScriptValue {
    guard case .stream(let stream) = value, !StreamProvenance(of: stream).isNamed else {
      return value
    }
    if case .lanesOnly = building { return value }
    var copy = stream
    copy.origin = StreamProvenance(of: stream).named(function)
    return .stream(copy)
  }

  /// `recorded("view A")` names the stage before it, or the lane that begins there.
  func recorded(_ stream: ScriptStream, as name: String) -> ScriptStream {
    let origin = StreamProvenance(of: stream)
    if let site = origin.site, origin.operators.isEmpty, !site.isFedByHand {
      site.rename(name)
      return stream
    }
    var copy = stream
    copy.origin = origin.recorded(name)
    return copy
  }
}
