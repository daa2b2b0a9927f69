import MarblesCombine
import MarblesRx
import MarblesScript

/// Writes calls of the operators of the catalogue from their signatures. The input and the output
/// are streams of integers. The results of closures are listed here by operator.
struct CatalogueCalls {
  let dialect: ScriptWriter.Dialect
  /// The text of all numbers; `nil` for small ones.
  var number: String?

  /// One way to call one operator.
  struct Way: CustomStringConvertible {
    let entry: ScriptOperator
    let signature: Int

    var description: String { "\(entry.name)#\(signature)" }
    var parameters: [Signature.Parameter] { entry.signatures[signature].parameters }
  }

  static func ways(of operators: [ScriptOperator]) -> [Way] {
    operators.flatMap { entry in
      entry.signatures.indices.map { Way(entry: entry, signature: $0) }
    }
    .filter { !isForRelaysOnly($0) }
  }

  /// A driver of a stream that can fail needs a treatment of the error.
  private static func isForRelaysOnly(_ way: Way) -> Bool {
    guard case .trait(let trait) = way.entry.result else { return false }
    return trait.isShared && way.parameters.isEmpty
  }

  var operators: [ScriptOperator] {
    switch dialect {
    case .combine: OperatorTable.combine
    case .rxswift: OperatorTable.rxSwift
    case .rxjs: OperatorTable.all
    }
  }

  func step(_ dice: inout Dice, other: String) -> String {
    text(of: dice.pick(Self.ways(of: operators)), &dice, other: other)
  }

  /// The call, with the operators that it needs before it and those that turn its output into
  /// integers.
  func text(of way: Way, _ dice: inout Dice, other: String) -> String {
    let call = ".\(way.entry.name)" + arguments(of: way, &dice, other)
    return before(way, &dice) + call + after(way)
  }

  // MARK: Around the call

  private func before(_ way: Way, _ dice: inout Dice) -> String {
    switch way.entry.input(way.entry.signatures[way.signature]) {
    case .any: ""
    case .streams: ".map { v in \(inner(&dice)) }"
    case .events: ".materialize()"
    case .optionals: ".map { $0 % 4 == 0 ? nil : $0 }"
    case .connectable where way.entry.dialects == [.combine]:
      dice.pick([".makeConnectable()", ".multicast { PassthroughSubject() }"])
    case .connectable: dice.pick([".publish()", ".replay(1)", ".replayAll()"])
    }
  }

  private func after(_ way: Way) -> String {
    switch (way.entry.result, way.entry.output) {
    case (.connectable, _): way.entry.dialects == [.combine] ? ".autoconnect()" : ".refCount()"
    case (.trait(.driver), _), (.trait(.signal), _): ".asObservable()"
    case (_, .sameKind): ""
    case (_, .boolean): ".map { $0 ? 1 : 0 }"
    case (_, .array): ".map { $0.count }"
    case (_, .enumerated): ".map { $0.element }"
    case (_, .duration), (_, .event): ".map { _ in 1 }"
    case (_, .stream): ".flatMap { $0.toArray() }.map { $0.count }"
    case (_, .tuple):
      way.parameters.contains { $0.type.isTransform } ? "" : ".map { $0.0 + $0.1 }"
    }
  }

  // MARK: Arguments

  private func arguments(of way: Way, _ dice: inout Dice, _ other: String) -> String {
    var parts: [String] = []
    for (index, parameter) in way.parameters.enumerated() {
      if parameter.isOptional, number == nil, dice.chance(40) { continue }
      let label = parameter.label.map { "\($0): " } ?? ""
      for _ in 0..<(parameter.isVariadic ? dice.roll(3) : 1) {
        parts.append(label + argument(way, index, &dice, other))
      }
    }
    return "(\(parts.joined(separator: ", ")))"
  }

  private func argument(
    _ way: Way, _ index: Int, _ dice: inout Dice, _ other: String
  ) -> String {
    switch way.parameters[index].type {
    case .any: anything(way, index, &dice)
    case .int: number ?? "\(1 + dice.roll(3))"
    case .bool: dice.pick(["true", "false"])
    case .string: "\"said\""
    case .duration where number != nil: number ?? ""
    case .duration where way.parameters.contains(where: { $0.type == .scheduler }):
      dice.pick(["1ms", "4ms", ".milliseconds(3)", "0.002", "2ms"])
    case .duration: dice.pick(["1", "2", "4", ".milliseconds(3)", "2ms"])
    case .demand where number != nil: ".max(\(number ?? ""))"
    case .demand: dice.pick([".max(1)", ".max(2)", ".unlimited"])
    case .closure(let count): closure(way, index, count, &dice)
    case .publisherClosure(0): "{ \(inner(&dice, value: "1")) }"
    case .publisherClosure: publisherClosure(way, &dice, other)
    case .publisher: other
    case .subject: subject(&dice)
    case .scheduler: scheduler(&dice)
    case .choice(let words): choice(dice.pick(words), &dice)
    case .keyPath: "\\.self"
    case .range where number != nil: "0...(\(number ?? ""))"
    case .range: dice.pick(["0...1", "1...3", "2..<4"])
    }
  }

