import MarblesRx
import MarblesTestSupport
import Testing

/// `zip` and `combineLatest` of two to nine observables, compared with a plain model of RxSwift's
/// rules. The forms for up to eight observables are separate functions.
@Suite("Joins of several observables")
struct JoinModelTests {
  @Test("zip and combineLatest give the results and subscriptions of a model", arguments: 2...9)
  func zipAndCombineLatestGiveTheResultsAndSubscriptionsOfAModel(arity: Int) {
    for seed in Scenarios.seeds(of: 120) {
      var random = SeededGenerator(seed: UInt64(seed))
      let steps = (0..<30).map { Step.random(side: random.upTo(arity), $0, &random) }
      for join in [Join.zip, .combineLatest] {
        let expected = join.model(steps, arity: arity)
        for form in Form.allCases {
          let received = join.received(steps, arity: arity, form)
          #expect(received == expected, "seed \(seed), \(join) \(form): \(steps)")
        }
      }
    }
  }
}

private struct Step: CustomStringConvertible {
  let side: Int
  let event: Event<Int>

  var description: String { "\(side) \(event)" }

  static func random(side: Int, _ number: Int, _ random: inout SeededGenerator) -> Step {
    switch random.upTo(30) {
    case 0: Step(side: side, event: .error(Boom()))
    case 1, 2: Step(side: side, event: .completed)
    default: Step(side: side, event: .next(number))
    }
  }
}

private enum Form: CaseIterable {
  case selector
  case tuple
}

private enum Join {
  case zip
  case combineLatest

  // MARK: The model

  /// The events, then the numbers of the observables that are still subscribed.
  func model(_ steps: [Step], arity: Int) -> [String] {
    var sides = (0..<arity).map { _ in (elements: [Int](), isOpen: true) }
    var events: [String] = []
    for step in steps where sides[step.side].isOpen {
      switch step.event {
      case .error(let error): return events + ["error(\(error))", "[]"]
      case .completed:
        sides[step.side].isOpen = false
        if sides.allSatisfy({ !$0.isOpen }) { return events + ["completed", "[]"] }
      case .next(let element):
        sides[step.side].elements.append(element)
        guard sides.allSatisfy({ !$0.elements.isEmpty }) else {
          // Only combineLatest notices that a combination is not possible any more.
          let isLast = sides.indices.allSatisfy { $0 == step.side || !sides[$0].isOpen }
          if self == .combineLatest, isLast { return events + ["completed", "[]"] }
          continue
        }
        switch self {
        case .combineLatest: events.append("next(\(sides.compactMap(\.elements.last)))")
        case .zip:
          events.append("next(\(sides.compactMap(\.elements.first)))")
          for side in sides.indices { sides[side].elements.removeFirst() }
        }
      }
    }
    return events + ["\(sides.indices.filter { sides[$0].isOpen })"]
  }

  // MARK: The operators

  func received(_ steps: [Step], arity: Int, _ form: Form) -> [String] {
    let subjects = (0..<arity).map { _ in PublishSubject<Int>() }
    var events: [String] = []
    let joined = self == .zip ? zipped(subjects, form) : combined(subjects, form)
    let subscription = joined.subscribe { events.append("\($0)") }
    for step in steps { subjects[step.side].on(step.event) }
    events.append("\(subjects.indices.filter { subjects[$0].hasObservers })")
    subscription.dispose()
    #expect(!subjects.contains { $0.hasObservers }, "nothing is subscribed after a disposal")
    return events
  }

  private func zipped(_ s: [PublishSubject<Int>], _ form: Form) -> Observable<[Int]> {
    switch (s.count, form) {
    case (2, .selector): .zip(s[0], s[1]) { [$0, $1] }
    case (2, .tuple): Observable.zip(s[0], s[1]).map { [$0.0, $0.1] }
    case (3, .selector): .zip(s[0], s[1], s[2]) { [$0, $1, $2] }
    case (3, .tuple): Observable.zip(s[0], s[1], s[2]).map { [$0.0, $0.1, $0.2] }
    case (4, .selector): .zip(s[0], s[1], s[2], s[3]) { [$0, $1, $2, $3] }
    case (4, .tuple): Observable.zip(s[0], s[1], s[2], s[3]).map { [$0.0, $0.1, $0.2, $0.3] }
    case (5, .selector): .zip(s[0], s[1], s[2], s[3], s[4]) { [$0, $1, $2, $3, $4] }
    case (5, .tuple):
      Observable.zip(s[0], s[1], s[2], s[3], s[4]).map { [$0.0, $0.1, $0.2, $0.3, $0.4] }
    case (6, .selector): .zip(s[0], s[1], s[2], s[3], s[4], s[5]) { [$0, $1, $2, $3, $4, $5] }
    case (6, .tuple):
      Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5]).map {
        [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5]
      }
    case (7, .selector):
      .zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { [$0, $1, $2, $3, $4, $5, $6] }
    case (7, .tuple):
      Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map {
        [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6]
      }
    case (8, .selector):
      .zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }
    case (8, .tuple):
      Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map {
        [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7]
      }
    case (_, .selector):
      .zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]) {
        [$0, $1, $2, $3, $4, $5, $6, $7, $8]
      }
    case (_, .tuple):
      Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]).map {
        [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7, $0.8]
      }
    }
  }

  private func combined(_ s: [PublishSubject<Int>], _ form: Form) -> Observable<[Int]> {
    switch (s.count, form) {
    case (2, .selector): .combineLatest(s[0], s[1]) { [$0, $1] }
    case (2, .tuple): Observable.combineLatest(s[0], s[1]).map { [$0.0, $0.1] }
    case (3, .selector): .combineLatest(s[0], s[1], s[2]) { [$0, $1, $2] }
    case (3, .tuple): Observable.combineLatest(s[0], s[1], s[2]).map { [$0.0, $0.1, $0.2] }
    case (4, .selector): .combineLatest(s[0], s[1], s[2], s[3]) { [$0, $1, $2, $3] }
    case (4, .tuple):
      Observable.combineLatest(s[0], s[1], s[2], s[3]).map { [$0.0, $0.1, $0.2, $0.3] }
    case (5, .selector): .combineLatest(s[0], s[1], s[2], s[3], s[4]) { [$0, $1, $2, $3, $4] }
    case (5, .tuple):
      Observable.combineLatest(s[0], s[1], s[2], s[3], s[4]).map { [$0.0, $0.1, $0.2, $0.3, $0.4] }
    case (6, .selector):
      .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { [$0, $1, $2, $3, $4, $5] }
    case (6, .tuple):
      Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]).map {
        [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5]
      }
    case (7, .selector):
      .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { [$0, $1, $2, $3, $4, $5, $6] }
    case (7, .tuple):
      Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map {
        [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6]
      }
    case (8, .selector):
      .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
        [$0, $1, $2, $3, $4, $5, $6, $7]
      }
    case (8, .tuple):
      Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map {
        [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7]
      }
    case (_, .selector):
      .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]) {
        [$0, $1, $2, $3, $4, $5, $6, $7, $8]
      }
    case (_, .tuple):
      Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]).map {
        [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7, $0.8]
      }
    }
  }
}
