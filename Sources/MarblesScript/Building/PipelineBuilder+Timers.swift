import Marbles
import MarblesCombine

/// Timers, whose subscribers share one connection.
extension PipelineBuilder {
  /// The hub of a timer.
  func sharedTimer(
    _ stream: ScriptStream, at span: SourceRange, in building: Building
  ) throws(ScriptError) -> ScriptStream {
    let isConnectable = stream.autoconnect != nil
    let match = OperatorMatch(
      entry: isConnectable ? Self.timer : .share, signature: 0, values: [],
      text: isConnectable ? "Timer.publish" : "autoconnect()", span: span)
    let upstream = isConnectable ? try connectedWhileSubscribed(stream) : stream
    var result = try buildHub(
      Application(match: match, upstream: upstream, building: building), detail: "")
    result.origin = StreamProvenance(of: result).long(StreamProvenance(of: stream).length)
    return result
  }

  private func connectedWhileSubscribed(
    _ stream: ScriptStream
  ) throws(ScriptError) -> ScriptStream {
    let arguments = Arguments([], context: BuildContext(scheduler: runtime.scheduler))
    var connected = try ScriptOperator.autoconnect.apply(stream, arguments, 0)
    connected.origin = stream.origin
    return connected
  }

  /// The hub of a timer, which scripts do not call. Its upstream sends ticks while it is subscribed.
  private static var timer: ScriptOperator {
    ScriptOperator(
      "Timer.publish", family: .sharing, "Sends the ticks of one connection to all subscribers",
      example: "Timer.publish(every: 2)", result: .connectable, shape: { _ in .hub(detail: "") }
    ) { upstream, _, _ in
      let ticks = upstream.publisher.multicast { PassthroughSubject() }
      let connection = SharedConnection { ticks.connect() }
      return ScriptStream(ticks, connect: { connection.connect() })
    }
  }
}

/// The connection of a timer: connecting a connected timer returns the same connection.
private final class SharedConnection {
  private let start: () -> any Cancellable
  private var current: AnyCancellable?

  init(_ start: @escaping () -> any Cancellable) { self.start = start }

  func connect() -> any Cancellable {
    if let current { return current }
    let work = start()
    let new = AnyCancellable { [weak self] in
      self?.current = nil
      work.cancel()
    }
    current = new
    return new
  }
}
