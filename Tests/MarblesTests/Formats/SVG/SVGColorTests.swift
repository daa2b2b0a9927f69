import Foundation
import MarblesTestSupport
import Testing

@testable import Marbles

@Suite("Colors of SVG pictures")
struct SVGColorTests {
  @Test("each text of an example has a contrast of 7:1 with its background, light and dark")
  func eachTextOfAnExampleHasAContrastOf71WithItsBackgroundLightAndDark() throws {
    let pictures = try ExamplePictures.all()
    #expect(pictures.count >= 80)
    for (name, svg) in pictures {
      for isDark in [false, true] { #expect(faint(svg, isDark: isDark) == [], "\(name)") }
    }
  }

  @Test("each text of a random recording or difference has a contrast of 7:1 with its background")
  func eachTextOfARandomRecordingOrDifferenceHasAContrastOf71WithItsBackground() {
    for seed in Scenarios.seeds(of: 20).map(UInt64.init) {
      let (a, b) = (RandomRecording.make(seed: seed), RandomRecording.make(seed: seed + 500))
      let diagram =
        seed % 3 == 0 ? Diagram(title: "other", expected: a, recorded: b) : Diagram(a)
      for theme in [SVGTheme.light, .dark] {
        let svg = SVGFormat(theme: theme).render(diagram)
        #expect(faint(svg, isDark: theme == .dark) == [], "seed \(seed)")
      }
    }
  }

  private func faint(_ svg: String, isDark: Bool) -> [String] {
    let texts = SVGColors(svg, isDark: isDark).texts
    return texts.filter { Color($0.color).contrast(to: Color($0.ground)) < 7 }
      .map { "“\($0.text)”: \($0.color) on \($0.ground), \(isDark ? "dark" : "light")" }
  }

  @Test("the contrast of two colors is that of WCAG")
  func theContrastOfTwoColorsIsThatOfWCAG() {
    #expect(abs(Color("#000000").contrast(to: Color("#FFFFFF")) - 21) < 0.01)
    #expect(abs(Color("#767676").contrast(to: Color("#FFFFFF")) - 4.54) < 0.01)
  }

  @Test("a mark has a contrast of 3:1 with its background")
  func aMarkHasAContrastOf31WithItsBackground() {
    for palette in [SVGPalette.light, .dark] {
      let grounds = [palette.background, palette.instant, palette.band]
      let lines = [palette.lane, palette.control, palette.error, palette.muted, palette.missed]
      for color in lines + palette.values.map(\.stroke) {
        for ground in grounds {
          #expect(Color(color).contrast(to: Color(ground)) >= 3, "\(color) on \(ground)")
        }
      }
      for color in palette.values.map(\.stroke) + [palette.control, palette.error] {
        #expect(Color(color).contrast(to: Color(palette.connected)) >= 3, "\(color)")
      }
    }
  }

  @Test("any two value colors differ for color-blind readers", arguments: Color.Sight.allCases)
  func anyTwoValueColorsDifferForColorBlindReaders(_ sight: Color.Sight) {
    for palette in [SVGPalette.light, .dark] {
      let seen = palette.values.map { Color($0.stroke).seen(by: sight) }
      for first in seen.indices {
        for second in seen.indices.dropFirst(first + 1) {
          let difference = seen[first].difference(to: seen[second])
          #expect(difference > 15, "colors \(first) and \(second): \(difference)")
        }
      }
    }
  }
}

/// The pictures beside the examples. Another test checks that they are up to date.
enum ExamplePictures {
  static func all() throws -> [(name: String, svg: String)] {
    let root = (1...5).reduce(URL(filePath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let folder = root.appending(path: "examples/").path(percentEncoded: false)
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".svg") }.sorted().map { path in
      (path, try String(contentsOfFile: folder + path, encoding: .utf8))
    }
  }
}
