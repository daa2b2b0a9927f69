import Testing

@testable import Marbles

@Suite("Invalid recordings")
struct RecordingFormatErrorTests {
  /// A recording with the given events.
  private static func recording(_ events: String...) -> String {
    """
    {"format": "marbles recording", "version": 1, "unit": "ms", "frame": 1,
     "stages": [{"name": "share()", "kind": "hub"}],
     "lanes": [{"name": "A", "role": "subscription", "source": {"stage": 0}}],
     "events": [\(events.joined(separator: ", "))]}
    """
  }

  private static func message(_ text: String) -> String {
    do {
      _ = try Recording(json: text)
      return "no error"
    } catch {
      return error.description
    }
  }

  @Test(
    "an error in the JSON is reported",
    arguments: [
      ("", "the text ends too early; expected a value"),
      ("{", "the text ends too early; expected a key in quotes"),
      ("[1, 2", "the text ends too early; expected ',' or ']'"),
      ("{\"a\" 1}", "unexpected '1'; expected ':'"),
      ("{\"a\": 1,}", "unexpected '}'; expected a key in quotes"),
      ("{\"a\": 1, \"a\": 2}", "the key 'a' is given twice"),
      ("{} x", "unexpected 'x'; expected the end"),
      ("tru", "unexpected 't'; expected a value"),
      ("[01]", "unexpected '1'; expected ',' or ']'"),
      ("[1.]", "unexpected ']'; expected a digit"),
      ("[-]", "unexpected ']'; expected a digit"),
      ("[\"abc]", "a text has no closing quote"),
      ("[\"a\nb\"]", "a control character in a text must be written as an escape"),
      (#"["\x"]"#, #"no such escape; write \n, \t, \", \\ or \u and four hexadecimal digits"#),
      (#"["\u12"]"#, #"no such escape; write \n, \t, \", \\ or \u and four hexadecimal digits"#),
      (#"["\ud800"]"#, "half of a surrogate pair"),
      (#"["\udc00\ud800"]"#, "half of a surrogate pair"),
      (String(repeating: "[", count: 100_000), "nested more than 64 levels deep"),
      ("\u{0}", "an unexpected byte; expected a value"),
    ])
  func anErrorInTheJSONIsReported(text: String, message: String) {
    #expect(Self.message(text) == message)
  }

  @Test("a byte that is not UTF-8 is reported with its offset")
  func aByteThatIsNotUTF8IsReportedWithItsOffset() {
    let bytes = Array(#"{"format": "marbl"#.utf8) + [0xFF] + Array(#"es"}"#.utf8)
    #expect(throws: RecordingFormatError(.notUTF8(offset: 17), range: 17..<18)) {
      try Recording(json: bytes)
    }
  }

  @Test(
    "a missing, unknown or wrong value is reported with its path",
    arguments: [
      (
        #"{"format": "lottie"}"#,
        #"not a recording of marbles: it must begin with "format": "marbles recording""#
      ),
      ("[]", "expected an object"),
      (
        #"{"format": "marbles recording", "version": 2}"#,
        "version: version 2 is not known; this is a reader of version 1"
      ),
      (#"{"format": "marbles recording", "version": 1}"#, "the key 'unit' is missing"),
      (
        recording(#"{"at": 1, "lane": 0, "mark": "valu"}"#),
        "events[0].mark: unknown word 'valu'; expected one of "
          + "subscribed, requested, value, replayed, finished, failed, cancelled, joined, left, dropped, sent, "
          + "read, connected, disconnected, count, held, released, delivering, delivered, ended, "
          + "control, warning, fatal"
      ),
      (
        recording(#"{"at": 1, "lane": 0, "mark": "value", "txt": "a"}"#),
        "events[0]: unknown key 'txt'; known here: at, lane, stage, mark, text, cause"
      ),
      (
        recording(#"{"at": 1, "lane": 0, "mark": "value"}"#),
        "events[0]: the key 'text' is missing"
      ),
      (
        recording(#"{"at": 1, "lane": 0, "mark": "value", "text": 3}"#),
        "events[0].text: expected a text"
      ),
      (
        recording(#"{"at": 1.5, "lane": 0, "mark": "subscribed"}"#),
        "events[0].at: expected a whole number"
      ),
      (
        recording(#"{"at": -1, "lane": 0, "mark": "subscribed"}"#),
        "events[0].at: the number is out of range"
      ),
      (
        recording(#"{"at": 9223372036854775807, "lane": 0, "mark": "subscribed"}"#),
        "events[0].at: the number is out of range"
      ),
      (
        recording(#"{"at": 1, "lane": 0, "stage": 0, "mark": "subscribed"}"#),
        "events[0]: an event happens either on a 'lane' or on a 'stage'"
      ),
      (
        recording(#"{"at": 1, "lane": 0, "mark": "subscribed", "number": 2}"#),
        "events[0]: unknown key 'number'; known here: as"
      ),
      (
        recording(#"{"at": 1, "lane": 0, "mark": "subscribed", "as": "inner", "number": 2}"#),
        "events[0]: unknown key 'number'; known here: as"
      ),
    ])
  func aMissingUnknownOrWrongValueIsReportedWithItsPath(text: String, message: String) {
    #expect(Self.message(text) == message)
  }

  @Test("more values than the limit are refused at the first one beyond it")
  func moreValuesThanTheLimitAreRefusedAtTheFirstOneBeyondIt() {
    let bytes = Array("[0, [1, {\"a\": 2}], 3]".utf8)
    #expect(throws: Never.self) { try JSONParser.parse(bytes[...], nodeLimit: 7) }
    let error = #expect(throws: RecordingFormatError.self) {
      try JSONParser.parse(bytes[...], nodeLimit: 5)
    }
    #expect(error?.message == "more than 5 values")
    #expect(error?.range?.lowerBound == 14)
  }

  private static let held = #"{"at": 0, "stage": 0, "mark": "held", "text": "a"}"#
  private static let released =
    #"{"at": 0, "stage": 0, "mark": "released", "held": 0, "fate": "left"}"#

  @Test(
    "a reference to a missing or wrong event, lane or stage is reported",
    arguments: [
      (
        recording(#"{"at": 1, "lane": 1, "mark": "subscribed"}"#),
        "events[0].lane: there is no lane 1: they are numbered 0 to 0"
      ),
      (
        recording(#"{"at": 1, "lane": 0, "mark": "sent", "text": "a", "to": 7}"#),
        "events[0].to: there is no stage 7: they are numbered 0 to 0"
      ),
      (
        recording(#"{"at": 1, "lane": 0, "mark": "subscribed", "cause": 0}"#),
        "events[0].cause: event 0 is not earlier than this one"
      ),
      (
        recording(held, #"{"at": 0, "lane": 0, "mark": "read", "text": "a", "from": 1}"#),
        "events[1].from: event 1 is not earlier than this one"
      ),
      (
        recording(
          #"{"at": 0, "lane": 0, "mark": "subscribed"}"#,
          #"{"at": 0, "lane": 0, "mark": "replayed", "text": "a", "from": 0}"#),
        "events[1].from: event 0 is not a held value"
      ),
      (recording(held, released, released), "events[2].held: what event 0 began is already over"),
      (
        recording(held, #"{"at": 0, "stage": 0, "mark": "delivered", "delivery": 0}"#),
        "events[1].delivery: event 0 is not a delivery of this stage"
      ),
      (
        recording(
          #"{"at": 2, "lane": 0, "mark": "subscribed"}"#,
          #"{"at": 1, "lane": 0, "mark": "cancelled"}"#),
        "events[1].at: the time goes back"
      ),
      (
        recording(#"{"at": 1, "stage": 0, "mark": "subscribed"}"#),
        "events[0]: 'subscribed' happens on a lane"
      ),
      (
        recording().replacing(
          #""source": {"stage": 0}"#, with: #""missed": [0]"#),
        "lanes[0].missed[0]: there is no event 0: there are none"
      ),
    ])
  func aReferenceToAMissingOrWrongEventLaneOrStageIsReported(text: String, message: String) {
    #expect(Self.message(text) == message)
  }

  @Test("an error has the range of its bytes")
  func anErrorHasTheRangeOfItsBytes() throws {
    let text = Self.recording(#"{"at": 1, "lane": 0, "mark": "value", "text": 3}"#)
    let error = try #require(throws: RecordingFormatError.self) { try Recording(json: text) }
    let range = try #require(error.range)
    #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == "3")
  }

  @Test("no truncation and no changed byte crashes the reader")
  func noTruncationAndNoChangedByteCrashesTheReader() {
    let whole = Array(Self.recording(Self.held, Self.released).utf8)
    for index in whole.indices {
      _ = try? Recording(json: Array(whole[..<index]))
      for byte: UInt8 in [0, 0x22, 0x2C, 0x39, 0x5B, 0x7B, 0xC3, 0xFF] {
        var changed = whole
        changed[index] = byte
        _ = try? Recording(json: changed)
      }
    }
  }
}

extension String {
  fileprivate func replacing(_ part: String, with replacement: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return String(self[..<range.lowerBound] + replacement + self[range.upperBound...])
  }
}
