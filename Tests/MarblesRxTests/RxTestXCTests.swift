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
    XCTAssertEqual(observer.events.recordedElements(), [2, 4])
  }
}
