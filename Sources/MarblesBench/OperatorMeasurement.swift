/// The measurement of one operator: a subject, the operator, and a subscriber.
///
/// The name begins with the name of the operator in the catalogue, which a house test compares. It
/// can be followed by arguments or a remark: `drop(while:)`, `share to 1,000`.
struct OperatorMeasurement {
  let name: String
  let goal: OperatorGoal
  /// Prepares a run of the given number of values, and returns the work to be timed. The work returns
  /// the number of values or deliveries.
  let prepare: (_ size: Int) -> () -> Int

  init(
    _ name: String, _ goal: OperatorGoal, prepare: @escaping (_ size: Int) -> () -> Int
  ) {
    self.name = name
    self.goal = goal
    self.prepare = prepare
  }

  /// 32 bytes, like the events of L.
  struct Event {
    var time: Int64
    var order: Int64
    var lane: Int64
    var value: Int64
  }

  /// The number of elements that arrived.
  final class Arrivals {
    var count = 0
  }

  static var all: [OperatorMeasurement] { combine + rx }

  static var combine: [OperatorMeasurement] {
    combinePassing + combineErrors + combineSharing + combineResults + combineJoining + combineTimed
  }

  static var rx: [OperatorMeasurement] { rxPassing + rxSharing + rxJoining + rxTimed }
}
