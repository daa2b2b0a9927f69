import Marbles

// The longest wait of a script. In frames of 1 ms a pasted pipeline may wait longer than its rows.

extension Checker {
  /// `.milliseconds(300)`, `.seconds(1)`
  mutating func noteWait(_ unit: String, _ call: Call, _ span: SourceRange) {
    guard let argument = call.arguments.first?.value.kind else { return }
    let duration: VirtualDuration
    switch (unit, argument) {
    case ("milliseconds", .integer(let number)): duration = .milliseconds(number)
    case ("seconds", .integer(let number)): duration = .seconds(Double(number))
    case ("seconds", .double(let number)): duration = .seconds(number)
    default: return
    }
    noteWait(duration, span)
  }

  private mutating func noteWait(_ duration: VirtualDuration, _ span: SourceRange) {
    if duration > longestWait?.duration ?? .zero { longestWait = (duration, span) }
  }

  /// `debounce(for: 0.5, scheduler: RunLoop.main)`: with a queue of the framework, a number is
  /// seconds. `matched` has each parameter with the numbers of its arguments.
  mutating func noteSeconds(
    of call: Call, _ matched: [(parameter: Signature.Parameter, indices: [Int])]
  ) {
    let values = call.arguments.map(\.value)
    let namesQueue = matched.contains { parameter, indices in
      parameter.isQueue
        && indices.contains { values[$0].firstName.map { known($0) == nil } ?? true }
    }
    guard namesQueue else { return }
    for (parameter, indices) in matched where parameter.type == .duration {
      for index in indices {
        switch values[index].kind {
        case .integer(let number): noteWait(.seconds(Double(number)), values[index].span)
        case .double(let number): noteWait(.seconds(number), values[index].span)
        default: break
        }
      }
    }
  }

  /// Warns of a wait that is much longer than all rows, as those of an app are in frames of 1 ms.
  mutating func checkWaits() {
    guard !plan.showsDurations, let longestWait, !plan.rows.isEmpty, plan.end == nil else { return }
    let last = plan.rows.compactMap { $0.events.last?.time.nanoseconds }.max() ?? 0
    let frame = plan.rules.frame.nanoseconds
    let wait = longestWait.duration.nanoseconds
    guard wait / frame >= 100, wait / 4 > last else { return }
    let written = source.text(of: longestWait.span)
    let isNumber = written.allSatisfy { $0.isNumber || $0 == "." || $0 == "_" }
    let text = isNumber ? longestWait.duration.text : written
    var longer = frame
    while longer <= wait / 20 { longer *= 10 }
    report(
      .longerThanRows(
        text, frames: wait / frame, longerFrame: VirtualDuration(nanoseconds: longer)),
      at: longestWait.span)
  }
}
