import MarblesTestSupport
import Testing

@testable import Marbles

@Suite("Geometry of SVG pictures")
struct SVGPictureTests {
  @Test(
    "the picture of a fixture has no overlaps, vertical arrows and unique ids",
    arguments: Fixtures.all.map(\.name))
  func thePictureOfAFixtureHasNoOverlapsVerticalArrowsAndUniqueIds(name: String) throws {
    let recording = try #require(Fixtures.all.first { $0.name == name }).recording
    for width in [480, 900, 1600] {
      let svg = SVGFormat(width: width).render(Diagram(recording))
      #expect(SVGGeometry(svg).problems == [], "at width \(width)")
    }
  }

  @Test("the picture of an example has no overlaps, vertical arrows and unique ids")
  func thePictureOfAnExampleHasNoOverlapsVerticalArrowsAndUniqueIds() throws {
    let pictures = try ExamplePictures.all()
    #expect(pictures.count >= 80)
    for (name, svg) in pictures { #expect(SVGGeometry(svg).problems == [], "\(name)") }
  }

  @Test(
    "the picture of compared recordings has no overlaps, vertical arrows and unique ids",
    arguments: Fixtures.compared.map(\.name))
  func thePictureOfComparedRecordingsHasNoOverlapsVerticalArrowsAndUniqueIds(name: String) throws {
    let diagram = try #require(Fixtures.compared.first { $0.name == name }).diagram
    #expect(SVGGeometry(SVGFormat().render(diagram)).problems == [])
  }

  @Test(
    "the picture of a random recording has no overlaps, vertical arrows and unique ids",
    arguments: 0..<10)
  func thePictureOfARandomRecordingHasNoOverlapsVerticalArrowsAndUniqueIds(tens: Int) {
    for seed in Scenarios.seeds(tens, of: 120, blocks: 10) {
      let recording = RandomRecording.make(seed: UInt64(seed))
      #expect(SVGGeometry(SVGFormat().render(Diagram(recording))).problems == [], "seed \(seed)")
    }
  }

  @Test("the picture of two random recordings has no overlaps, vertical arrows and unique ids")
  func thePictureOfTwoRandomRecordingsHasNoOverlapsVerticalArrowsAndUniqueIds() {
    for seed in Scenarios.seeds(of: 20).map(UInt64.init) {
      let (a, b) = (RandomRecording.make(seed: seed), RandomRecording.make(seed: seed + 1000))
      let long = String(repeating: seed.isMultiple(of: 2) ? "W" : "a long name/", count: 300)
      let panels = Diagram(title: "two", panels: [("this", a), (long, b)])
      #expect(SVGGeometry(SVGFormat().render(panels)).problems == [], "seed \(seed)")
      let difference = Diagram(title: "other", expected: a, recorded: b)
      #expect(SVGGeometry(SVGFormat().render(difference)).problems == [], "seed \(seed)")
    }
  }

  @Test("a picture that draws all rows has no note about rows without events")
  func aPictureThatDrawsAllRowsHasNoNoteAboutRowsWithoutEvents() {
    let svg = SVGFormat(width: 1600).render(Diagram(Fixtures.share()))
    #expect(svg.contains("share()"))
    #expect(!svg.contains("not shown"))
  }

  @Test("the picture of a part of a recording has no overlaps, vertical arrows and unique ids")
  func thePictureOfAPartOfARecordingHasNoOverlapsVerticalArrowsAndUniqueIds() {
    for seed in Scenarios.seeds(of: 40).map(UInt64.init) {
      let recording = RandomRecording.make(seed: seed)
      let times = recording.events.map(\.time)
      guard let last = times.last else { continue }
      let options = LayoutOptions(
        lanes: seed % 3 == 0 ? recording.lanes.prefix(2).map(\.name) : [],
        from: times[times.count / 3], until: seed % 2 == 0 ? times[times.count * 2 / 3] : last,
        hidden: seed % 4 == 0 ? Set(LayoutOptions.Part.allCases) : [.demand])
      let svg = SVGFormat().render(Diagram(recording, options: options))
      #expect(SVGGeometry(svg).problems == [], "seed \(seed)")
    }
  }

  @Test("equal recordings have equal pictures")
  func equalRecordingsHaveEqualPictures() {
    for seed in UInt64(1)..<10 {
      let first = SVGFormat().render(Diagram(RandomRecording.make(seed: seed)))
      #expect(first == SVGFormat().render(Diagram(RandomRecording.make(seed: seed))))
    }
  }

  @Test("an empty recording has a picture")
  func anEmptyRecordingHasAPicture() {
    let svg = SVGFormat().render(Diagram(Recording(title: "nothing")))
    #expect(SVGGeometry(svg).problems == [])
  }

  @Test("the theme auto follows the reader's setting, and light and dark do not")
  func theThemeAutoFollowsTheReadersSettingAndLightAndDarkDoNot() {
    let diagram = Diagram(Fixtures.share())
    let media = "@media (prefers-color-scheme:dark)"
    #expect(SVGFormat(theme: .auto).render(diagram).contains(media))
    #expect(!SVGFormat(theme: .light).render(diagram).contains(media))
    #expect(SVGFormat(theme: .dark).render(diagram).contains(".marbles-dark .bg{fill:#0E141B}"))
  }

  @Test("a picture has a title, a description, and a sentence at each mark")
  func aPictureHasATitleADescriptionAndASentenceAtEachMark() {
    let svg = SVGFormat().render(Diagram(Fixtures.share()))
    #expect(svg.contains("role=\"img\" aria-labelledby="))
    #expect(
      svg.contains(
        "B missed partial at 10, subscribed at 20, received final at 30, finished at 40."))
    #expect(svg.contains("<title>t=30 · B receives final</title>"))
  }

  @Test("markup in a text is escaped, and control characters are made visible")
  func markupInATextIsEscapedAndControlCharactersAreMadeVisible() {
    let svg = SVGFormat().render(Diagram(Fixtures.lane([(1, "<b>&\u{0}\u{202E}")])))
    #expect(svg.contains("&lt;b&gt;&amp;␀⟨RLO⟩"))
  }

  /// A picture that looked at all marks for each of its stretches would take long.
  @Test("a picture of 10,000 stretches is drawn in linear time", .timeLimit(.minutes(1)))
  func aPictureOf10000StretchesIsDrawnInLinearTime() {
    let recorder = Recorder()
    let lane = recorder.lane("a lane with a long name")
    for instant in 0..<10_000 {
      recorder.time = .zero + .milliseconds(Int64(instant))
      lane.value("WWWWWWWWWWWWW")
    }
    let options = LayoutOptions(maximumEvents: .max)
    let diagram = Diagram(recorder.recording(), options: options)
    var picture = SVGPicture(diagram, theme: .auto, limit: 480)
    #expect(picture.columns.stretches.count == 10_000)
    let lines = picture.draw().split(separator: "\n")
    #expect(lines.count { $0.hasSuffix(">WWWWWWWWWWWWW</text></g>") } == 10_000)
  }
}
