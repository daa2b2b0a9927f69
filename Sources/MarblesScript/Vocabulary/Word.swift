import Marbles
import MarblesCombine

/// A word of the language that creates something: a source, a subject, a scheduler, a function.
struct Word: Sendable {
  typealias Make = @Sendable (WordCall) throws -> ScriptValue

  /// The meaning of the arguments after the first.
  enum Reading: Sendable {
    case arguments
    /// The first argument is a string of marbles, the others are the values of its marbles.
    case coldMarbles, hotMarbles
  }

  /// The name, with its type: `Observable.of`.
  let name: String
  let kind: ValueKind
  let signatures: [Signature]
  let reading: Reading
  /// One sentence.
  let summary: String
  let example: String
  let make: Make

  init(
    _ name: String, _ kind: ValueKind, takes signatures: [Signature] = [Signature()],
    reading: Reading = .arguments, _ summary: String, example: String, make: @escaping Make
  ) {
    self.name = name
    self.kind = kind
    self.signatures = signatures
    self.reading = reading
    self.summary = summary
    self.example = example
    self.make = make
  }

  /// The relation of a word to the task in which it is called.
  enum TaskRole: Sendable {
    case none
    /// It is about the task itself, so that it is no step of it.
    case ofTask
    /// It starts a task, which a thread cannot.
    case startsTask
  }

  private(set) var role = TaskRole.none

  func with(_ role: TaskRole) -> Word {
    var copy = self
    copy.role = role
    return copy
  }

  /// Whether it creates a stream that does work for each subscriber, instead of sending constants.
  var startsWork: Bool {
    guard kind.isStream else { return false }
    return reading != .arguments
      || signatures.contains { $0.parameters.contains { $0.type.describesWork } }
  }

  /// Whether the word has a value without parentheses: `now`, `RunLoop.main`.
  var needsNoCall: Bool { signatures.contains { $0.parameters.isEmpty } }
}

// MARK: The table

extension Word {
  static let all: [Word] =
    subjects + relays + trackers + publishers + joining + observables + traits + queues + work
    + tasks
    + subscriptions + functions

  private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static func named(_ name: String) -> Word? { table[name] }

  /// The words that need no type in front of them.
  static let plainNames: [String] = all.map(\.name).filter { !$0.contains(".") }

  /// The types of words with a period.
  static let namespaces = Set(
    all.compactMap { word in
      word.name.contains(".") ? word.name.split(separator: ".").first.map(String.init) : nil
    }
  ).union(typeNames)

  /// Types of Combine, RxSwift and Dispatch in front of implicit members:
  /// `Subscribers.Demand.none`.
  static let typeNames: Set<String> = [
    "Subscribers", "DispatchTimeInterval", "RxTimeInterval", "Error", "Result",
    "CharacterSet",
  ]

  /// The names after the period in this namespace.
  static func members(of namespace: String) -> [String] {
    all.map(\.name).filter { $0.hasPrefix(namespace + ".") }
      .map { String($0.dropFirst(namespace.utf8.count + 1)) }.sorted()
  }
}

// MARK: Calls

/// A call of a word whose arguments fit one of its signatures.
struct WordCall {
  let context: CallContext
  let name: String
  let signature: Int
  let arguments: Arguments
  let site: CallArguments
  let span: SourceRange

  /// The argument of a parameter; `nil` if it was left out.
  subscript(_ index: Int) -> ScriptValue? { arguments[index] }

  /// A stream that takes part in the budget of the run. Without a name, it is shown as the text of
  /// the call, or, if that is long, as the word.
  func stream(_ stream: ScriptStream, isTimer: Bool = false) -> ScriptValue {
    var guarded = context.runtime.guarded(stream, at: span)
    let text = context.rules.source.text(of: span)
    let isShort = text.count <= Self.longestText && !text.contains("\n")
    guarded.origin = StreamProvenance(of: guarded).written(isShort ? String(text) : name)
      .timer(isTimer)
    return .stream(guarded)
  }

  private static let longestText = 18

  func stream(_ publisher: some Publisher<ScriptValue, ScriptError>) -> ScriptValue {
    stream(ScriptStream(publisher))
  }

  /// A stream that calls the first argument, a closure, for each subscriber.
  func deferred() -> ScriptValue {
    let closure = arguments.closure(0)
    var stream = ScriptStream(
      Deferred { AnyPublisher<ScriptValue, ScriptError>(from: closure) })
    if let closure, context.builder.returnsNamedPublisher(closure, to: name) {
      stream.origin = StreamProvenance(of: stream).withNamedInput()
    }
    return self.stream(stream)
  }

  /// A stage with a probe on each of the streams that lead into it.
  func stage(
    _ name: String, from sources: [ScriptStream],
    build:
      @escaping ([AnyPublisher<ScriptValue, ScriptError>]) -> AnyPublisher<ScriptValue, ScriptError>
  ) -> ScriptStream {
    context.builder.stage(
      name, .memory, detail: "", from: sources, at: span, in: context.building, build: build)
  }

  /// The publishers among the arguments, also in an array.
  func publishers() throws(ScriptError) -> [ScriptStream] {
    var found: [ScriptStream] = []
    for value in arguments.values.compactMap({ $0 }) {
      if case .array(let elements) = value {
        found += elements.compactMap(\.stream)
      } else if let stream = value.stream {
        found.append(stream)
      } else if case .closure = value {
        continue
      } else if case .member = value,
        let stream = try context.publisher(from: value, at: span).stream
      {
        found.append(stream)
      } else {
        throw context.error(.wrongType("a publisher", not: value.kindName), at: span)
      }
    }
    return found
  }

  /// The name of the binding whose value the call is.
  var bindingName: String? {
    context.naming.flatMap { $0.expression == span ? $0.name : nil }
  }
}

extension AnyPublisher where Output == ScriptValue, Failure == ScriptError {
  /// The publisher that a closure of the script returns; one that fails if the closure fails.
  init(from function: ScriptFunction?) {
    do throws(ScriptError) {
      self = try function?.call([]).publisher ?? Empty().eraseToAnyPublisher()
    } catch {
      self = Fail(error: error).eraseToAnyPublisher()
    }
  }
}
