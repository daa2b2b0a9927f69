/// Writes random scripts that run: subjects, pipelines with hubs and memories, several subscribers
/// that come, go and ask. The same seed gives the same text.
struct ScriptWriter {
  enum Dialect: String { case combine, rxswift }

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

  static func script(seed: Int) -> String {
    var writer = ScriptWriter(seed: seed)
    writer.write()
    return writer.text
  }

  private init(seed: Int) {
    dice = Dice(seed)
    dialect = dice.chance(70) ? .combine : .rxswift
  }

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
    switch (dice.roll(6), dialect) {
    case (0, _): "cold(\"\(marbles(length: 9, canEnd: true))\")"
    case (1, _): "hot(\"\(marbles(length: 12, canEnd: true))\")"
    case (2, .combine): dice.pick(["[1, 2, 3, 4].publisher", "(1...6).publisher", "Just(3)"])
    case (2, .rxswift):
      dice.pick(["Observable.of(1, 2, 3, 4)", "Observable.range(start: 1, count: 5)"])
    case (3, .combine): "Deferred { \(dice.pick(streams)) }"
    case (3, .rxswift): "Observable.deferred { \(dice.pick(streams)) }"
    case (4, .combine):
      dice.pick(["Empty()", "Fail(error: \"no\")", "Deferred { cold(\"-1-2|\") }"])
    case (4, .rxswift): dice.pick(["Observable.empty()", "Observable.error(\"no\")"])
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

  // MARK: Ends

  private mutating func addBinding() {
    guard let target = relays.last ?? subjects.last, let index = streams.firstIndex(of: target)
    else { return }
    // Only from what stands above it: a loop would never end.
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

  /// What a subscriber does when a certain value comes; it cannot set itself off for ever.
  private mutating func reaction() -> String? {
    let value = dice.roll(8)
    switch dice.roll(3) {
    case 0:
      guard let subject = subjects.first ?? relays.first else { return nil }
      let call = relays.contains(subject) ? "accept" : dialect == .combine ? "send" : "onNext"
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
      statements.append("\(subject).\(dialect == .combine ? "send" : "onNext")(\(dice.roll(10)))")
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
