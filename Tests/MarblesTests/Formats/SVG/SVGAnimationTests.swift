import Testing

@testable import Marbles

@Suite("Animated SVG pictures")
struct SVGAnimationTests {
  private func animated(_ recording: Recording, speed: Double = 1) -> String {
    SVGFormat(speed: speed).render(Diagram(recording))
  }

  @Test("an animated picture is valid, has no script and is at most twice as large")
  func anAnimatedPictureIsValidHasNoScriptAndIsAtMostTwiceAsLarge() {
    for fixture in Fixtures.all {
      let still = SVGFormat().render(Diagram(fixture.recording))
      let moving = animated(fixture.recording)
      #expect(SVGGeometry(moving).problems == [], "\(fixture.name)")
      #expect(moving.utf8.count <= 2 * still.utf8.count, "\(fixture.name)")
      #expect(moving == animated(fixture.recording), "\(fixture.name)")
      #expect(moving.contains("@media (prefers-reduced-motion:reduce)"))
    }
  }

  @Test("nothing is faded where styles are not animated")
  func nothingIsFadedWhereStylesAreNotAnimated() {
    #expect(animated(Fixtures.share()).contains(" .veil{opacity:0}"))
  }

  /// The percentages and positions of the keyframes.
  private func frames(_ svg: String) -> [(percent: Double, x: Double)] {
    guard let start = svg.firstRange(of: "@keyframes")?.lowerBound else { return [] }
    let rule = svg[start...].prefix(upTo: svg[start...].firstRange(of: "}}")?.upperBound ?? start)
    return rule.split(separator: "}").compactMap { frame in
      guard let percent = frame.split(separator: "%").first?.split(separator: "{").last,
        let x = frame.firstRange(of: "translateX(").map({ frame[$0.upperBound...] })
      else { return nil }
      return Double(percent).flatMap { percent in
        Double(x.prefix { $0 != "p" }).map { (percent, $0) }
      }
    }
  }

  @Test("the fade moves right, once over each slot, and pauses at the end")
  func theFadeMovesRightOnceOverEachSlotAndPausesAtTheEnd() {
    for fixture in Fixtures.all {
      let frames = frames(animated(fixture.recording))
      #expect(frames.count > 2, "\(fixture.name)")
      for (a, b) in zip(frames, frames.dropFirst()) {
        #expect(a.percent <= b.percent && a.x <= b.x, "\(fixture.name): \(a) \(b)")
      }
      #expect((frames.last?.percent ?? 100) < 95, "\(fixture.name)")
    }
  }

  @Test("a doubled speed halves the duration")
  func aDoubledSpeedHalvesTheDuration() {
    func duration(_ svg: String) -> Double {
      guard let end = svg.firstRange(of: "s linear infinite")?.lowerBound else { return 0 }
      return Double(
        svg[..<end].reversed().prefix { $0 != " " }.reversed().map(String.init).joined())
        ?? 0
    }
    let usual = duration(animated(Fixtures.share()))
    let fast = duration(animated(Fixtures.share(), speed: 2))
    #expect(usual > 3)
    #expect(abs(usual - 2 * fast) < 0.2)
  }
}
