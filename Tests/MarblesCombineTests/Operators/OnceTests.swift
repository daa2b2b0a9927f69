import MarblesCombine
import Testing

/// `Just`, and the publishers of an optional and a result: the element until it is requested.
@Suite struct OnceTests {
  private final class Thing {}

  private final class Asker<Input>: Subscriber {
    typealias Failure = Never

    var subscription: (any Subscription)?
    var values: [Input] = []
    var completions = 0
    var onValue: () -> Void = {}

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Input) -> Subscribers.Demand {
      values.append(input)
      onValue()
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { completions += 1 }
  }

  @Test("an element is released after the delivery, at a cancel, or with the subscription")
  func anElementIsReleasedAfterTheDeliveryAtACancelOrWithTheSubscription() {
    for way in 0..<3 {
      weak var thing: Thing?
      let asker = Asker<Thing>()
      do {
        let new = Thing()
        thing = new
        Just(new).subscribe(asker)
      }
      #expect(thing != nil)
      switch way {
      case 0: asker.subscription?.request(.max(1))
      case 1: asker.subscription?.cancel()
      default: asker.subscription = nil
      }
      #expect(asker.values.count == (way == 0 ? 1 : 0))
      #expect(asker.completions == (way == 0 ? 1 : 0))
      asker.values = []
      #expect(thing == nil, "way \(way)")
    }
  }

  @Test("the subscriber is released, too", arguments: 0..<3)
  func theSubscriberIsReleasedToo(way: Int) {
    weak var known: Asker<Int>?
    var subscription: (any Subscription)?
    do {
      let asker = Asker<Int>()
      known = asker
      Just(1).subscribe(asker)
      subscription = asker.subscription.take()
    }
    #expect(known != nil)
    switch way {
    case 0: subscription?.request(.unlimited)
    case 1: subscription?.cancel()
    default: subscription = nil
    }
    #expect(known == nil)
  }

  @Test("an element is delivered once, and a cancel during the delivery prevents the finish")
  func anElementIsDeliveredOnceAndACancelDuringTheDeliveryPreventsTheFinish() {
    let asker = Asker<Int>()
    Just(1).subscribe(asker)
    asker.onValue = { asker.subscription?.request(.max(1)) }
    asker.subscription?.request(.max(1))
    asker.subscription?.request(.max(1))
    #expect(asker.values == [1])
    #expect(asker.completions == 1)

    let leaving = Asker<Int>()
    Just(2).subscribe(leaving)
    leaving.onValue = { leaving.subscription?.cancel() }
    leaving.subscription?.request(.max(1))
    #expect(leaving.values == [2])
    #expect(leaving.completions == 0)
  }

  @Test("elements of any size and alignment are stored and delivered")
  func elementsOfAnySizeAndAlignmentAreStoredAndDelivered() {
    func check<Value: Equatable>(_ value: Value) {
      let asker = Asker<Value>()
      Just(value).subscribe(asker)
      asker.subscription?.request(.max(1))
      #expect(asker.values == [value])
    }
    for number in 0..<20 {
      check(UInt8(number))
      check(SIMD16<Double>(repeating: Double(number)))
      check(String(repeating: "long ", count: number))
      check([number, number])
      check(Int?.none)
    }
    let nothing = Asker<Void>()
    Just(()).subscribe(nothing)
    nothing.subscription?.request(.max(1))
    #expect(nothing.values.count == 1)
  }
}
