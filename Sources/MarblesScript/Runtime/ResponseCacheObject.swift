import Marbles
import MarblesCombine

/// The response cache of a script.
final class ResponseCacheObject: KindedObject {
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
        // The cache reports what it holds, not the subject inside.
        response: { OutputProbe(Untraced($0), of: stage).eraseToAnyPublisher() },
        kept: { [weak self] value in self?.keep(value) },
        forgotten: { [weak self] in self?.forget(.forgotten) },
        expired: { [weak self] in self?.expire(isServed: $0) }))
  }

  var typeName: String { "ResponseCache" }
  var kind: ValueKind { .cache }

  private func keep(_ value: ScriptValue) {
    if let held { site.stage.release(held, .replaced) }
    held = site.stage.hold(value)
  }

  private func forget(_ reason: Recording.ReleaseReason) {
    guard let held else { return }
    self.held = nil
    site.stage.release(held, reason)
  }

  /// A value that is still served stays in the picture, below a mark.
  private func expire(isServed: Bool) {
    if isServed {
      site.stage.control("stale") {}
    } else {
      forget(.expired)
    }
  }

  func invalidate() { site.stage.control("invalidate") { cache.invalidate() } }
}
