import Marbles
import MarblesCombine
import Testing

@testable import MarblesRx
@testable import MarblesScript

/// A way to call an operator of the catalogue, with arguments that its signature takes.
struct CatalogueCase: CustomTestStringConvertible, Sendable {
  let entry: ScriptOperator
  let signature: Int

  static let all = (OperatorTable.rxSwift + OperatorTable.rxjs).flatMap { entry in
    entry.signatures.indices.map { CatalogueCase(entry: entry, signature: $0) }
  }

  var testDescription: String {
    entry.signatures[signature].usageOfTest(entry.name, entry.dialects.map(\.rawValue))
  }

  private var parameters: [Signature.Parameter] { entry.signatures[signature].parameters }

  /// The operator behind a source; what has to be connected is, and gives what stops it.
  func build(in world: ContractWorld) throws -> (
    Observable<ScriptValue>, connection: (() -> any Cancellable)?
  ) {
    let context = BuildContext(scheduler: world.scheduler)
    var upstream = world.source("source", ScriptValue.int).scripted
    if takesStreams {
      upstream = upstream.observable.map { _ in Self.inner(world) }.scripted
    }
    if entry.input(entry.signatures[signature]) == .events {
      upstream = try ScriptOperator.rxMaterialize.apply(
        upstream, Arguments([], context: context), 0)
    }
    if entry.input(entry.signatures[signature]) == .connectable {
      upstream = try ScriptOperator.rxPublish.apply(upstream, Arguments([], context: context), 0)
    }
    let arguments = Arguments(parameters.flatMap { values($0, world) }, context: context)
    let stream = try entry.apply(upstream, arguments, signature)
    return (stream.observable, stream.connect)
  }

  /// Whether its values are streams.
  private var takesStreams: Bool {
    entry.input(entry.signatures[signature]) == .streams
  }

  // MARK: Arguments

  private func values(_ parameter: Signature.Parameter, _ world: ContractWorld) -> [ScriptValue?] {
    if parameter.isVariadic { return (0..<world.roll(3)).map { _ in value(parameter, world) } }
    return [parameter.isOptional && world.roll(3) == 0 ? nil : value(parameter, world)]
  }

  private func value(_ parameter: Signature.Parameter, _ world: ContractWorld) -> ScriptValue {
    switch parameter.type {
    case .any where parameter.label?.hasPrefix("reset") == true:
      world.roll(3) == 0
        ? .closure(ScriptFunction(arity: 0) { _ in Self.inner(world) }) : .bool(world.roll(2) == 0)
    case .any: .int(world.roll(9))
    case .int: .int(1 + world.roll(3))
    case .bool: .bool(world.roll(2) == 0)
    case .string: .string("said")
    case .duration: .int(1 + world.roll(4))
    case .demand: .member("unlimited", [])
    case .closure(let count): .closure(closure(count, world))
    case .publisherClosure(let count):
      .closure(
        ScriptFunction(arity: count) { _ throws(ScriptError) in
          if world.roll(12) == 0 { throw ScriptError("thrown") }
          return Self.inner(world)
        })
    case .publisher: .stream(world.source("other", ScriptValue.int).scripted)
    case .subject: Self.subject(world)
    case .scheduler: .object(ScriptScheduler(world.scheduler))
    case .choice(let words): .member(words[world.roll(words.count)], [])
    case .keyPath: .closure(ScriptFunction(arity: 1) { $0[0] })
    case .range: .range(0, 2)
    }
  }

  private func closure(_ count: Int, _ world: ContractWorld) -> ScriptFunction {
    let name = entry.name
    return ScriptFunction(arity: count) { arguments throws(ScriptError) in
      if world.roll(30) == 0, count > 0 { throw ScriptError("thrown") }
      switch (name, count) {
      case ("multicast", 0), ("share", 0): return Self.subject(world)
      case ("filter", _), ("single", _), ("take", _), ("skip", _), ("distinctUntilChanged", 2):
        return .bool(world.roll(3) > 0)
      case ("compactMap", _): return world.roll(3) == 0 ? .null : .int(4)
      default: return arguments.first ?? .void
      }
    }
  }

  private static func inner(_ world: ContractWorld) -> ScriptValue {
    switch world.roll(5) {
    case 0: .stream(Observable.just(.int(7)).scripted)
    case 1: .stream(Observable.of(ScriptValue.int(7), .int(8)).scripted)
    case 2: .stream(Observable<ScriptValue>.error(Boom()).scripted)
    default: .stream(world.source("inner", ScriptValue.int).scripted)
    }
  }

  private final class GivenSubject: SubjectObject {
    let subject: any Subject<ScriptValue, ScriptError>
    init(_ subject: any Subject<ScriptValue, ScriptError>) { self.subject = subject }
    var typeName: String { "Subject" }
    var stream: ScriptStream { ScriptStream(subject.eraseToAnyPublisher()) }
  }

  private static func subject(_ world: ContractWorld) -> ScriptValue {
    switch world.roll(3) {
    case 0: .object(GivenSubject(PassthroughSubject<ScriptValue, ScriptError>()))
    case 1: .object(GivenSubject(CurrentValueSubject<ScriptValue, ScriptError>(.int(0))))
    default:
      .object(GivenSubject(ReplayingSubject<ScriptValue, ScriptError>(capacity: 2)))
    }
  }
}

extension Signature {
  fileprivate func usageOfTest(_ name: String, _ dialects: [String]) -> String {
    let labels = parameters.map { ($0.label ?? "_") + ":" }.joined()
    return "\(dialects.joined()) \(name)(\(labels))"
  }
}
