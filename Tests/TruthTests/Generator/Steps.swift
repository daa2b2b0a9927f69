/// Operators of Combine that give integers for integers.
enum CombineSteps {
  static func step(_ dice: inout Dice, other: String) -> String {
    switch dice.roll(6) {
    case 0, 1: plain(&dice)
    case 2: timed(&dice)
    case 3: inner(&dice)
    case 4: combined(&dice, other)
    default: kept(&dice)
    }
  }

  private static func plain(_ dice: inout Dice) -> String {
    dice.pick([
      ".map { $0 + 1 }", ".filter { $0 % 2 == 0 }", ".scan(0) { $0 + $1 }", ".removeDuplicates()",
      ".prefix(3)", ".dropFirst(1)", ".compactMap { $0 % 3 == 0 ? nil : $0 }", ".first()",
      ".last()",
      ".reduce(0) { $0 + $1 }", ".count()", ".max()", ".ignoreOutput()", ".drop { $0 < 3 }",
      ".prefix { $0 < 8 }", ".replaceError(with: 4)", ".catch { _ in Just(5) }", ".retry(1)",
      ".append(7, 8)", ".prepend(6)", ".replaceEmpty(with: 1)", ".output(in: 1...3)",
      ".first { $0 > 4 }", ".handleEvents(receiveOutput: { _ in })",
      ".tryMap { v in if v == 9 { throw \"nine\" }; return v }",
    ])
  }

  private static func timed(_ dice: inout Dice) -> String {
    let time = 1 + dice.roll(4)
    return dice.pick([
      ".delay(for: \(time)ms, scheduler: RunLoop.main)",
      ".debounce(for: \(time)ms, scheduler: RunLoop.main)",
      ".throttle(for: \(time)ms, scheduler: RunLoop.main, latest: true)",
      ".throttle(for: \(time)ms, scheduler: RunLoop.main, latest: false)",
      ".receive(on: DispatchQueue.main)", ".receive(on: Queue(every: \(time)))",
      ".receive(on: Queue(latencies: [3, 1]))", ".subscribe(on: DispatchQueue.main)",
      ".timeout(\(time + 3)ms, scheduler: RunLoop.main)",
      ".collect(.byTime(RunLoop.main, \(time + 1)ms)).map { $0.count }",
    ])
  }

  private static func inner(_ dice: inout Dice) -> String {
    let inner = dice.pick([
      "cold(\"-a--a|\", a: v)", "Just(v)", "[v, v + 1].publisher", "cold(\"--a\", a: v)",
    ])
    return dice.pick([
      ".flatMap { v in \(inner) }", ".flatMap(maxPublishers: .max(1)) { v in \(inner) }",
      ".flatMap(maxPublishers: .max(2)) { v in \(inner) }",
      ".map { v in \(inner) }.switchToLatest()",
    ])
  }

  private static func combined(_ dice: inout Dice, _ other: String) -> String {
    dice.pick([
      ".merge(with: \(other))", ".zip(\(other)) { $0 + $1 }",
      ".combineLatest(\(other)) { $0 + $1 }",
      ".prefix(untilOutputFrom: \(other))", ".drop(untilOutputFrom: \(other))",
      ".append(\(other))",
    ])
  }

  private static func kept(_ dice: inout Dice) -> String {
    let full = dice.pick([".dropOldest", ".dropNewest", ".customError { \"full\" }"])
    let prefetch = dice.pick([".keepFull", ".byRequest"])
    return dice.pick([
      ".buffer(size: \(1 + dice.roll(3)), prefetch: \(prefetch), whenFull: \(full))",
      ".collect(2).map { $0.count }", ".makeConnectable().autoconnect()",
    ])
  }
}

/// Operators of RxSwift that give integers for integers.
enum RxSteps {
  static func step(_ dice: inout Dice, other: String) -> String {
    switch dice.roll(5) {
    case 0, 1: plain(&dice)
    case 2: timed(&dice)
    case 3: inner(&dice)
    default: combined(&dice, other)
    }
  }

  private static func plain(_ dice: inout Dice) -> String {
    dice.pick([
      ".map { $0 + 1 }", ".filter { $0 % 2 == 0 }", ".scan(0) { $0 + $1 }",
      ".distinctUntilChanged()", ".take(3)", ".skip(1)", ".compactMap { $0 % 3 == 0 ? nil : $0 }",
      ".reduce(0) { $0 + $1 }", ".startWith(6)", ".catchAndReturn(4)", ".takeLast(2)",
      ".take(while: { $0 < 8 })", ".skip(while: { $0 < 3 })", ".ifEmpty(default: 1)", ".retry(2)",
      ".do(onNext: { _ in })", ".element(at: 1)", ".toArray().map { $0.count }",
    ])
  }

  private static func timed(_ dice: inout Dice) -> String {
    let time = 1 + dice.roll(4)
    return dice.pick([
      ".delay(.milliseconds(\(time)), scheduler: MainScheduler.instance)",
      ".debounce(.milliseconds(\(time)), scheduler: MainScheduler.instance)",
      ".throttle(.milliseconds(\(time)), scheduler: MainScheduler.instance)",
      ".observe(on: MainScheduler.instance)", ".subscribe(on: MainScheduler.instance)",
      ".timeout(.milliseconds(\(time + 3)), scheduler: MainScheduler.instance)",
      ".buffer(timeSpan: .milliseconds(\(time + 1)), count: 2, scheduler: MainScheduler.instance)"
        + ".map { $0.count }",
    ])
  }

  private static func inner(_ dice: inout Dice) -> String {
    let inner = dice.pick([
      "cold(\"-a--a|\", a: v)", "Observable.just(v)", "Observable.of(v, v + 1)",
      "cold(\"--a\", a: v)",
    ])
    return dice.pick([
      ".flatMap { v in \(inner) }", ".flatMapLatest { v in \(inner) }",
      ".flatMapFirst { v in \(inner) }", ".concatMap { v in \(inner) }",
    ])
  }

  private static func combined(_ dice: inout Dice, _ other: String) -> String {
    dice.pick([
      ".withLatestFrom(\(other))", ".sample(\(other))", ".take(until: \(other))",
      ".skip(until: \(other))", ".concat(\(other))",
    ])
  }
}
