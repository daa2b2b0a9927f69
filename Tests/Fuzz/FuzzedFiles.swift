import Marbles
import MarblesScript

/// JSON: a recording, or a trace.
enum FuzzedRecording {
  static func read(_ bytes: [UInt8]) {
    do throws(RecordingFormatError) {
      let recording = try Recording(file: bytes)
      let json = recording.json()
      let again = try Recording(file: Array(json.utf8))
      require(again == recording, "a recording reads back as another one")
      FuzzedPicture.draw(recording)
    } catch {
      require(!error.message.isEmpty, "an error without a message")
      if let range = error.range {
        require(
          range.lowerBound >= 0 && range.upperBound <= bytes.count,
          "\(range) is not inside of \(bytes.count) bytes")
      }
    }
  }
}

/// A diagram in swirly's format.
enum FuzzedSwirly {
  static func read(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = SwirlyFile.recognizes(text)
    let file = SwirlyFile(parsing: text)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
    for problem in file.problems {
      require((1...max(1, lines)).contains(problem.place.line), "a problem on no line")
      require(!problem.message.isEmpty, "an error without a message")
    }
    guard file.errors.isEmpty else { return }
    FuzzedPicture.draw(Recording(swirly: file, title: "swirly"))
  }
}

/// A document with scripts and markers.
enum FuzzedMarkdown {
  private static let script = """
    let a = PassthroughSubject()
    let b = a.share().sink()
    a: -x-y|

    """

  static func read(_ bytes: [UInt8]) {
    let page = MarkdownPage(String(decoding: bytes, as: UTF8.self))
    // Scripts have a fuzzer of their own; this one tests the places of pictures.
    guard page.requests.count <= 8 else { return }
    let world = FuzzWorld(["page.md": bytes, "a.txt": Array(script.utf8)])
    let first = world.run(["docs", "page.md"])
    requireShown(first.errors, "what docs says")
    guard first.status == .success else {
      require(world.files["page.md"] == bytes || first.status == .failed, "a wrong page changed")
      return
    }
    let written = world.files
    let second = world.run(["docs", "page.md"])
    require(second.status == .success, "what docs wrote is refused: \(second.errors)")
    require(world.files == written, "docs changes what it has just written")
    let check = world.run(["docs", "--check", "page.md"])
    require(check.status == .success, "docs --check contradicts docs: \(check.errors)")
  }
}

/// A recording in all formats.
enum FuzzedPicture {
  /// Larger recordings are slow to draw and test nothing more.
  private static let mostEvents = 300

  static func draw(_ recording: Recording) {
    guard recording.events.count <= mostEvents, recording.lanes.count <= 60,
      recording.stages.count <= 60
    else { return }
    let diagram = Diagram(recording)
    requireShown(ASCIIFormat().render(diagram), "ASCII")
    requireShown(ASCIIFormat(width: 44, unicode: true).render(diagram), "the text with boxes")
    requireShown(SVGFormat().render(diagram), "SVG")
    requireShown(MermaidFormat().render(diagram), "Mermaid")
    requireShown(MermaidGraphFormat().render(diagram), "the graph")
    _ = HTMLFormat().render(diagram)
  }
}
