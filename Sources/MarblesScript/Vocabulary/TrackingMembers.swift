import Marbles
import MarblesCombine
import MarblesRx

/// `ActivityIndicator` and `ErrorTracker`, which many apps with RxSwift copy from its examples.
extension Word {
  static let trackers: [Word] = [
    Word(
      "ActivityIndicator", .relay,
      "Whether one of the observables with `trackActivity` has not ended",
      example: "ActivityIndicator()"
    ) { call in
      let count = BehaviorRelay(value: 0)
      let running = count.map { ScriptValue.bool($0 > 0) }.distinctUntilChanged()
      let start = PublishRelay<ScriptValue>()
      var channel = SubjectChannel(relay: start)
      channel.publisher = running.scripted.publisher
      channel.current = { .bool(count.value > 0) }
      channel.send = { count.accept(count.value + ($0 == .bool(true) ? 1 : -1)) }
      return call.relay(channel)
    },
    Word(
      "ErrorTracker", .relay, "The errors of all observables with `trackError`",
      example: "ErrorTracker()"
    ) { $0.relay(SubjectChannel(relay: PublishRelay<ScriptValue>())) },
  ]
}

extension Member {
  private static let tracker = Signature(.required(nil, .subject))

  static let ofTrackedStreams: [Member] = [
    Member(
      "trackActivity", of: ValueKind.streams, takes: [tracker], returns: .kind(.stream),
      "Counts as running in an activity indicator", example: "stream.trackActivity(relay)",
      .method { call in
        tracked(call) { stream, indicator in
          stream.do(
            onSubscribe: { indicator.send(.bool(true)) },
            onDispose: { indicator.send(.bool(false)) })
        }
      }),
    Member(
      "trackError", of: ValueKind.streams, takes: [tracker], returns: .kind(.stream),
      "Sends its error to an error tracker", example: "stream.trackError(relay)",
      .method { call in
        tracked(call) { stream, tracker in
          stream.do(onError: { tracker.send(ScriptError($0).value) })
        }
      }),
  ]

  private static func tracked(
    _ call: MemberCall,
    _ track: (Observable<ScriptValue>, ScriptSubject) -> Observable<ScriptValue>
  ) -> ScriptValue {
    guard let upstream = call.receiver.stream,
      case .object(let tracker as ScriptSubject) = call[0]
    else { return call.receiver }
    var stream = call.context.runtime.guarded(
      track(upstream.observable, tracker).scripted, at: call.span)
    stream.origin = StreamProvenance(of: upstream).applying(call.name.text)
    return .stream(stream)
  }
}
