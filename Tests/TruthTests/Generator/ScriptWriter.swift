/// Writes random scripts that run: subjects, pipelines with hubs and memories, and subscribers that
/// subscribe, request and cancel. The same seed gives the same text.
struct ScriptWriter {
  enum Dialect: String, CaseIterable { case combine, rxswift, rxjs }

  var dice: Dice
  let dialect: Dialect
  private(set) var lines: [String] = []
  private var rows: [String] = []
  /// Names to send into, with the number of values that may still be sent from inside a delivery.
  private(set) var subjects: [String] = []
  private(set) var relays: [String] = []
  /// Names that give integers.
  private(set) var streams: [String] = []
  private var ends: [String] = []
  private var connectables: [String] = []

  /// A call that the first pipeline must contain.
  private var wanted: CatalogueCalls.Way?

  /// - Parameter way: how an operator is called in it.
  static func script(
    seed: Int, dialect: Dialect? = nil, calling way: CatalogueCalls.Way? = nil
  ) -> String {
    var writer = ScriptWriter(seed: seed, dialect)
    writer.wanted = way
    writer.write()
    return writer.text
  }

  private init(seed: Int, _ dialect: Dialect?) {
    var dice = Dice(seed)
    let drawn = dice.pick([Dialect.combine, .combine, .rxswift, .rxswift, .rxjs])
    self.dice = dice
    self.dialect = dialect ?? drawn
  }

  private var calls: CatalogueCalls { CatalogueCalls(dialect: dialect) }

  private var text: String { (lines + [""] + rows).joined(separator: "\n") + "\n" }

  private mutating func write() {
    lines = ["title \"seed\"", "dialect \(dialect.rawValue)", "until 60"]
    for _ in 0...dice.roll(3) { addSubject() }
    for _ in 0..<dice.roll(3) { addStream("c", coldSource()) }
    for _ in 0...dice.roll(3) { addPipeline() }
    if dice.chance(30) { addBinding() }
    for _ in 0...dice.roll(3) { addEnd() }
    for name in subjects { rows.append("\(name): \(marbles(length: 16, canEnd: true))") }
    for name in relays { rows.append("\(name): \(marbles(length: 16, canEnd: false))") }
    for name in connectables {
      rows.append("\(name): \(dice.pick(["^", "-^---!", "^--!-^", "--^"]))")
    }
    for _ in 0..<dice.roll(3) { addBlock() }
  }

  private mutating func name(_ prefix: String) -> String { "\(prefix)\(lines.count)" }

  // MARK: Sources

  private mutating func addSubject() {
    let isRelay = dice.chance(dialect == .combine ? 15 : 50)
    let make: String
    switch (dialect, isRelay) {
    case (_, true):
      make = dice.pick([
        "PublishRelay()", "BehaviorRelay(value: 0)", "ReplayRelay.create(bufferSize: 2)",
      ])
    case (.combine, false):
      make = dice.pick([
        "PassthroughSubject()", "PassthroughSubject()", "CurrentValueSubject(0)",
        "ReplaySubject(capacity: 2)",
      ])
    case (.rxjs, false):
      make = dice.pick([
        "Subject()", "Subject()", "BehaviorSubject(0)", "AsyncSubject()", "ReplaySubject(2)",
      ])
    case (.rxswift, false):
      make = dice.pick([
        "PublishSubject()", "PublishSubject()", "BehaviorSubject(value: 0)", "AsyncSubject()",
        "ReplaySubject.create(bufferSize: 2)",
      ])
    }
    let subject = name(isRelay ? "r" : "s")
    lines.append("let \(subject) = \(make)")
    if isRelay { relays.append(subject) } else { subjects.append(subject) }
    streams.append(subject)
  }

