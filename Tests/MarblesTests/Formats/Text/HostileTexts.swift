import Marbles

/// Texts with control sequences or markup for a terminal, a browser or Mermaid.
enum HostileTexts {
  static let all = [
    "</text><script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>",
    "\" onload=\"window.hacked=1", "' onfocus='window.hacked=1", "]]><!--", "--></style>",
    "&lt;b&gt;&amp;&#x41;", "%%{init: {'theme':'dark'}}%%", "%% comment", "end", "A->>B: x",
    "participant X", "#quot;", "; Note over S1: x", "x\nparticipant Y as z", "`code`", "$x$ \\n",
    "| a | b |", "```", "{{x}}", "click A1 call alert()", "<br/>", "subgraph", "\u{1B}[31mred",
    "\u{9B}2J", "bell\u{7}", "null\u{0}", "tab\tcr\rlf\ncrlf\r\n", "\u{202E}reversed", "\u{2066}",
    "\u{200B}", "\u{FEFF}", "\u{FFFE}", "line\u{2028}separator", "", " ", "  two  spaces  ",
    "a" + String(repeating: "\u{301}", count: 300), String(repeating: "long ", count: 400),
    String(repeating: "W", count: 3000), "日本語の長いラベル", "👨‍👩‍👧‍👦👍🏽🇩🇪", "-a-(b|)", "^!|#", "$(rm -rf /)",
    "url(http://example.com/x)", "javascript:alert(1)", "@import 'x'", "}*{display:none",
  ]

  /// A recording in which every name, value, message and title is one of the texts.
  static func recording(_ text: String) -> Recording {
    let recorder = Recorder()
    let hub = recorder.stage(text, kind: .hub, detail: text)
    let memory = recorder.stage(text + "2", kind: .memory, detail: text)
    let upstream = recorder.lane(text, detail: text, target: hub)
    let middle = recorder.lane(text, detail: text, target: memory)
    let end = recorder.lane(text, detail: text)
    upstream.subscribed {}
    middle.subscribed { _ = recorder.attachPendingLane(to: .stage(hub.stageID)) }
    end.subscribed { _ = recorder.attachPendingLane(to: .stage(memory.stageID)) }
    recorder.time = .zero + .milliseconds(1)
    hub.control(text) {}
    upstream.value(text) { middle.value(text) { _ = memory.hold(text) } }
    recorder.time = .zero + .milliseconds(2)
    upstream.value(text + "!") { middle.dropped(text, .noDemand) }
    recorder.time = .zero + .milliseconds(3)
    upstream.failed(HostileError(text: text)) { end.failed(HostileError(text: text)) {} }
    return recorder.recording(title: text)
  }
}

struct HostileError: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

extension String {
  /// Scalars that control a terminal, a browser or an editor.
  var obeyed: [Unicode.Scalar] {
    unicodeScalars.filter { scalar in
      if scalar == "\n" { return false }
      let properties = scalar.properties
      return properties.generalCategory == .control || properties.isBidiControl
        || properties.isNoncharacterCodePoint || scalar.value == 0x2028 || scalar.value == 0x2029
    }
  }
}
