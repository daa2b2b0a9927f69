/// The goals of the operators.
///
/// A goal is the highest cost of a value, in multiples of L: ``Limits/deliveries``, the call of a
/// stored closure that appends 32 bytes to an array.
enum OperatorGoals {
  static let passing = OperatorGoal("passes or drops elements", 2)
  static let chain = OperatorGoal("chain of six", 4)
  static let erasedChain = OperatorGoal("chain, erased after each step", 6)
  static let sharing = OperatorGoal("shares, one subscriber", 3)
  static let sharedDelivery = OperatorGoal("delivery to one of 1,000 subscribers", 4)
  static let result = OperatorGoal("one result, a buffer, or an immediate scheduler", 3)
  static let inner = OperatorGoal("inner publisher of one element", 6)
  static let merging = OperatorGoal("merges two values", 4)
  static let combining = OperatorGoal("combines two values", 8)
  static let timed = OperatorGoal("uses a scheduler", nil)
  static let unspecialized = OperatorGoal("creates text, or reads a key path", nil)

  static let rxSubject = OperatorGoal("Rx: subject", 3)
  static let rxPassing = OperatorGoal("Rx: passes or drops elements", 5)
  static let rxChain = OperatorGoal("Rx: chain of six", 12)
  static let rxSharing = OperatorGoal("Rx: shares, or has a second source", 7)
  static let rxSharedDelivery = OperatorGoal("Rx: delivery to one of 1,000 observers", 1.5)
  static let rxInner = OperatorGoal("Rx: inner observable of one element", 14)
  static let rxCombining = OperatorGoal("Rx: joins two values", 12)
  static let rxCombiningFive = OperatorGoal("Rx: joins five values", 30)
  static let rxTimed = OperatorGoal("Rx: schedules a job, or creates a subject", 40)
}

/// The goal of a group of operators.
struct OperatorGoal: Sendable {
  let group: String
  /// The highest cost in multiples of L; `nil` for a group without a goal.
  let limit: Double?

  init(_ group: String, _ limit: Double?) {
    self.group = group
    self.limit = limit
  }
}