  private mutating func coldSource() -> String {
    switch (dice.roll(7), dialect) {
    case (5, _): TableExamples.source(&dice, streams)
    case (0, _): "cold(\"\(marbles(length: 9, canEnd: true))\")"
    case (1, _): "hot(\"\(marbles(length: 12, canEnd: true))\")"
    case (2, .combine): dice.pick(["[1, 2, 3, 4].publisher", "(1...6).publisher", "Just(3)"])
    case (2, _):
      dice.pick([
        "Observable.of(1, 2, 3, 4)", "Observable.range(start: 1, count: 5)",
        "Observable.from([4, 3, 2])", "Observable.just(3)",
        "Observable.create { o in o.onNext(1); o.onNext(2); o.onCompleted(); "
          + "return Disposables.create() }",
      ])
    case (3, .combine): "Deferred { \(dice.pick(streams)) }"
    case (3, _): "Observable.deferred { \(dice.pick(streams)) }"
    case (4, .combine):
      dice.pick([
        "Empty()", "Fail(error: \"no\")", "Deferred { cold(\"-1-2|\") }",
        "Future { promise in promise(.success(4)) }",
      ])
    case (4, _):
      dice.pick([
        "Observable.empty()", "Observable.error(\"no\")", "Observable.timer(3)",
        "Observable.interval(4).take(3)", "Observable.timer(2, period: 3).take(2)",
        "Observable.merge(\(dice.pick(streams)), \(dice.pick(streams)))",
        "Observable.concat(\(dice.pick(streams)), \(dice.pick(streams)))",
        "Observable.zip(\(dice.pick(streams)), \(dice.pick(streams))) { $0 + $1 }",
        "Observable.combineLatest(\(dice.pick(streams)), \(dice.pick(streams))) { $0 + $1 }",
      ])
    default: "cold(\"-1-2-3|\")"
    }
  }

  private mutating func addStream(_ prefix: String, _ make: String) {
    let stream = name(prefix)
    lines.append("let \(stream) = \(make)")
    streams.append(stream)
  }

  mutating func marbles(length: Int, canEnd: Bool) -> String {
    var text = ""
    while text.count < length {
      switch dice.roll(10) {
      case 0...4: text += "-"
      case 5...7: text += "\(dice.roll(10))"
      case 8: text += "(\(dice.roll(10))\(dice.roll(10)))"
      default: text += canEnd && dice.chance(40) && text.count > 4 ? dice.pick(["|", "#"]) : "--"
      }
      if text.hasSuffix("|") || text.hasSuffix("#") { return text }
    }
    return canEnd && dice.chance(50) ? text + "|" : text
  }

  // MARK: Pipelines

  private mutating func addPipeline() {
    var make = dice.pick(streams)
    if let way = wanted {
      make += calls.text(of: way, &dice, other: dice.pick(streams))
      wanted = nil
    }
    for _ in 0..<dice.roll(3) { make += step() }
    if dice.chance(65) {
      let (hub, isConnectable) = hub()
      make += hub
      if isConnectable {
        let stream = name("k")
        lines.append("let \(stream) = \(make)")
        streams.append(stream)
        connectables.append(stream)
        return
      }
      if dice.chance(30) { make += step() }
    }
    addStream("p", make)
  }

  private mutating func step() -> String {
    let other = dice.pick(streams)
    if dice.chance(60) { return calls.step(&dice, other: other) }
    if dice.chance(10) { return TableExamples.step(&dice) }
    return dialect == .combine
      ? CombineSteps.step(&dice, other: other) : RxSteps.step(&dice, other: other)
  }

  private mutating func hub() -> (text: String, isConnectable: Bool) {
    switch dialect {
    case .combine:
      switch dice.roll(9) {
      case 0...3: (".share()", false)
      case 4: (".multicast { PassthroughSubject() }.autoconnect()", false)
      case 5: (".multicast { CurrentValueSubject(0) }.autoconnect()", false)
      case 6: (".multicast { PassthroughSubject() }", true)
      case 7: (".shareReplay(\(1 + dice.roll(2)))", false)
      default:
        (
          ".share(replay: \(dice.roll(3)), scope: \(dice.pick([".whileConnected", ".forever"])))",
          false
        )
      }
    case .rxjs: (dice.pick(Self.rxjsHubs), false)
    case .rxswift:
      switch dice.roll(8) {
      case 0...2: (".share()", false)
      case 3, 4:
        (
          ".share(replay: \(dice.roll(3)), scope: \(dice.pick([".whileConnected", ".forever"])))",
          false
        )
      case 5:
        (
          dice.pick([
            ".publish().refCount()", ".replay(2).refCount()",
            ".asDriver(onErrorJustReturn: 3).asObservable()",
            ".asSignal(onErrorJustReturn: 3).asObservable()",
            ".multicast(makeSubject: { ReplaySubject.create(bufferSize: 1) }).refCount()",
            ".multicast(BehaviorSubject(value: 2)).refCount()",
          ]), false
        )
      case 6: (".replay(1)", true)
      default: (".publish()", true)
      }
    }
  }

