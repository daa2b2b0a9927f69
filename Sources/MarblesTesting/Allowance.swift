import Marbles

/// What a recording may leave open without failing a test.
public struct Allowance: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Subscriptions that nobody cancelled and that did not end.
  public static let openSubscriptions = Allowance(rawValue: 1)
  /// Work that was still scheduled when the run came to its last frame.
  public static let scheduledWork = Allowance(rawValue: 2)
  /// A run that a limit cut off.
  public static let limits = Allowance(rawValue: 4)
  public static let everything: Allowance = [.openSubscriptions, .scheduledWork, .limits]
}

extension Recording {
  /// What is left open at the end, each with the name of its lane, unless it is allowed.
  func loose(allowing allowance: Allowance) -> [String] {
    var sentences: [String] = []
    if !allowance.contains(.openSubscriptions) { sentences += openSubscriptions }
    switch ending {
    case .unfinished(let work) where !allowance.contains(.scheduledWork):
      sentences.append("the run ended while work was scheduled: \(work)")
    case .stopped(let sentence) where !allowance.contains(.limits):
      sentences.append("the run was cut: \(sentence)")
    default: break
    }
    return sentences
  }

  private var openSubscriptions: [String] {
    var since: [LaneID: VirtualTime] = [:]
    for event in events {
      guard case .lane(let lane) = event.place else { continue }
      switch event.mark {
      case .subscribed: since[lane] = event.time
      case .finished, .failed, .cancelled: since[lane] = nil
      default: break
      }
    }
    return lanes.indices.compactMap { lane in
      since[lane].map { "\(lanes[lane].name) is still subscribed, since \(timeText($0))" }
    }
  }
}
