import Marbles
import MarblesCombine
import Testing

@Suite struct LaneRecordingTests {
  private let scheduler = TestScheduler()
  private var recorder: Recorder { scheduler.recorder }

  @Test("an element that an operator drops is recorded as swallowed on the lane after the stage")
  func anElementThatAnOperatorDropsIsRecordedAsSwallowedOnTheLaneAfterTheStage() throws {
    let numbers = try scheduler.hot("numbers", "-1-2", values: ["1": 1, "2": 2])
    try scheduler.subscribe(numbers.filter { $0 > 1 }, as: "A", "^")
    try scheduler.run()
    scheduler.recording().expect(
      """
      0 @0 A subscribed
      1 @0 A requested all <0
      2 @1 numbers value 1
      3 @1 A dropped 1 swallowed <2
      4 @3 numbers value 2
      5 @3 A value 2 <4
      """)
  }

  @Test("an element without demand is recorded as dropped")
  func anElementWithoutDemandIsRecordedAsDropped() throws {
    let numbers = try scheduler.hot("numbers", "-1-2---3", values: ["1": 1, "2": 2, "3": 3])
    try scheduler.subscribe(numbers, as: "A", "(^+1)+1", demand: .none)
    try scheduler.run()
    scheduler.recording().expect(
      """
      0 @0 A subscribed
      1 @0 A requested 1
      2 @1 numbers value 1
      3 @1 A value 1 <2
      4 @3 numbers value 2
      5 @3 A dropped 2 noDemand <4
      6 @5 A requested 1
      7 @7 numbers value 3
      8 @7 A value 3 <7
      """)
  }

  @Test("a named lane inside a chain is the source of the operators after it")
  func aNamedLaneInsideAChainIsTheSourceOfTheOperatorsAfterIt() throws {
    let handle = [1, 2].publisher.recorded("numbers", by: recorder).filter { $0 > 1 }
      .recorded("large", by: recorder).sink { _ in }
    let recording = scheduler.recording()
    recording.expect(
      """
      0 @0 large subscribed
      1 @0 numbers subscribed <0
      2 @0 large requested all <1
      3 @0 numbers requested all <2
      4 @0 numbers value 1 <3
      5 @0 large dropped 1 swallowed <4
      6 @0 numbers value 2 <3
      7 @0 large value 2 <6
      8 @0 numbers finished <3
      9 @0 large finished <8
      """)
    #expect(recording.lanes[0].source == .lane(1))
    _ = handle
  }

  @Test("a lane is reopened after a cancel; a second subscription at the same time gets a number")
  func aLaneIsReopenedAfterACancelASecondSubscriptionAtTheSameTimeGetsANumber() {
    let subject = PassthroughSubject<Int, Never>()
    let numbers = subject.recorded("A", by: recorder)
    let first = numbers.sink { _ in }
    let second = numbers.sink { _ in }
    first.cancel()
    let third = numbers.sink { _ in }
    scheduler.recording().expect(
      """
      0 @0 A subscribed
      1 @0 A requested all <0
      2 @0 A #2 subscribed
      3 @0 A #2 requested all <2
      4 @0 A cancelled
      5 @0 A subscribed
      6 @0 A requested all <5
      """)
    withExtendedLifetime((second, third)) {}
  }

  @Test("a hub after prepended elements is the lane's source")
  func aHubAfterPrependedElementsIsTheLanesSource() {
    let shared = recorder.hub("share()", PassthroughSubject<Int, Never>()) { $0.share() }
    let handle = shared.prepend(0).recorded("A", by: recorder).sink { _ in }
    let recording = scheduler.recording()
    #expect(recording.lanes.map(\.name) == ["A", "upstream #1"])
    #expect(recording.lanes[0].source == .stage(0))
    _ = handle
  }

  @Test("a subscription inside another one's subscription has its own lane")
  func aSubscriptionInsideAnotherOnesSubscriptionHasItsOwnLane() {
    let shared = recorder.hub("share()", PassthroughSubject<Int, Never>()) { $0.share() }
    var inner: AnyCancellable?
    let subscriber = LoggingSubscriber<Int, Never>("outer", Log())
    subscriber.onSubscription = { _ in
      inner = shared.recorded("inner", by: recorder).sink { _ in }
    }
    Just(1).recorded("outer", by: recorder).subscribe(subscriber)
    let recording = scheduler.recording()
    #expect(recording.lanes.map(\.name) == ["outer", "inner", "upstream #1"])
    #expect(recording.lanes.map(\.source) == [nil, .stage(0), nil])
    _ = inner
  }

