import Foundation
import MarblesTestSupport
import Testing

@testable import Marbles

@Suite("Colours of SVG pictures")
struct SVGColourTests {
  @Test("every text of every example has a contrast of 7:1 on what it stands on, light and dark")
  func examples() throws {
    let pictures = try ExamplePictures.all()
    #expect(pictures.count >= 80)
    for (name, svg) in pictures {
      for isDark in [false, true] { #expect(faint(svg, isDark: isDark) == [], "\(name)") }
    }
  }

  @Test("so has every text of random recordings, and of differences between them")
  func random() {
    for seed in Scenarios.seeds(of: 40).map(UInt64.init) {
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
    let texts = SVGColours(svg, isDark: isDark).texts
    return texts.filter { Colour($0.colour).contrast(to: Colour($0.ground)) < 7 }
      .map { "“\($0.text)”: \($0.colour) on \($0.ground), \(isDark ? "dark" : "light")" }
  }

  @Test("the formula is WCAG's: black on white is 21, #767676 on white 4.54")
  func formula() {
    #expect(abs(Colour("#000000").contrast(to: Colour("#FFFFFF")) - 21) < 0.01)
    #expect(abs(Colour("#767676").contrast(to: Colour("#FFFFFF")) - 4.54) < 0.01)
  }

  @Test("marks have a contrast of 3:1 on the grounds on which they stand")
  func marks() {
    for palette in [SVGPalette.light, .dark] {
      let grounds = [palette.background, palette.instant, palette.band]
      let lines = [palette.lane, palette.control, palette.error, palette.muted, palette.missed]
      for colour in lines + palette.values.map(\.stroke) {
        for ground in grounds {
          #expect(Colour(colour).contrast(to: Colour(ground)) >= 3, "\(colour) on \(ground)")
        }
      }
      for colour in palette.values.map(\.stroke) + [palette.control, palette.error] {
        #expect(Colour(colour).contrast(to: Colour(palette.connected)) >= 3, "\(colour)")
      }
    }
  }

  @Test("any two value colours differ for colour-blind readers", arguments: Colour.Sight.allCases)
  func colourBlind(_ sight: Colour.Sight) {
    for palette in [SVGPalette.light, .dark] {
      let seen = palette.values.map { Colour($0.stroke).seen(by: sight) }
      for first in seen.indices {
        for second in seen.indices.dropFirst(first + 1) {
          let difference = seen[first].difference(to: seen[second])
          #expect(difference > 15, "colours \(first) and \(second): \(difference)")
        }
      }
    }
  }
}

/// The pictures that lie beside the examples; that they are up to date is checked elsewhere.
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
