import Marbles

@testable import MarblesScript

/// All errors of a script, before and during its run, in compiler form.
func mistakes(
  _ script: String, options: Simulation.Options = .init(), work: Int = Budget.largestWork
) -> String {
  let simulation = Simulation(script: script, file: "t", options: options)
  let before = simulation.diagnostics.rendered(in: simulation.source)
  guard !simulation.diagnostics.containsError else { return before }
  return before + simulation.run(work: work).diagnostics.rendered(in: simulation.source)
}

/// The failed expectations of a script, or its errors if it has any.
func failures(_ script: String) -> [String] {
  let simulation = Simulation(script: script, file: "t")
  let before = simulation.diagnostics.filter { $0.severity == .error }.map(\.text)
  guard before.isEmpty else { return before }
  let outcome = simulation.run()
  return outcome.diagnostics.map(\.text) + outcome.failures.map(\.text)
}

func recording(_ script: String) -> Recording {
  Simulation(script: script, file: "t").run().recording
}

/// The events of a lane in words: `0 subscribed`, `3 a`, `7 finished`.
func story(_ name: String, in recording: Recording) -> [String] {
  recording.events.compactMap { event in
    guard case .lane(let lane) = event.place, recording[lane].name == name else { return nil }
    return "\(event.time.nanoseconds / recording.frame.nanoseconds) \(recording.words(event.mark))"
  }
}

/// The `count` events of the stage with the given name: `3: 2` is a count of 2 at frame 3.
func counts(_ name: String, in recording: Recording) -> [String] {
  recording.events.compactMap { event in
    guard case (.stage(let stage), .count(let count)) = (event.place, event.mark),
      recording[stage].name == name
    else { return nil }
    return "\(event.time.nanoseconds / recording.frame.nanoseconds): \(count)"
  }
}

/// The values that the stage with the given name holds: `1: holds a` from frame 1 on.
func holds(_ name: String, in recording: Recording) -> [String] {
  recording.events.compactMap { event in
    let time = event.time.nanoseconds / recording.frame.nanoseconds
    guard case .stage(let stage) = event.place, recording[stage].name == name else {
      return nil
    }
    switch event.mark {
    case .held(let label): return "\(time): holds \(recording.text(label))"
    case .released(let held, let reason):
      guard case .held(let label) = recording[held].mark else { return nil }
      return "\(time): \(recording.text(label)) \(reason)"
    default: return nil
    }
  }
}

extension Recording {
  fileprivate func words(_ mark: Mark) -> String {
    switch mark {
    case .subscribed: "subscribed"
    case .requested(let count): "requested \(count.map(String.init) ?? "all")"
    case .value(let label): text(label)
    case .replayed(let label, _): "replayed \(text(label))"
    case .finished: "finished"
    case .failed(let label): "failed \(text(label))"
    case .cancelled: "cancelled"
    case .joined: "joined"
    case .left: "left"
    case .dropped(let label, _): "dropped \(text(label))"
    case .sent(let label, let stage): "sent \(text(label)) to \(self[stage].name)"
    case .read(let label, _, _): "read \(text(label))"
    default: "\(mark)"
    }
  }
}
