import Dispatch
import Marbles
import MarblesCombine
import Testing

/// Subjects, shared streams and cancellables on several threads at once; meant to be run under the
/// thread sanitizer as well.
@Suite struct SubjectRaceTests {
  private let threads = 4

  /// The state that the threads of a test share.
  private struct Shared<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// Runs a closure on several threads at once.
  private func race(_ body: @escaping (Int) -> Void) {
    let body = Shared(body)
    DispatchQueue.concurrentPerform(iterations: threads) { body.value($0) }
  }

  @Test("a subject delivers all elements that several threads send")
  func aSubjectDeliversAllElementsThatSeveralThreadsSend() {
    let subject = PassthroughSubject<Int, Never>()
    let count = Locked(0)
    let handles = (0..<3).map { _ in subject.sink { _ in count.withLock { $0 += 1 } } }
    race { thread in for number in 0..<500 { subject.send(thread * 1_000 + number) } }
    #expect(count.withLock { $0 } == 3 * threads * 500)
    withExtendedLifetime(handles) {}
  }

  @Test("subscribers can be added and removed while other threads send")
  func subscribersCanBeAddedAndRemovedWhileOtherThreadsSend() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let replay = ReplayingSubject<Int, Never>(capacity: 10)
    race { thread in
      for number in 0..<200 {
        if thread % 2 == 0 {
          subject.send(number)
          replay.send(number)
        } else {
          let seen = Locked(0)
          let first = subject.sink { _ in seen.withLock { $0 += 1 } }
          let second = replay.sink { _ in seen.withLock { $0 += 1 } }
          first.cancel()
          second.cancel()
          #expect(seen.withLock { $0 } >= 1)
        }
      }
    }
  }

  @Test("a subscriber from another thread keeps a connection that is being made")
  func aSubscriberFromAnotherThreadKeepsAConnectionThatIsBeingMade() {
    let log = Log()
    let feed = Feed<Int, Never>("F", log)
    let shared = feed.multicast { PassthroughSubject<Int, Never>() }.autoconnect()
    let a = LoggingSubscriber<Int, Never>("A", log)
    let b = LoggingSubscriber<Int, Never>("B", log)
    a.onSubscription = { _ in
      let isSubscribed = DispatchSemaphore(value: 0)
      let both = Shared((shared, b))
      DispatchQueue(label: "another thread").async {
        both.value.0.subscribe(both.value.1)
        isSubscribed.signal()
      }
      isSubscribed.wait()
    }
    shared.subscribe(a)
    a.cancel()
    feed.emit(1)
    #expect(a.values == [])
    #expect(b.values == [1])
  }

  @Test("a completion reaches all subscribers once, from any thread, and nothing follows it")
  func aCompletionReachesAllSubscribersOnceFromAnyThreadAndNothingFollowsIt() {
    for _ in 0..<50 {
      let subject = PassthroughSubject<Int, Never>()
      let ends = Locked(0)
      let late = Locked(0)
      let handles = (0..<4).map { _ in
        subject.sink(
          receiveCompletion: { _ in ends.withLock { $0 += 1 } }, receiveValue: { _ in })
      }
      race { _ in subject.send(completion: .finished) }
      let after = subject.sink { _ in late.withLock { $0 += 1 } }
      subject.send(1)
      #expect(ends.withLock { $0 } == 4)
      #expect(late.withLock { $0 } == 0)
      withExtendedLifetime((handles, after)) {}
    }
  }

  @Test("one of several first subscribers on several threads starts the work")
  func oneOfSeveralFirstSubscribersOnSeveralThreadsStartsTheWork() {
    for _ in 0..<200 {
      let subject = PassthroughSubject<Int, Never>()
      let starts = Locked(0)
      let stops = Locked(0)
      let shared = Deferred { () -> PassthroughSubject<Int, Never> in
        starts.withLock { $0 += 1 }
        return subject
      }.handleEvents(receiveCancel: { stops.withLock { $0 += 1 } }).share()
      let handles = Locked<[AnyCancellable]>([])
      race { _ in
        let handle = shared.sink { _ in }
        handles.withLock { $0.append(handle) }
      }
      #expect(starts.withLock { $0 } == 1)
      let open = handles.withLock { handles in
        defer { handles = [] }
        return Shared(handles)
      }
      race { thread in open.value[thread].cancel() }
      #expect(stops.withLock { $0 } == 1)
    }
  }

  @Test("a cancellable runs its action once, whichever thread cancels it")
  func aCancellableRunsItsActionOnceWhicheverThreadCancelsIt() {
    for _ in 0..<200 {
      let count = Locked(0)
      let handle = AnyCancellable { count.withLock { $0 += 1 } }
      race { _ in handle.cancel() }
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test("a future sends the result of its first promise call, from any thread, to all subscribers")
  func aFutureSendsTheResultOfItsFirstPromiseCallFromAnyThreadToAllSubscribers() {
    for _ in 0..<100 {
      let promise = Locked<((Result<Int, Never>) -> Void)?>(nil)
      let future = Future<Int, Never> { keep in promise.withLock { $0 = keep } }
      let values = Locked<[Int]>([])
      let handles = (0..<3).map { _ in future.sink { value in values.withLock { $0.append(value) } }
      }
      race { thread in promise.withLock { $0 }?(.success(thread)) }
      let got = values.withLock { $0 }
      #expect(got.count == 3)
      #expect(Set(got).count == 1)
      withExtendedLifetime(handles) {}
    }
  }

  @Test("probes record the events of several threads, each once")
  func probesRecordTheEventsOfSeveralThreadsEachOnce() {
    let recorder = Recorder()
    let subject = recorder.subject("subject", PassthroughSubject<Int, Never>())
    let handle = subject.map { $0 + 1 }.recorded("A", by: recorder).sink { _ in }
    race { thread in for number in 0..<100 { subject.send(thread * 1_000 + number) } }
    let recording = recorder.recording()
    let values = recording.events.filter { if case .value = $0.mark { true } else { false } }
    #expect(values.count == 2 * threads * 100)
    let delivered = recording.events.filter { $0.place == .lane(1) && $0.cause != nil }
    #expect(
      delivered.dropFirst().allSatisfy { event in
        event.cause.map { recording[$0].place == .lane(0) } ?? false
      })
    withExtendedLifetime(handle) {}
  }
}
