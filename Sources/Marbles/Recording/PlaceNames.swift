/// A lane or stage of one recording, and its counterpart in another: the name without the number
/// that distinguishes the subscriptions of one stream, and the position among those of that name.
///
/// `work` of a run with one subscription is the counterpart of `work #1` of a run with two.
struct PlaceKey: Hashable {
  var isStage: Bool
  var name: String
  var ordinal: Int

  /// The name without ` #2` at its end.
  static func baseName(_ name: String) -> String {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let base = name.dropLast(digits)
    return digits > 0 && base.hasSuffix(" #") ? String(base.dropLast(2)) : name
  }
}

extension Recording.Lane {
  /// The name of a binding to which the program gives no name.
  package static let nameOfBinding = "binding"

  /// Whether it is a binding to which the program gives no name.
  var isUnnamedBinding: Bool {
    role == .subscription && PlaceKey.baseName(name) == Self.nameOfBinding
  }
}

/// The names and keys of the lanes and stages of a recording.
struct PlaceNames {
  private var names: [Recording.Place: String] = [:]
  private var keys: [Recording.Place: PlaceKey] = [:]
  private var places: [PlaceKey: Recording.Place] = [:]

  init(_ recording: Recording) {
    let all =
      recording.laneIDs.map { (Recording.Place.lane($0), recording[$0].name) }
      + recording.stageIDs.map { (Recording.Place.stage($0), recording[$0].name) }
    var uses: [String: Int] = [:]
    var ordinals: [PlaceKey: Int] = [:]
    for (place, name) in all {
      uses[name, default: 0] += 1
      let count = uses[name] ?? 1
      names[place] = count == 1 ? name : "\(name) (\(count))"
      let isStage = if case .stage = place { true } else { false }
      var key = PlaceKey(isStage: isStage, name: PlaceKey.baseName(name), ordinal: 0)
      ordinals[key, default: 0] += 1
      key.ordinal = ordinals[key] ?? 1
      keys[place] = key
      places[key] = place
    }
  }

  /// The name, with a number behind it if an earlier lane or stage has the same.
  func name(of place: Recording.Place) -> String { names[place] ?? "" }
  func key(of place: Recording.Place) -> PlaceKey {
    keys[place] ?? PlaceKey(isStage: false, name: "", ordinal: 0)
  }
  func place(of key: PlaceKey) -> Recording.Place? { places[key] }
}
