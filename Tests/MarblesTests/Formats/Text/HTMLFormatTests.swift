import Foundation
import Testing

@testable import Marbles

@Suite("The HTML page")
struct HTMLFormatTests {
  @Test("the page contains the picture, a step for each instant and the cause of each event")
  func thePageContainsThePictureAStepForEachInstantAndTheCauseOfEachEvent() throws {
    let fixture = try #require(Fixtures.all.first { $0.name == "share" })
    let diagram = Diagram(fixture.recording)
    let page = HTMLFormat().render(diagram)
    #expect(page.components(separatedBy: "<li data-time=").count == diagram.columns.count + 1)
    #expect(page.contains("max=\"\(diagram.columns.count)\""))
    #expect(page.contains("<svg xmlns="))
    #expect(page.contains("because of: upstream #1"))
    for index in diagram.glyphs.indices {
      #expect(page.components(separatedBy: "data-glyph=\"\(index)\"").count == 3)
    }
  }

  @Test("the page begins with the colors of its theme", arguments: SVGTheme.allCases)
  func thePageBeginsWithTheColorsOfItsTheme(theme: SVGTheme) {
    let page = HTMLFormat(theme: theme).render(Diagram(Fixtures.share()))
    let choices = page.components(separatedBy: "<option value=\"").dropFirst()
    #expect(choices.count == SVGTheme.allCases.count)
    // Without a choice, a browser takes the first one: as the system.
    #expect(choices.first?.hasPrefix("auto\"") == true)
    for choice in choices {
      let name = choice.prefix { $0 != "\"" }
      let isSelected = choice.hasPrefix("\(name)\" selected>")
      #expect(isSelected == (name == theme.rawValue && theme != .auto), "\(name)")
    }
  }

  @Test("the page refers to no other file or server")
  func thePageRefersToNoOtherFileOrServer() {
    for (name, recording) in Fixtures.all {
      let page = HTMLFormat().render(Diagram(recording))
        .replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
      for word in ["http:", "https:", "src=", "href=", "@import", "url("] {
        #expect(!page.contains(word), "\(name): \(word)")
      }
    }
  }

  @Test("a hostile text is shown and does not run", arguments: HostileTexts.all)
  func aHostileTextIsShownAndDoesNotRun(text: String) {
    let page = HTMLFormat().render(Diagram(HostileTexts.recording(text)))
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(page.components(separatedBy: "</script").count == 2)
    #expect(page.components(separatedBy: "</style").count == 3)
    #expect(!page.contains("<img") && !page.contains("<!--"))
    #expect(page.obeyed.isEmpty)
    if text.contains("onload") { #expect(!page.contains("\" onload=\"")) }
  }

  @Test("the page works in a browser, if one is installed")
  func thePageWorksInABrowserIfOneIsInstalled() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("marbles-pages-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var pages: [String] = []
    func add(_ name: String, _ diagram: Diagram) throws {
      let file = folder.appendingPathComponent(name + ".html")
      try Data(HTMLFormat().render(diagram).utf8).write(to: file)
      pages.append(file.path)
    }
    for name in ["share-replay", "response-cache", "lost-update", "wide"] {
      let fixture = try #require(Fixtures.all.first { $0.name == name })
      try add(name, Diagram(fixture.recording))
    }
    try add("hostile", Diagram(HostileTexts.recording(HostileTexts.all[0] + HostileTexts.all[2])))
    let script = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Browser/check-html")
    let process = Process()
    let output = Pipe()
    process.executableURL = script
    process.arguments = pages
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    if text.contains("no browser") { print(text) }
  }
}