  @Test("an element sent during a delivery is a mark on the lane of that delivery")
  func anElementSentDuringADeliveryIsAMarkOnTheLaneOfThatDelivery() {
    let subject = recorder.subject("subject", PassthroughSubject<Int, Never>())
    let a = subject.recorded("A", by: recorder).sink { if $0 == 1 { subject.send(2) } }
    let b = subject.recorded("B", by: recorder).sink { _ in }
    subject.send(1)
    scheduler.recording().expect(
      """
      0 @0 A subscribed
      1 @0 A requested all <0
      2 @0 B subscribed
      3 @0 B requested all <2
      4 @0 subject value 1
      5 @0 A value 1 <4
      6 @0 A sent 2 to [subject] <5
      7 @0 A value 2 <6
      8 @0 B value 2 <6
      9 @0 B value 1 <4
      """)
    withExtendedLifetime((a, b)) {}
  }

  @Test("a recorded current-value subject records stored, replayed, read and replaced values")
  func aRecordedCurrentValueSubjectRecordsStoredReplayedReadAndReplacedValues() {
    let subject = recorder.subject("latest", CurrentValueSubject<Int, Never>(0))
    let a = subject.recorded("A", by: recorder).sink { if $0 == 1 { _ = subject.value } }
    subject.value = 1
    subject.send(completion: .finished)
    scheduler.recording().expect(
      """
      0 @0 [latest] held 0
      1 @0 A subscribed
      2 @0 A requested all <1
      3 @0 A replayed 0 from 0 <2
      4 @0 latest value 1
      5 @0 [latest] released 0 replaced <4
      6 @0 [latest] held 1 <4
      7 @0 A value 1 <4
      8 @0 A read 1 of [latest] from 6 <7
      9 @0 latest finished
      10 @0 [latest] ended <9
      11 @0 [latest] released 6 forgotten <9
      12 @0 A finished <9
      """)
    _ = a
  }

  @Test("a publisher that feeds a recorded subject is a lane that leads into it")
  func aPublisherThatFeedsARecordedSubjectIsALaneThatLeadsIntoIt() {
    let subject = recorder.subject("subject", PassthroughSubject<Int, Never>())
    let a = subject.recorded("A", by: recorder).sink { _ in }
    let binding = [7].publisher.subscribe(subject)
    let recording = scheduler.recording()
    recording.expect(
      """
      0 @0 A subscribed
      1 @0 A requested all <0
      2 @0 upstream #1 subscribed
      3 @0 upstream #1 requested all <2
      4 @0 upstream #1 value 7 <3
      5 @0 A value 7 <4
      6 @0 upstream #1 finished <3
      7 @0 [subject] ended <6
      8 @0 A finished <6
      """)
    #expect(recording.lanes[2].target == 0)
    withExtendedLifetime((a, binding)) {}
  }

  @Test("demand returned for an element is recorded as a request inside it")
  func demandReturnedForAnElementIsRecordedAsARequestInsideIt() {
    let log = Log()
    [1, 2].publisher.recorded("A", by: recorder).attach("A", log, demand: .max(1)) { _ in .max(1) }
    scheduler.recording().expect(
      """
      0 @0 A subscribed
      1 @0 A requested 1 <0
      2 @0 A value 1 <1
      3 @0 A requested 1 <2
      4 @0 A value 2 <1
      5 @0 A requested 1 <4
      6 @0 A finished <1
      """)
  }

  @Test("several inputs and inner streams are recorded as stages")
  func severalInputsAndInnerStreamsAreRecordedAsStages() {
    let pairs = recorder.stage("zip", kind: .memory, [1].publisher, ["a"].publisher) { $0.zip($1) }
    let a = pairs.recorded("A", by: recorder).sink { _ in }
    let images = recorder.box("flatMap", [1, 2].publisher) { urls, inner in
      urls.flatMap { inner.lane("image \($0)", Just($0)) }
    }
    let b = images.recorded("B", by: recorder).sink { _ in }
    let recording = scheduler.recording()
    let lanes = recording.lanes.map { "\($0.name) \($0.role) \($0.target ?? -1)" }
    #expect(
      lanes.sorted() == [
        "A subscription -1", "B subscription -1", "image 1 inner 1", "image 2 inner 1",
        "upstream #1 subscription 0", "upstream #1 subscription 1", "upstream #2 subscription 0",
      ])
    withExtendedLifetime((a, b)) {}
  }
}
