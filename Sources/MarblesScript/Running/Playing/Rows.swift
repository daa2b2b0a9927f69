import Marbles
import MarblesCombine

extension Run {
  /// Rows go into the agenda: subscribers before subjects, in the order of the file.
  func scheduleRows() throws(ScriptError) {
    for row in plan.rows {
      guard let value = global.find(row.name.text)?.value else { continue }
      switch value {
      case .object(let subject as ScriptSubject): try schedule(row, of: subject)
      case .object(let sink as ScriptSink): schedule(row, of: sink)
      case .stream(let stream): schedule(row, of: stream)
      default:
        throw mistake(
          RunError("\(value.kindName) has no row: subjects, relays, sinks and connectables have"),
          at: row.name.span)
      }
    }
  }

  private func schedule(_ row: PlannedRow, of subject: ScriptSubject) throws(ScriptError) {
    for (event, span) in zip(row.events, row.spans) {
      let action: () -> Void
      switch event.mark {
      case .value(let key):
        let value = try markValue(key)
        action = { subject.send(value) }
      case .finished: action = { subject.finish() }
      case .failed:
        let error = try markFailure()
        action = { subject.fail(error) }
      case .subscribe, .cancel, .request, .delayNext: continue
      }
      agenda.add(at: event.time, .subjects, rank: row.name.span.start) { [unowned self] in
        callSite = span
        root(action)
      }
    }
  }

  private func schedule(_ row: PlannedRow, of sink: ScriptSink) {
    guard let shape = endShapes[ObjectIdentifier(sink)] else { return }
    if row.events.count(where: { $0.mark == .subscribe }) > 1 { returningLanes.insert(sink.lane) }
    for (index, event) in row.events.enumerated() {
      let span = row.spans[index]
      let action: () -> Void
      switch event.mark {
      case .subscribe:
        let initial = initialDemand(row, at: index)
        action = { [unowned self] in start(sink, shape, initial, at: span) }
      case .cancel: action = { sink.cancel() }
      case .request(let count):
        guard !belongsToStart(row, at: index) else { continue }
        action = { sink.request(count.map { .max($0) } ?? .unlimited) }
      case .value, .finished, .failed, .delayNext: continue
      }
      agenda.add(at: event.time, .subscribers, rank: row.name.span.start) { [unowned self] in
        callSite = span
        root(action)
      }
    }
  }

  private func start(
    _ sink: ScriptSink, _ shape: SinkExpression, _ initial: Subscribers.Demand, at span: SourceRange
  ) {
    guard !sink.isOpen else {
      _ = mistake(
        RunError("'\(sink.name)' is still subscribed here", hint: "write '!' before '^'"),
        at: span)
      return
    }
    sink.requestAtStart(initial)
    subscribe(sink, shape)
  }

  /// What is requested in the same group directly behind `^` is the initial demand.
  private func initialDemand(_ row: PlannedRow, at index: Int) -> Subscribers.Demand {
    var demand = Subscribers.Demand.none
    for next in row.events[(index + 1)...] {
      guard case .request(let count) = next.mark, next.time == row.events[index].time else { break }
      demand += count.map { .max($0) } ?? .unlimited
    }
    return demand
  }

  private func belongsToStart(_ row: PlannedRow, at index: Int) -> Bool {
    for previous in row.events[..<index].reversed() {
      guard previous.time == row.events[index].time else { return false }
      switch previous.mark {
      case .subscribe: return true
      case .request: continue
      default: return false
      }
    }
    return false
  }

  /// A connectable publisher: `^` connects, `!` cancels the newest connection.
  private func schedule(_ row: PlannedRow, of stream: ScriptStream) {
    guard let connect = stream.connect else { return }
    let connections = Connections()
    for (event, span) in zip(row.events, row.spans) {
      let action: () -> Void
      switch event.mark {
      case .subscribe: action = { connections.open.append(ConnectionObject(connect())) }
      case .cancel: action = { connections.open.popLast()?.cancel() }
      default: continue
      }
      agenda.add(at: event.time, .subscribers, rank: row.name.span.start) { [unowned self] in
        callSite = span
        root(action)
      }
    }
    kept.append(connections)
  }
}

/// The connections that a row has made, the newest last.
private final class Connections: CancellableObject {
  var open: [ConnectionObject] = []

  var typeName: String { "Connections" }

  func cancel() {
    let old = open
    open = []
    for connection in old { connection.cancel() }
  }
}
