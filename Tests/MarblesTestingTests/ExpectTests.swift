import Marbles
import Testing

@testable import MarblesTesting

/// Runs an expectation that must fail, and returns its messages.
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
  @Test("expectMarbles accepts the notifications of a marble string")
  func expectMarblesAcceptsTheNotificationsOfAMarbleString() {
    let recording = lateSubscriber()
    expectMarbles(recording, lane: "A", "-p---f-|", values: ["p": "partial", "f": "final"])
    expectMarbles(recording, lane: "B", "-----f-|", values: ["f": "final"])
  }

  @Test("expectMarbles shows both rows and describes the first difference")
  func expectMarblesShowsBothRowsAndDescribesTheFirstDifference() {
    let messages = failures {
      expectMarbles(lateSubscriber(at: 6), lane: "B", "-----f-|", values: ["f": "final"])
    }
    #expect(messages.count == 1)
    #expect(
      messages[0].hasPrefix("B at 5: expected final, recorded nothing: it subscribed at 6\n\n"))
    #expect(messages[0].contains("X first difference, at 5: expected “final”, recorded nothing"))
    let recorded = messages[0].split(separator: "\n").first { $0.hasPrefix("recorded ") }
    #expect(recorded?.contains("^") == true, "\(messages[0])")
  }

  @Test("a missing row is compared with the most similar row, not with the title")
  func aMissingRowIsComparedWithTheMostSimilarRowNotWithTheTitle() throws {
    let comparison = try #require(
      PictureComparison(
        expected: "taps   ^-a--|", recorded: "Taps\n\ntap    ^-b--|\nother  ^-----#"))
    #expect(
      comparison.message.hasPrefix(
        """
        the picture is not as expected

        expected  taps   ^-a--|
        recorded  tap    ^-b--|
                     ^ first difference
        """), "\(comparison.message)")
  }

  @Test("a failure that is expected without a text is no difference, and an empty text is shown")
  func aFailureThatIsExpectedWithoutATextIsNoDifferenceAndAnEmptyTextIsShown() throws {
    let failed = oneLane(.failed(Recording.Label(index: 0)), text: "offline")
    let message = try #require(
      failures { expectMarbles(failed, lane: "A", "-e#", values: ["e": ""]) }.first)
    #expect(message.hasPrefix("A at 1: expected \"\", recorded nothing\n\n"))
    #expect(message.contains("1 of 2 events agree"))
  }

  @Test("a value is not a completion, whatever its text is")
  func aValueIsNotACompletionWhateverItsTextIs() {
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

  @Test("replayed values are compared like live values")
  func replayedValuesAreComparedLikeLiveValues() {
    let replayed = oneLane(.replayed(Recording.Label(index: 0), from: nil), text: "a")
    expectMarbles(replayed, lane: "A", "--a")
    let live = oneLane(.value(Recording.Label(index: 0)), text: "a")
    expect(live, equals: replayed, comparing: .valuesAndTimes)
  }

  /// A recording of one lane with one event, at 2.
  private func oneLane(_ mark: Recording.Mark, text: String = "") -> Recording {
    Recording(
      lanes: [Recording.Lane(name: "A", role: .subscription)], labels: [text],
      events: [Recording.Event(time: .zero + .milliseconds(2), place: .lane(0), mark: mark)])
  }

  @Test("an unknown lane and an invalid marble string are errors")
  func anUnknownLaneAndAnInvalidMarbleStringAreErrors() {
    #expect(
      failures { expectMarbles(lateSubscriber(), lane: "C", "-|") } == [
        "there is no lane C; there are upstream #1, A, B"
      ])
    let wrong = failures { expectMarbles(lateSubscriber(), lane: "B", "-a(b") }
    #expect(wrong.count == 1 && wrong[0].hasPrefix("'-a(b' is not a valid marble string: "))
  }

  @Test("expect(draws:) compares the lines of the picture only")
  func expectDrawsComparesTheLinesOfThePictureOnly() {
    expect(
      lateSubscriber(),
      draws: """
        A             ^---partial-----------------final------|
        B                             ^-----------final------|
        """.replacingSpaces(of: lateSubscriber()))
  }

  @Test("expect(draws:) shows both pictures and marks the first difference")
  func expectDrawsShowsBothPicturesAndMarksTheFirstDifference() {
    let messages = failures {
      expect(lateSubscriber(), draws: "B  never")
    }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("the picture is not as expected\n\nexpected  B  never\n"))
    #expect(messages[0].contains("first difference"))
  }

  @Test("expect(equals:) compares events and describes the first difference of each lane")
  func expectEqualsComparesEventsAndDescribesTheFirstDifferenceOfEachLane() {
    expect(lateSubscriber(), equals: lateSubscriber())
    let messages = failures { expect(lateSubscriber(at: 6), equals: lateSubscriber()) }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("B at 3: expected subscribed, recorded nothing"))
  }

  @Test("an open subscription is an error with its lane, unless it is allowed")
  func anOpenSubscriptionIsAnErrorWithItsLaneUnlessItIsAllowed() {
    let open = lateSubscriber(ends: false)
    let messages = failures { expect(open, equals: open) }
    #expect(
      messages == [
        "upstream #1 is still subscribed, since 0", "A is still subscribed, since 0",
        "B is still subscribed, since 3",
      ])
    expect(open, equals: open, allowing: .openSubscriptions)
  }

  @Test("a snapshot of an open subscription is an error with its lane, unless it is allowed")
  func aSnapshotOfAnOpenSubscriptionIsAnErrorWithItsLaneUnlessItIsAllowed() {
    let open = lateSubscriber(ends: false)
    // No file can be in this folder, so that the last message is always about the snapshot.
    let messages = failures { expectSnapshot(of: open, filePath: "/dev/null/Tests.swift") }
    #expect(
      messages.dropLast() == [
        "upstream #1 is still subscribed, since 0", "A is still subscribed, since 0",
        "B is still subscribed, since 3",
      ])
    let allowed = failures {
      expectSnapshot(of: open, allowing: .openSubscriptions, filePath: "/dev/null/Tests.swift")
    }
    #expect(allowed == [messages.last])
  }

  @Test("scheduled work and a reached limit are errors, unless they are allowed")
  func scheduledWorkAndAReachedLimitAreErrorsUnlessTheyAreAllowed() {
    var recording = lateSubscriber()
    recording.ending = .unfinished("1 job still waits, due to A")
    #expect(
      failures { expect(recording, equals: recording) } == [
        "the run ended while work was scheduled: 1 job still waits, due to A"
      ])
    recording.ending = .stopped("more than 10 jobs in all")
    #expect(
      failures { expect(recording, equals: recording) } == [
        "the run reached a limit: more than 10 jobs in all"
      ])
    expect(recording, equals: recording, allowing: .limits)
  }

  @Test(
    "an allowance allows its own kind of loose end and no other",
    arguments: [
      (Allowance.openSubscriptions, 0), (.scheduledWork, 1), (.limits, 2),
    ])
  func anAllowanceAllowsItsOwnKindOfLooseEndAndNoOther(allowance: Allowance, kind: Int) {
    var scheduled = lateSubscriber()
    scheduled.ending = .unfinished("1 job still waits, due to A")
    var stopped = lateSubscriber()
    stopped.ending = .stopped("more than 10 jobs in all")
    for (index, recording) in [lateSubscriber(ends: false), scheduled, stopped].enumerated() {
      expect(recording, equals: recording, allowing: .everything)
      let check = { expect(recording, equals: recording, allowing: allowance) }
      if index == kind { check() } else { #expect(failures(of: check) != []) }
    }
  }
}

extension String {
  /// The rows of the recording's picture for the lanes that this text names; the widths of columns
  /// are not tested here.
  fileprivate func replacingSpaces(of recording: Recording) -> String {
    let drawn = ASCIIFormat().render(Diagram(recording)).split(separator: "\n").map(String.init)
    let names = split(separator: "\n").map { $0.prefix { $0 != " " } }
    return drawn.filter { line in names.contains { line.hasPrefix($0 + " ") } }
      .joined(separator: "\n")
  }
}
