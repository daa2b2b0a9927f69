import MarblesRx
import XCTest

/// Assertions of a test that is written for RxTest.
final class RxTestXCTests: XCTestCase {
  func testAssertionsTakeEventsAndSubscriptions() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .error(230, Boom())])
    let observer = scheduler.start { xs.map { $0 * 2 } }
    XCTAssertEqual(observer.events, [.next(210, 2), .next(220, 4), .error(230, Boom())])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230)])
    XCTAssertEqual(Event<Int>.completed, .completed)
    XCTAssertNotEqual(observer.events, [.next(210, 2), .next(221, 4), .error(230, Boom())])
    XCTAssertRecordedElements(observer.events, [2, 4])
  }
}

/// RxTest's assertion, as docs/compatibility.md has it.
private func XCTAssertRecordedElements<Element: Equatable>(
  _ stream: [Recorded<Event<Element>>], _ elements: [Element], file: StaticString = #filePath,
  line: UInt = #line
) {
  XCTAssertEqual(stream.recordedElements(), elements, file: file, line: line)
}
