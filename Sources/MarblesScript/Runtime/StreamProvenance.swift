import MarblesCombine

/// The origin of a stream, for the names of lanes.
struct StreamProvenance: StreamOrigin {
  /// The text of the stream where it is a value on a lane.
  var label: String?
  /// The key of the stream, if it is a group of `groupBy`.
  private(set) var key: ScriptValue?
  /// The name of the stream, or of its source.
  private(set) var name: String?
  /// The name of `recorded(_:)`.
  var recordedName: String?
  /// The operators since the last stage, or since the source.
  private(set) var operators: [String] = []
  /// The number of operators after the name.
  private var operatorsBehindName = 0
  /// The stage that the stream leaves.
  private(set) var site: StageSite?
  /// The number of operators since the source.
  private(set) var length = 0
  /// The trait that the stream is; `nil` for other streams.
  private(set) var trait: StreamTrait?
  /// Whether it is a timer without a stage.
  private(set) var isTimer = false
  /// Whether it is a driver or signal with an operator after its last sharing.
  private(set) var needsSharing = false

  init() {}

  /// The origin of a group of `groupBy`.
  init(key: ScriptValue) {
    label = "group \(key)"
    self.key = key
  }

  init(name: String, site: StageSite) {
    self.name = name
    self.site = site
  }

  init(leaving site: StageSite) { self.site = site }

  init(of stream: ScriptStream) { self = stream.origin as? StreamProvenance ?? StreamProvenance() }

  func labelled(_ label: String) -> StreamProvenance {
    var copy = self
    copy.label = label
    return copy
  }

  /// The text with which the script makes it; the name of a stream without one.
  private(set) var writtenText: String?

  func written(_ text: String) -> StreamProvenance {
    var copy = self
    copy.writtenText = text
    return copy
  }

  /// Its name or text, unless operators follow.
  var givenName: String? { operatorsBehindName == 0 ? name ?? writtenText : nil }

  func named(_ name: String) -> StreamProvenance {
    var copy = self
    copy.name = name
    copy.operatorsBehindName = 0
    return copy
  }

  func recorded(_ name: String) -> StreamProvenance {
    var copy = self
    copy.recordedName = name
    return copy
  }

  func long(_ length: Int) -> StreamProvenance {
    var copy = self
    copy.length = length
    return copy
  }

  func timer(_ isTimer: Bool) -> StreamProvenance {
    var copy = self
    copy.isTimer = isTimer
    return copy
  }

  func with(_ trait: StreamTrait?, needsSharing: Bool = false) -> StreamProvenance {
    var copy = self
    copy.trait = trait
    copy.needsSharing = needsSharing
    return copy
  }

  /// - Parameter isHidden: whether the operator changes nothing that a lane could show.
  func applying(_ operatorText: String, isHidden: Bool = false) -> StreamProvenance {
    if isHidden { return self }
    var copy = self
    copy.operators.append(operatorText)
    copy.operatorsBehindName += 1
    copy.recordedName = nil
    return copy
  }

  /// Whether the script gave it a name, or it leaves a stage.
  var isNamed: Bool { name != nil || site != nil || recordedName != nil }

  /// Whether an operator or word of which it consists subscribes to a publisher with a name.
  private(set) var hasNamedInput = false

  func withNamedInput() -> StreamProvenance {
    var copy = self
    copy.hasNamedInput = true
    return copy
  }

  /// Whether a subscription to it leads to a publisher with a name.
  var leadsToName: Bool { isNamed || hasNamedInput }

  /// The name of a source that is no stage, unless operators follow it.
  var sourceName: String? { site == nil && operatorsBehindName == 0 ? name : nil }

  /// The same stream, leaving the lane that its source has.
  func leavingSource() -> StreamProvenance {
    var copy = self
    copy.operators = []
    return copy
  }

  /// The operators on the way.
  var detail: String { operators.joined(separator: ".") }

  /// The name of a lane that leads from here into a stage, without a number; `nil` for "upstream".
  ///
  /// A lane that comes from a stage through operators is named after both: `shared.map`.
  var laneName: String? {
    if let recordedName { return recordedName }
    guard let site, !site.isFedByHand else { return name }
    guard operatorsBehindName > 0 else { return name ?? site.name }
    return nameWithOperators(after: site)
  }

  /// The second line of a lane that leads from here into a stage: operators that its name leaves out.
  var laneDetail: String {
    guard let laneName, laneName != detail, !laneName.hasSuffix("." + detail) else { return "" }
    return detail
  }

  private static let longestName = 24

  /// Of a long chain after a stage with a name, the last operator; after one without, all of them.
  private func nameWithOperators(after site: StageSite) -> String {
    let full = "\(name ?? String(site.name.prefix { $0 != "(" })).\(detail)"
    guard full.count > Self.longestName else { return full }
    guard let name else { return detail }
    return operators.count > 1 ? "\(name).….\(operators.last ?? "")" : full
  }
}
