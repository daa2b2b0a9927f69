import Marbles
import Testing

extension Recording {
  /// The events, a line each: number, time, place, what happened, and after `<` the cause.
  var lines: [String] {
    events.enumerated().map { number, event in
      let time = event.time.nanoseconds / frame.nanoseconds
      let cause = event.cause.map { " <\($0)" } ?? ""
      return "\(number) @\(time) \(name(event.place)) \(words(event.mark))\(cause)"
    }
  }

  /// Expects exactly these lines; else shows the first difference.
  func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let wanted = expected.split(separator: "\n").map(String.init)
    guard wanted != lines else { return }
    let index = zip(wanted, lines).prefix { $0 == $1 }.count
    let (want, got) = (
      index < wanted.count ? wanted[index] : "nothing",
      index < lines.count ? lines[index] : "nothing"
    )
    Issue.record(
      "expected \(want)\nrecorded \(got)\n\nall:\n\(lines.joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }

  private func name(_ place: Place) -> String {
    switch place {
    case .lane(let lane): self[lane].name
    case .stage(let stage): "[\(self[stage].name)]"
    }
  }

  private func words(_ mark: Mark) -> String {
    switch mark {
    case .subscribed: "subscribed"
    case .requested(let count): "requested \(count.map(String.init) ?? "all")"
    case .value(let label): "value \(text(label))"
    case .replayed(let label, let from): "replayed \(text(label)) from \(from ?? -1)"
    case .finished: "finished"
    case .failed(let label): "failed \(text(label))"
    case .cancelled: "cancelled"
    case .joined: "joined"
    case .left: "left"
    case .dropped(let label, let reason): "dropped \(text(label)) \(reason.rawValue)"
    case .sent(let label, let stage): "sent \(text(label)) to [\(self[stage].name)]"
    case .read(let label, let stage, let from):
      "read \(text(label)) of [\(stage.map { self[$0].name } ?? "")] from \(from ?? -1)"
    case .connected: "connected"
    case .disconnected: "disconnected"
    case .count(let count): "count \(count)"
    case .held(let label): "held \(text(label))"
    case .released(let event, let fate): "released \(event) \(fate.rawValue)"
    case .delivering(let label): "delivering \(text(label))"
    case .delivered(let event): "delivered \(event)"
    case .ended(let label): "ended\(label.map { " " + text($0) } ?? "")"
    case .control(let label): "control \(text(label))"
    case .warning(let label): "warning \(text(label))"
    case .fatal(let label): "fatal \(text(label))"
    }
  }
}