  /// A closure that returns a new publisher, or one in three times another stream of the script.
  private func publisherClosure(_ way: Way, _ dice: inout Dice, _ other: String) -> String {
    switch way.entry.name {
    case _ where dice.chance(33): "{ _ in \(other) }"
    case "retry": "{ errors in errors.take(2) }"
    case "catch", "tryCatch": "{ _ in \(inner(&dice, value: "5")) }"
    default: "{ v in \(inner(&dice)) }"
    }
  }

  private func anything(_ way: Way, _ index: Int, _ dice: inout Dice) -> String {
    let label = way.parameters[index].label ?? ""
    if way.entry.name == "setFailureType" { return "Error.self" }
    guard label.hasPrefix("reset") else { return number ?? "\(dice.roll(9))" }
    return dice.pick(["true", "false", "{ Observable.timer(3) }", "{ cold(\"--a\") }"])
  }

  private func choice(_ word: String, _ dice: inout Dice) -> String {
    switch word {
    case "customError": ".customError { \"full\" }"
    case "byTime": ".byTime(\(scheduler(&dice)), \(number ?? "\(2 + dice.roll(3))ms"))"
    case "byTimeOrCount":
      ".byTimeOrCount(\(scheduler(&dice)), \(number ?? "3ms"), \(number ?? "2"))"
    default: "." + word
    }
  }

  private func scheduler(_ dice: inout Dice) -> String {
    dialect == .combine
      ? dice.pick(["RunLoop.main", "DispatchQueue.main", "Queue(every: 2)"])
      : dice.pick(["MainScheduler.instance", "MainScheduler.asyncInstance", "Queue(every: 2)"])
  }

  private func subject(_ dice: inout Dice) -> String {
    switch dialect {
    case .combine:
      dice.pick(["PassthroughSubject()", "CurrentValueSubject(0)", "ReplaySubject(capacity: 2)"])
    case .rxswift:
      dice.pick([
        "PublishSubject()", "BehaviorSubject(value: 0)", "ReplaySubject.create(bufferSize: 2)",
        "AsyncSubject()",
      ])
    case .rxjs:
      dice.pick(["Subject()", "BehaviorSubject(0)", "ReplaySubject(2)", "AsyncSubject()"])
    }
  }

  // MARK: Closures

  private static let predicates: Set<String> = [
    "filter", "first", "last", "single", "drop", "prefix", "allSatisfy", "contains", "take", "skip",
  ]

  private func closure(_ way: Way, _ index: Int, _ count: Int, _ dice: inout Dice) -> String {
    let name = way.entry.name
    switch (name, count) {
    case ("multicast", 0), ("share", 0): return "{ \(subject(&dice)) }"
    case ("timeout", 0): return "{ \"late\" }"
    case (_, 0): return "{ }"
    case ("do", _), ("handleEvents", _): return "{ _ in }"
    case ("compactMap", _): return "{ $0 % 3 == 0 ? nil : $0 }"
    case ("mapError", _): return "{ \"again \" + $0 }"
    case ("tryMap", _): return "{ v in if v == 9 { throw \"nine\" }; return v }"
    case ("distinctUntilChanged", 2), ("removeDuplicates", 2): return "{ $0 == $1 }"
    case ("min", 2), ("max", 2): return "{ $0 < $1 }"
    case (_, 1) where Self.predicates.contains(name):
      return dice.pick(["{ $0 > 4 }", "{ $0 < 7 }", "{ $0 % 2 == 0 }"])
    case (_, 1): return dice.pick(["{ $0 + 1 }", "{ $0 % 5 }", "{ 9 - $0 }"])
    default: return "{ " + (0..<count).map { "$\($0)" }.joined(separator: " + ") + " }"
    }
  }

  private func inner(_ dice: inout Dice, value: String = "v") -> String {
    let marbles = dice.pick(["-a--a|", "--a", "a|", "(aa)-|", "-#", "-a-#"])
    let cold = "cold(\"\(marbles)\", a: \(value))"
    let more = "\(value) + 1"
    return dialect == .combine
      ? dice.pick([cold, cold, "Just(\(value))", "[\(value), \(more)].publisher", "Empty()"])
      : dice.pick([
        cold, cold, "Observable.just(\(value))", "Observable.of(\(value), \(more))",
        "Observable.empty()",
      ])
  }
}

extension ArgumentType {
  fileprivate var isTransform: Bool { if case .closure = self { true } else { false } }
}
