import Marbles
import Testing

@testable import MarblesCommand

@Suite("Swirly files")
struct SwirlyFileTests {
  @Test("a swirly file is drawn")
  func aSwirlyFileIsDrawn() {
    let world = TestWorld()
    world.put("% map\n-a-b-|\n\n> map\n\n-A-B-|\n", "map.txt")
    let ending = world.run("map.txt", "--svg")
    #expect(ending.errors == "map.svg: written\n")
    #expect(world.run("map.txt").output.hasPrefix("map\n"))
  }

  @Test("a line without meaning is a warning with its place, or an error with --strict")
  func aLineWithoutMeaningIsAWarningWithItsPlaceOrAnErrorWithStrict() {
    let world = TestWorld()
    world.put("-ä-b-|\nc := text\n", "x.txt")
    let ending = world.run("x.txt")
    #expect(ending.errors.hasPrefix("x.txt:2:1: warning: "))
    #expect(ending.status == .success)
    #expect(world.run("x.txt", "--strict").status == .invalidInput)
  }

  @Test("a swirly file that begins with styles is not read as JSON")
  func aSwirlyFileThatBeginsWithStylesIsNotReadAsJSON() {
    let world = TestWorld()
    world.put("[styles]\nevent_radius = 30\n\n--p--q--|\n", "x.txt")
    let ending = world.run("x.txt")
    #expect(ending.errors.hasPrefix("x.txt:1:1: warning: '[styles]' is ignored"))
    #expect(ending.status == .success)
  }
}
