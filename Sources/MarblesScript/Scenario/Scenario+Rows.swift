import Marbles
import MarblesCombine

extension Scenario {
  /// Schedules the rows: subscribers before subjects, in the order of the file.
  func scheduleRows() throws(ScriptError) {
    for row in plan.rows {
      guard let value = interpreter.globals.find(row.name.text)?.value else { continue }
      switch value {
      case .object(let subject as ScriptSubject): try schedule(row, of: subject)
      case .object(let sink as ScriptSink): schedule(row, of: sink)
      case .stream(let stream): schedule(row, of: stream)
      default:
        throw runtime.diagnostics.error(
          .noRow(value.kindName),
          at: row.name.span)
      }
    }
  }

  private func schedule(_ row: PlannedRow, of subject: ScriptSubject) throws(ScriptError) {
    for (event, span) in zip(row.events, row.spans) {
      let action: () -> Void
      switch event.mark {
      case .value(let key):
        let value = try interpreter.marbleValue(key)
        action = { subject.send(value) }
      case .finished: action = { subject.finish() }
      case .failed:
        let error = try interpreter.marbleFailure()
        action = { subject.fail(error) }
      case .subscribe, .cancel, .request, .delayNext: continue
      }
      frames.add(at: event.time, .subjects, rank: row.name.span.start) { [unowned self] in
        runtime.effects.root(at: span, action)
      }
    }
  }

  private func schedule(_ row: PlannedRow, of sink: ScriptSink) {
    guard let expression = sinks[ObjectIdentifier(sink)] else { return }
    if row.events.count(where: { $0.mark == .subscribe }) > 1 {
      interpreter.builder.resubscribingLanes.insert(sink.lane)
    }
    for (index, event) in row.events.enumerated() {
      let span = row.spans[index]
      let action: () -> Void
      switch event.mark {
      case .subscribe:
        let initial = initialDemand(row, at: index)
        action = { [unowned self] in start(sink, expression, initial, at: span) }
      case .cancel: action = { sink.cancel() }
      case .request(let count):
        guard !belongsToStart(row, at: index) else { continue }
        action = { sink.request(count.map { .max($0) } ?? .unlimited) }
      case .value, .finished, .failed, .delayNext: continue
      }
      frames.add(at: event.time, .subscribers, rank: row.name.span.start) { [unowned self] in
        runtime.effects.root(at: span, action)
      }
    }
  }

  private func start(
    _ sink: ScriptSink, _ expression: SinkExpression, _ initial: Subscribers.Demand,
    at span: SourceRange
  ) {
    guard !sink.isOpen else {
      _ = runtime.diagnostics.error(
        .stillSubscribed(sink.name),
        at: span)
      return
    }
    sink.requestAtStart(initial)
    interpreter.subscribe(sink, expression)
  }

  /// The initial demand: the requests in the same group directly after `^`.
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

  /// Schedules the row of a connectable publisher: `^` connects, `!` cancels the newest connection.
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
      frames.add(at: event.time, .subscribers, rank: row.name.span.start) { [unowned self] in
        runtime.effects.root(at: span, action)
      }
    }
    runtime.keep(connections)
  }
}

/// The connections of a row, the newest last.
private final class Connections: CancellableObject {
  var open: [ConnectionObject] = []

  var typeName: String { "Connections" }

  func cancel() {
    let old = open
    open = []
    for connection in old { connection.cancel() }
  }
}
