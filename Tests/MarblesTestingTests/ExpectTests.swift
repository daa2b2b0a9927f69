import Marbles
import MarblesTesting
import Testing

/// Runs an expectation that must fail, and gives what it said.
private func failures(of expectation: () -> Void) -> [String] {
  let messages = Locked<[String]>([])
  withKnownIssue {
    expectation()
  } matching: { issue in
    messages.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
    return true
  }
  return messages.withLock { $0 }
}

@Suite("Expectations")
struct ExpectTests {
  @Test("a lane has the notifications of a marble string")
  func marbles() {
    let recording = lateSubscriber()
    expectMarbles(recording, lane: "A", "-p---f-|", values: ["p": "partial", "f": "final"])
    expectMarbles(recording, lane: "B", "-----f-|", values: ["f": "final"])
  }

  @Test("a lane that differs is shown under what was expected, and told in words")
  func marblesFail() {
    let messages = failures {
      expectMarbles(lateSubscriber(at: 6), lane: "B", "-----f-|", values: ["f": "final"])
    }
    #expect(messages.count == 1)
    #expect(
      messages[0].hasPrefix("B at 5: expected final, recorded nothing: it subscribed at 6\n\n"))
    #expect(messages[0].contains("X first difference, at 5: expected “final”, recorded nothing"))
  }

  @Test("a value is no end, whatever it is called")
  func valuesLikeEnds() {
    let values = ["f": "finished", "x": "failed: x"]
    let finished = oneLane(.finished)
    expectMarbles(finished, lane: "A", "--|", values: values)
    let messages = failures { expectMarbles(finished, lane: "A", "--f", values: values) }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("A at 2: expected the value finished, recorded finished\n\n"))
    let failed = oneLane(.failed(Recording.Label(index: 0)), text: "x")
    expectMarbles(failed, lane: "A", "--#")
    expectMarbles(failed, lane: "A", "--#", error: "x")
    #expect(failures { expectMarbles(failed, lane: "A", "--#", error: "y") }.count == 1)
    #expect(failures { expectMarbles(failed, lane: "A", "--x", values: values) }.count == 1)
    let value = oneLane(.value(Recording.Label(index: 0)), text: "failed: x")
    expectMarbles(value, lane: "A", "--x", values: values)
    #expect(failures { expectMarbles(value, lane: "A", "--#") }.count == 1)
    #expect(failures { expectMarbles(value, lane: "A", "--#", error: "x") }.count == 1)
    #expect(failures { expect(value, equals: failed) }.count == 1)
  }

  @Test("replayed values count like live ones")
  func replayed() {
    let replayed = oneLane(.replayed(Recording.Label(index: 0), from: nil), text: "a")
    expectMarbles(replayed, lane: "A", "--a")
    let live = oneLane(.value(Recording.Label(index: 0)), text: "a")
    expect(live, equals: replayed, comparing: .valuesAndTimes)
  }

  /// A lane on which one thing happens, at 2.
  private func oneLane(_ mark: Recording.Mark, text: String = "") -> Recording {
    Recording(
      lanes: [Recording.Lane(name: "A", role: .subscription)], labels: [text],
      events: [Recording.Event(time: .zero + .milliseconds(2), place: .lane(0), mark: mark)])
  }

  @Test("a lane that does not exist, and a string that is wrong, are said")
  func wrongUse() {
    #expect(
      failures { expectMarbles(lateSubscriber(), lane: "C", "-|") } == [
        "no lane is called C; there are upstream #1, A, B"
      ])
    let wrong = failures { expectMarbles(lateSubscriber(), lane: "B", "-a(b") }
    #expect(wrong.count == 1 && wrong[0].hasPrefix("'-a(b' is wrong: "))
  }

  @Test("a picture is compared line by line; what it leaves out does not matter")
  func draws() {
    expect(
      lateSubscriber(),
      draws: """
        A             ^---partial-----------------final------|
        B                             ^-----------final------|
        """.replacingSpaces(of: lateSubscriber()))
  }

  @Test("a picture that differs is shown beside the recorded one")
  func drawsFail() {
    let messages = failures {
      expect(lateSubscriber(), draws: "B  never")
    }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("the picture is not as expected\n\nexpected  B  never\n"))
    #expect(messages[0].contains("first difference"))
  }

  @Test("recordings are compared event by event, and the first difference is told in words")
  func equals() {
    expect(lateSubscriber(), equals: lateSubscriber())
    let messages = failures { expect(lateSubscriber(at: 6), equals: lateSubscriber()) }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("B at 3: expected subscribed, recorded nothing"))
  }

  @Test("an open subscription fails with its lane, unless it is allowed")
  func looseEnds() {
    let open = lateSubscriber(ends: false)
    let messages = failures { expect(open, equals: open) }
    #expect(
      messages == [
        "upstream #1 is still subscribed, since 0", "A is still subscribed, since 0",
        "B is still subscribed, since 3",
      ])
    expect(open, equals: open, allowing: .openSubscriptions)
  }

  @Test("work that was left, and a run that was cut, fail by themselves")
  func endings() {
    var recording = lateSubscriber()
    recording.ending = .unfinished("1 job still waits, due to A")
    #expect(
      failures { expect(recording, equals: recording) } == [
        "the run ended while work was scheduled: 1 job still waits, due to A"
      ])
    recording.ending = .stopped("more than 10 jobs in all")
    #expect(
      failures { expect(recording, equals: recording) } == [
        "the run was cut: more than 10 jobs in all"
      ])
    expect(recording, equals: recording, allowing: .limits)
  }
}

extension String {
  /// The lines of the recording's own picture for the lanes that this one names: the widths of
  /// columns are the format's business.
  fileprivate func replacingSpaces(of recording: Recording) -> String {
    let drawn = ASCIIFormat().render(Diagram(recording)).split(separator: "\n").map(String.init)
    let names = split(separator: "\n").map { $0.prefix { $0 != " " } }
    return drawn.filter { line in names.contains { line.hasPrefix($0 + " ") } }
      .joined(separator: "\n")
  }
}
