import Marbles

/// An error in the meaning of a script that is found before the run.
enum CheckError: DiagnosticMessage {
  case unknownName(String, nearest: String?)
  case unknownObject(String, method: String)
  case unknownOperator(String, nearest: String?)
  case unknownMember(String, of: ValueKind, nearest: String?)
  case refusedMember(String, of: ValueKind, instead: String)
  case unknownWord(String, in: String, nearest: String?)
  case unknownAttribute(String, nearest: String?)
  case unknownChoice(String, setting: String, allowed: [String])
  case declaredTwice(String)
  case usedBeforeDeclared(String)
  case settingTwice(String)
  case wrongSetting(String, wanted: String)
  case frameTooShort
  case notCalled(String)
  case shorthandOutsideOfClosure(String)
  case cannotBeCalled(ValueKind)
  case assignedConstant(String)
  case changedConstant(String, by: String)
  case assignedNothing
  case onlyValueAssigned
  case keyTwice(String)
  case marbleLabel
  case marbles(MarbleString.Problem, isStrict: Bool)
  case noRow(String, ValueKind)
  case rowTwice(String)
  case relayFinishes(String)
  case relayFails(String)
  case notOnSubject(String)
  case notOnSink(String)
  case neverSubscribed(String)
  case cancelledFirst(String)
  case notInExpectation(String)
  case notExpectable(String, ValueKind)
  case lanesAndThreads(String)
  case keyIsMark(String)
  case asksForNothing(String)
  case matchesNothing(String, nearest: String?, isStrict: Bool)
  case longerThanRows(String, frames: Int64, longerFrame: VirtualDuration)
  case noRows(String)

  var severity: Diagnostic.Severity {
    if case .marbles(let problem, let isStrict) = self {
      return problem.isError || isStrict ? .error : .warning
    }
    // Pasted code can match values that the script never creates.
    if case .matchesNothing(_, nil, let isStrict) = self {
      return isStrict ? .error : .warning
    }
    switch self {
    case .longerThanRows, .noRows: return .warning
    default: return .error
    }
  }

  var isGeneral: Bool { if case .unknownName = self { true } else { false } }
  var text: String { wording.text }
  var hint: String? { wording.hint }

  private typealias Wording = (text: String, hint: String?)

