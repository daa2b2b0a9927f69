import Marbles
import MarblesCombine

/// A script's response cache: requests above, loads below, the answer kept in between.
final class ResponseCacheObject: ScriptObject {
  let cache: ResponseCache<ScriptValue, ScriptError>
  let site: StageSite
  let name: String
  private var held: RecordedStage.Held?

  init(_ name: String, _ cache: ResponseCache<ScriptValue, ScriptError>, recorder: Recorder) {
    self.name = name
    self.cache = cache
    site = StageSite(name, kind: .cache, detail: "ResponseCache", recorder: recorder)
    let stage = site.stage
    let requests = site
    cache.observe(
      ResponseCache.Observer(
        request: { publisher in
          InputProbe(publisher) { requests.inputLane(from: StreamProvenance(), into: stage) }
            .eraseToAnyPublisher()
        },
        // What the cache keeps is its own to report, not that of the subject inside.
        response: { OutputProbe(Untraced($0), of: stage).eraseToAnyPublisher() },
        kept: { [weak self] value in self?.keep(value) },
        forgotten: { [weak self] in self?.forget() }))
  }

  var typeName: String { "ResponseCache" }

  private func keep(_ value: ScriptValue) {
    if let held { site.stage.release(held, .replaced) }
    held = site.stage.hold(value)
  }

  private func forget() {
    guard let held else { return }
    self.held = nil
    site.stage.release(held, .forgotten)
  }

  func invalidate() { site.stage.control("invalidate") { cache.invalidate() } }
}

extension Run {
  func makeCache(_ call: WordCall) -> ResponseCacheObject {
    let name = pendingName.flatMap { $0.expression == call.span ? $0.name : nil } ?? "cache"
    let closure = call.arguments.closure(2)
    let request = { () -> AnyPublisher<ScriptValue, ScriptError> in
      do throws(ScriptError) {
        return try closure?.call([]).publisher ?? Empty().eraseToAnyPublisher()
      } catch {
        return Fail(error: error).eraseToAnyPublisher()
      }
    }
    guard let lifetime = call.arguments.duration(0) else {
      return ResponseCacheObject(name, ResponseCache(request), recorder: recorder)
    }
    let cache = ResponseCache(
      timeToLive: lifetime, scheduler: scheduler,
      staleWhileRevalidate: call.arguments.bool(1) ?? false, request)
    return ResponseCacheObject(name, cache, recorder: recorder)
  }

  func cacheMethod(_ call: MemberCall, of cache: ResponseCacheObject) throws(ScriptError)
    -> ScriptValue?
  {
    switch call.name.text {
    case "response":
      return try step { () throws(ScriptError) in
        var stream = guarded(ScriptStream(cache.cache.response()), at: call.span)
        stream.origin = StreamProvenance(leaving: cache.site)
        return .stream(stream)
      }
    case "invalidate":
      try perform { () throws(ScriptError) in cache.invalidate() }
      return .void
    default: return nil
    }
  }
}
