import Marbles
import MarblesCombine

/// The response cache of a script.
final class ResponseCacheObject: KindedObject {
  let cache: ResponseCache<ScriptValue, ScriptError>
  let site: StageSite
  let name: String
  private var held: RecordedStage.Held?

  /// - Parameter lifetime: the time to live as the script writes it.
  init(
    _ name: String, _ cache: ResponseCache<ScriptValue, ScriptError>, lifetime: String? = nil,
    recorder: Recorder
  ) {
    self.name = name
    self.cache = cache
    let detail = lifetime.map { "time to live \($0)" } ?? "ResponseCache"
    site = StageSite(name, kind: .cache, detail: detail, recorder: recorder)
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