  private var wording: Wording {
    switch self {
    case .unknownName(let name, let nearest): Self.unknown(name, Self.didYouMean(nearest))
    case .unknownObject(let name, let method):
      Self.unknown(
        name,
        Self.declarations[method].map { "declare it: let \(name) = \($0)" }
          ?? "write a request as a closure: let \(method) = { q in cold(\"--r|\", r: q) }"
      )
    case .unknownOperator(let name, let nearest):
      ("'\(name)' is not an operator", ForeignOperators.hint(name) ?? Self.didYouMean(nearest))
    case .unknownMember(let name, let kind, let nearest):
      ("\(kind.phrase) has no '\(name)'", Self.didYouMean(nearest))
    case .refusedMember(let name, let kind, let instead):
      ("\(kind.phrase) has no '\(name)'", instead)
    case .unknownWord(let name, let type, let nearest):
      ("'\(type)' has no '\(name)'", Self.didYouMean(nearest))
    case .unknownAttribute(let name, let nearest):
      ("a recording has no '\(name)'", Self.didYouMean(nearest))
    case .unknownChoice(let name, let setting, let allowed):
      (
        "'\(name)' is not a \(setting)",
        Self.didYouMean(Suggestion.nearest(to: name, among: allowed))
          ?? "write \(allowed.joined(separator: ", "))"
      )
    case .notCalled(let name): ("'\(name)' must be called", "write '\(name)()'")
    case .shorthandOutsideOfClosure(let name):
      ("'\(name)' is the parameter of a closure", "write braces: '{ \(name) … }'")
    case .cannotBeCalled(let kind): ("\(kind.phrase) cannot be called", nil)
    case .declaredTwice(let name): ("'\(name)' is declared twice", "choose another name")
    case .usedBeforeDeclared(let name):
      ("'\(name)' is used before it is declared", "move its declaration up")
    case .settingTwice(let name): ("'\(name)' is set twice", "remove this one")
    case .wrongSetting(let name, let wanted): ("'\(name)' takes \(wanted)", nil)
    case .frameTooShort: ("a frame must be longer than zero", "write 'frame 10ms'")
    case .assignedConstant(let name):
      ("'\(name)' is a constant and cannot be assigned", "declare it with 'var'")
    case .changedConstant(let name, let method):
      ("'\(name)' is a constant and cannot be changed by '\(method)'", "declare it with 'var'")
    case .assignedNothing: ("this cannot be assigned to", nil)
    case .onlyValueAssigned:
      (
        "only the property 'value' can be assigned to",
        "assign(to: \\.value, on: …) sets a CurrentValueSubject; otherwise write sink { … }"
      )
    case .keyTwice(let key): ("'\(key)' has a value already", "remove one of the two")
    case .marbleLabel:
      ("the label of a value is the character of its marble", "write 'a: …'")
    case .marbles(let problem, _): (problem.message, problem.hint)
    case .lanesAndThreads(let lane):
      (
        "'at … on' and threads cannot be combined",
        "write it as 'thread \(lane) from …', or without 'on'"
      )
    case .matchesNothing(let name, let nearest, _):
      (
        "'.\(name)' matches nothing: the script has no such value",
        Self.didYouMean(nearest.map { "." + $0 })
      )
    case .longerThanRows(let duration, let frames, let longerFrame):
      (
        "\(duration) is \(frames) frames, longer than each row",
        "write 'frame \(longerFrame.text)', so that each character of a row is longer"
      )
    case .noRows(let name):
      ("nothing is sent: the script has no rows", "write a row: '\(name): -a-b'")
    case .noRow(let name, let kind):
      (
        "'\(name)' is \(kind.phrase) and cannot have a row",
        "only subjects, relays, sinks and connectable publishers have rows"
      )
    case .rowTwice(let name): ("'\(name)' has a row already", "join the two rows")
    case .relayFinishes(let name): ("'\(name)' is a relay and cannot complete", "remove '|'")
    case .relayFails(let name): ("'\(name)' is a relay and cannot fail", "remove '#'")
    case .notOnSubject(let mark):
      ("'\(mark)' is not allowed in the row of a subject", "write it in the row of a sink")
    case .notOnSink(let mark):
      (
        "'\(mark)' is not allowed in the row of a subscriber; '^', '!' and '+n' are",
        "write expected values after 'expect'"
      )
    case .neverSubscribed(let name):
      ("the row of '\(name)' has no '^'", "write '^' where it subscribes")
    case .cancelledFirst(let name):
      ("'\(name)' is cancelled before it subscribes", "write '^' before '!'")
    case .keyIsMark(let key): ("'\(key)' is a mark in rows", "choose another character")
    case .asksForNothing(let demand):
      ("'\(demand)' requests no elements, which is a programmer error", "request one or more")
    case .notInExpectation(let mark):
      ("'\(mark)' is not allowed in an expectation", "write only values, '|' and '#'")
    case .notExpectable(let name, let kind):
      ("'\(name)' is \(kind.phrase) and is not recorded", nil)
    }
  }

  private static func unknown(_ name: String, _ hint: String?) -> Wording {
    if let way = ForeignTypes.way(name) { return ("'\(name)' is not part of a script", way) }
    let text = "'\(name)' is not declared"
    guard name.isCapitalized else { return (text, hint) }
    if name.hasSuffix("Error") { return (text, "write the error as a text: \"tooLarge\"") }
    // A suggestion is a name of the script or of the language.
    if let hint, hint.hasPrefix("did you mean") { return (text, hint) }
    return (text, "declare a type with the members that are used: struct \(name) { … }")
  }

  /// The objects to declare, by the methods with which elements are sent to them.
  private static let declarations = [
    "accept": "PublishRelay()", "onNext": "PublishSubject()", "send": "PassthroughSubject()",
  ]

  private static func didYouMean(_ nearest: String?) -> String? {
    nearest.map { "did you mean '\($0)'?" }
  }
}
