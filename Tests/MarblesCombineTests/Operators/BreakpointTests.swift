import MarblesCombine
import Testing

@Suite struct BreakpointTests {
  @Test("breakpoint calls its closures before downstream receives the signals, and changes none")
  func breakpointCallsItsClosuresBeforeDownstreamReceivesTheSignals() {
    let log = Log()
    let subject = PassthroughSubject<Int, Boom>()
    let a = subject.breakpoint(
      receiveSubscription: {
        log("subscription \($0)")
        return false
      },
      receiveOutput: {
        log("output \($0)")
        return false
      },
      receiveCompletion: {
        log("completion \(text($0))")
        return false
      }
    ).attach("A", log, demand: .max(1))
    subject.send(1)
    subject.send(2)
    a.request(.max(1))
    subject.send(3)
    subject.send(completion: .finished)
    log.expect(
      """
      subscription PassthroughSubject
      A subscription
      A request max(1)
      output 1
      A value 1
      A request max(1)
      output 3
      A value 3
      completion finished
      A finished
      """)
  }

  @Test("breakpoint stops the program when a closure returns true")
  func breakpointStopsTheProgramWhenAClosureReturnsTrue() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).breakpoint(receiveSubscription: { _ in true }).sink { _ in }
    }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).breakpoint(receiveOutput: { $0 == 1 }).sink { _ in }
    }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).breakpoint(receiveCompletion: { _ in true }).sink { _ in }
    }
  }

  @Test("breakpointOnError stops the program at a failure, and not at a finish")
  func breakpointOnErrorStopsTheProgramAtAFailureAndNotAtAFinish() async {
    await #expect(processExitsWith: .failure) {
      _ = Fail<Int, Boom>(error: Boom()).breakpointOnError()
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    }
    await #expect(processExitsWith: .success) {
      _ = Just(1).breakpointOnError().sink { _ in }
    }
  }
}