  private static let rxjsHubs = [
    ".share()", ".share(resetOnRefCountZero: false)", ".shareReplay(1)", ".shareReplay(2)",
    ".share(resetOnError: false, resetOnComplete: false)", ".shareReplay()",
    ".share(connector: { ReplaySubject(2) }, resetOnRefCountZero: { Observable.timer(3) })",
    ".share(connector: { BehaviorSubject(0) })", ".shareReplay(bufferSize: 2, refCount: true)",
    ".share(connector: { AsyncSubject() }, resetOnError: { cold(\"--a\") })",
    ".shareReplay(bufferSize: 3, windowTime: 4)", ".publish().refCount()",
  ]

  // MARK: Ends

  private mutating func addBinding() {
    guard let target = relays.last ?? subjects.last, let index = streams.firstIndex(of: target)
    else { return }
    // Only from names that are declared above: a loop would never end.
    let sources = Array(streams[..<index])
    guard !sources.isEmpty else { return }
    let source = dice.pick(sources)
    let safe = dialect == .combine ? ".replaceError(with: 7)" : ".catchAndReturn(7)"
    lines.append(
      relays.contains(target)
        ? "\(source)\(safe).bind(to: \(target))" : "\(source).subscribe(\(target))")
  }

  private mutating func addEnd() {
    let stream =
      dice.chance(75)
      ? streams[streams.count - 1 - dice.roll(2) % streams.count] : dice.pick(streams)
    let count = 1 + dice.roll(3)
    let names = (0..<count).map { "e\(lines.count)\(["a", "b", "c"][$0])" }
    let isBounded = dialect == .combine && dice.chance(35)
    var end = dialect == .combine ? ".sink()" : ".subscribe()"
    if isBounded {
      end = ".sink(demand: \(dice.roll(3)))"
    } else if dice.chance(20), let body = reaction() {
      end = dialect == .combine ? ".sink { v in \(body) }" : ".subscribe(onNext: { v in \(body) })"
    }
    lines.append("let \(names.joined(separator: ", ")) = \(stream)\(end)")
    for name in names {
      ends.append(name)
      if dice.chance(80) { rows.append("\(name): \(life(isBounded))") }
    }
  }

  /// The reaction of a subscriber to a certain value; it cannot cause itself without end.
  private mutating func reaction() -> String? {
    let value = dice.roll(8)
    switch dice.roll(3) {
    case 0:
      guard let subject = subjects.first ?? relays.first else { return nil }
      let call = relays.contains(subject) ? "accept" : sending
      return "if v == \(value) { \(subject).\(call)(\(value + 1)) }"
    case 1:
      guard let other = ends.first else { return nil }
      return "if v == \(value) { \(other).\(dialect == .combine ? "cancel" : "dispose")() }"
    default:
      guard let subject = subjects.first else { return nil }
      let call = dialect == .combine ? "send(completion: .finished)" : "onCompleted()"
      return "if v == \(value) { \(subject).\(call) }"
    }
  }

  private var sending: String {
    switch dialect {
    case .combine: "send"
    case .rxswift: "onNext"
    case .rxjs: "next"
    }
  }

  private mutating func life(_ isBounded: Bool) -> String {
    var row = String(repeating: "-", count: dice.roll(7)) + "^"
    while row.count < 18 {
      row += String(repeating: "-", count: 1 + dice.roll(5))
      switch dice.roll(6) {
      case 0 where !row.hasSuffix("!-"):
        row += "!" + String(repeating: "-", count: 1 + dice.roll(3))
        guard dice.chance(50) else { return row }
        row += "^"
      case 1, 2:
        if isBounded { row += dice.chance(15) ? "+inf" : "+\(1 + dice.roll(3))" }
      default: break
      }
    }
    return row
  }

  private mutating func addBlock() {
    let time = 1 + dice.roll(14)
    let lane = dice.chance(20) ? " on T\(dice.roll(2))" : ""
    var statements: [String] = []
    if let subject = subjects.first, dice.chance(60) {
      statements.append("\(subject).\(sending)(\(dice.roll(10)))")
    }
    if let relay = relays.first, dice.chance(60) {
      statements.append("\(relay).accept(\(dice.roll(10)))")
    }
    if let end = ends.last, dice.chance(25) {
      statements.append("\(end).\(dialect == .combine ? "cancel" : "dispose")()")
    }
    guard !statements.isEmpty else { return }
    rows.append("at \(time)\(lane) { \(statements.joined(separator: "; ")) }")
  }
}
