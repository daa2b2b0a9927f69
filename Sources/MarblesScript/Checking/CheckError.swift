import Marbles

/// What can be wrong with a script before it runs.
enum CheckError: DiagnosticMessage {
  case unknownName(String, nearest: String?)
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
  case cannotBeCalled(ValueKind)
  case assignedConstant(String)
  case changedConstant(String, by: String)
  case assignedNothing
  case onlyValueAssigned
  case effectOutsideBlock(String)
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

  var severity: Diagnostic.Severity {
    if case .marbles(let problem, let isStrict) = self {
      return problem.isError || isStrict ? .error : .warning
    }
    // Pasted code also looks for values that the script never makes.
    if case .matchesNothing(_, nil, let isStrict) = self {
      return isStrict ? .error : .warning
    }
    return .error
  }

  var isGeneral: Bool { if case .unknownName = self { true } else { false } }
  var text: String { wording.text }
  var hint: String? { wording.hint }

  private typealias Wording = (text: String, hint: String?)

  private var wording: Wording {
    switch self {
    case .unknownName(let name, _) where name.hasSuffix("Error") && name.first?.isUppercase == true:
      ("nothing is called '\(name)'", "an error is a text here: \"tooLarge\"")
    case .unknownName(let name, let nearest):
      ("nothing is called '\(name)'", Self.didYouMean(nearest))
    case .unknownOperator(let name, let nearest):
      ("no operator is called '\(name)'", ForeignOperators.hint(name) ?? Self.didYouMean(nearest))
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
        "there is no \(setting) '\(name)'",
        Self.didYouMean(Suggestion.nearest(to: name, among: allowed))
          ?? "write \(allowed.joined(separator: ", "))"
      )
    case .notCalled(let name): ("'\(name)' has to be called", "write '\(name)()'")
    case .cannotBeCalled(let kind): ("\(kind.phrase) cannot be called", nil)
    case .declaredTwice(let name): ("'\(name)' is declared twice", "choose another name")
    case .usedBeforeDeclared(let name):
      ("'\(name)' is used before it is declared", "move its 'let' up")
    case .settingTwice(let name): ("a script has one '\(name)'", "remove this one")
    case .wrongSetting(let name, let wanted): ("'\(name)' takes \(wanted)", nil)
    case .frameTooShort: ("a frame must last longer than nothing", "write 'frame 10ms'")
    case .assignedConstant(let name):
      ("'\(name)' is a constant and cannot be assigned", "declare it with 'var'")
    case .changedConstant(let name, let method):
      ("'\(name)' is a constant and cannot be changed by '\(method)'", "declare it with 'var'")
    case .assignedNothing: ("this cannot be assigned", nil)
    case .onlyValueAssigned:
      (
        "a script has no property of that name to assign",
        "assign(to: \\.value, on: …) sets a CurrentValueSubject; sink { … } does anything else"
      )
    case .effectOutsideBlock(let name):
      ("'\(name)' happens at a time", "write it in a block: 'at 0 { … }'")
    case .keyTwice(let key): ("'\(key)' has a meaning already", "remove one of them")
    case .marbleLabel:
      ("a value needs the one marble that it stands for as its label", "write 'a: …'")
    case .marbles(let problem, _): (problem.message, problem.hint)
    case .lanesAndThreads(let lane):
      (
        "a script has either 'at … on' lanes or threads",
        "write it as 'thread \(lane) from …', or without 'on'"
      )
    case .matchesNothing(let name, let nearest, _):
      (
        "'.\(name)' matches nothing: no value is called so",
        Self.didYouMean(nearest.map { "." + $0 })
      )
    case .noRow(let name, let kind):
      (
        "'\(name)' is \(kind.phrase) and has no row",
        "subjects, relays, sinks and connectable publishers have one"
      )
    case .rowTwice(let name): ("'\(name)' has a row already", "write both as one")
    case .relayFinishes(let name): ("'\(name)' is a relay: it cannot finish", "remove '|'")
    case .relayFails(let name): ("'\(name)' is a relay: it cannot fail", "remove '#'")
    case .notOnSubject(let mark):
      ("'\(mark)' belongs to a sink: a subject sends, finishes or fails", "give the sink a row")
    case .notOnSink(let mark):
      (
        "'\(mark)' cannot happen here: a row of this kind has '^', '!' and '+n'",
        "what it should receive stands behind 'expect'"
      )
    case .neverSubscribed(let name):
      ("the row of '\(name)' never subscribes", "write '^' where it subscribes")
    case .cancelledFirst(let name):
      ("'\(name)' is cancelled before it subscribes", "write '^' before '!'")
    case .keyIsMark(let key): ("'\(key)' is a mark in rows already", "choose another character")
    case .asksForNothing(let demand):
      ("'\(demand)' asks for nothing, which is a programmer error", "ask for one or more")
    case .notInExpectation(let mark):
      ("'\(mark)' is not received by anybody", "write only values, '|' and '#'")
    case .notExpectable(let name, let kind):
      ("'\(name)' is \(kind.phrase): nothing of it is recorded", nil)
    }
  }

  private static func didYouMean(_ nearest: String?) -> String? {
    nearest.map { "did you mean '\($0)'?" }
  }
}
