import Marbles
import MarblesCombine
import MarblesRx

// MARK: Combine

extension ScriptOperator {
  static let combineLatest = ScriptOperator(
    "combineLatest", family: .combining,
    "Publishes the latest elements of several publishers, whenever one of them publishes",
    signatures: Signature.joining, example: "numbers.combineLatest(letters)", output: .tuple,
    shape: { _ in .memory(detail: "keeps the latest of each") }
  ) { upstream, arguments, _ in
    let first = upstream.publisher
    let others = arguments.publishers(from: 0)
    let tuples: AnyPublisher<[ScriptValue], ScriptError> =
      switch others.count {
      case 1: first.combineLatest(others[0]) { [$0, $1] }.eraseToAnyPublisher()
      case 2: first.combineLatest(others[0], others[1]) { [$0, $1, $2] }.eraseToAnyPublisher()
      default:
        first.combineLatest(others[0], others[1], others[2]) { [$0, $1, $2, $3] }
          .eraseToAnyPublisher()
      }
    return arguments.joined(tuples)
  }

  static let append = ScriptOperator(
    "append", family: .combining,
    "Publishes the given elements, or another publisher's, after the upstream has finished",
    signatures: [Signature(.required(nil, .publisher)), Signature(.variadic(.any))],
    example: "numbers.append(8, 9)"
  ) { upstream, arguments, signature in
    guard signature == 1 || arguments.publisher(0) == nil else {
      return ScriptStream(upstream.publisher.append(arguments.publishers(from: 0)[0]))
    }
    return ScriptStream(upstream.publisher.append(arguments.elements))
  }

  static let prepend = ScriptOperator(
    "prepend", family: .combining,
    "Publishes the given elements, or another publisher's, before the upstream's",
    signatures: [Signature(.required(nil, .publisher)), Signature(.variadic(.any))],
    example: "numbers.prepend(8, 9)"
  ) { upstream, arguments, signature in
    guard signature == 1 || arguments.publisher(0) == nil else {
      return ScriptStream(upstream.publisher.prepend(arguments.publishers(from: 0)[0]))
    }
    return ScriptStream(upstream.publisher.prepend(arguments.elements))
  }

  static let flatMap = ScriptOperator(
    "flatMap", family: .combining,
    "Transforms each element into a publisher, and merges the elements of all of them",
    signatures: [
      Signature(.optional("maxPublishers", .demand), .required(nil, .publisherClosure(1)))
    ],
    example: "urls.flatMap(maxPublishers: .max(2)) { cold(\"---r|\", r: $0) }",
    shape: { arguments in
      .box(detail: arguments.demand(0)?.max.map { "limited to \($0) at once" } ?? "")
    }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(1)
    return upstream.publisher.tryMap { try transform.publisher($0) }.mapError { ScriptError($0) }
      .flatMap(maxPublishers: try arguments.demand(0, default: .unlimited)) { $0 }.scripted
  }

  static let merge = ScriptOperator(
    "merge", family: .combining,
    "Republishes the elements of several publishers in order of arrival",
    signatures: [Signature(.required("with", .publisher), .variadic(.publisher))],
    example: "numbers.merge(with: letters)", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    let all = [upstream.publisher] + arguments.publishers(from: 0)
    return Publishers.MergeMany(all).scripted
  }

  static let switchToLatest = ScriptOperator(
    "switchToLatest", family: .combining,
    "Republishes the elements of the latest inner publisher, and cancels the previous one",
    example: "queries.map { cold(\"---r|\", r: $0) }.switchToLatest()", input: { _ in .streams },
    shape: { _ in .box(detail: "1 at a time") }
  ) { upstream, _, _ in
    upstream.publisher.tryMap { value -> AnyPublisher<ScriptValue, ScriptError> in
      guard let publisher = value.publisher else {
        throw ScriptError("switchToLatest needs publishers, not \(value.kindName)")
      }
      return publisher
    }.mapError { ScriptError($0) }.switchToLatest().scripted
  }

  static let zip = ScriptOperator(
    "zip", family: .combining, "Combines the n-th elements of several publishers",
    signatures: Signature.joining, example: "numbers.zip(letters)", output: .tuple,
    shape: { _ in .memory(detail: "waits for one of each") }
  ) { upstream, arguments, _ in
    let first = upstream.publisher
    let others = arguments.publishers(from: 0)
    let tuples: AnyPublisher<[ScriptValue], ScriptError> =
      switch others.count {
      case 1: first.zip(others[0]) { [$0, $1] }.eraseToAnyPublisher()
      case 2: first.zip(others[0], others[1]) { [$0, $1, $2] }.eraseToAnyPublisher()
      default:
        first.zip(others[0], others[1], others[2]) { [$0, $1, $2, $3] }.eraseToAnyPublisher()
      }
    return arguments.joined(tuples)
  }
}

extension Arguments {
  /// The elements, as single arguments, an array or a range.
  fileprivate var elements: AnySequence<ScriptValue> {
    let given = values.compactMap { $0 }
    if given.count == 1, case .array(let elements) = given[0] { return AnySequence(elements) }
    if given.count == 1, case .range(let lower, let upper) = given[0] {
      return lower <= upper ? AnySequence((lower...upper).lazy.map { .int($0) }) : AnySequence([])
    }
    return AnySequence(given)
  }
}

// MARK: RxSwift

extension ScriptOperator {
  static let rxAmb = ScriptOperator(
    "amb", dialects: [.rxswift], family: .combining,
    "Emits the events of the source or of another observable, whichever sends an event first",
    signatures: [Signature(.required(nil, .publisher))],
    example: "numbers.amb(letters)", shape: { _ in .memory(detail: "the first one wins") }
  ) { upstream, arguments, _ in
    upstream.observable.amb(try arguments.observable(0)).scripted
  }

  static let rxAndThen = ScriptOperator(
    "andThen", dialects: [.rxswift], family: .combining,
    "Ignores the elements of the source, and emits another observable's after it has completed",
    signatures: [Signature(.required(nil, .publisher))],
    example: "numbers.andThen(letters)", result: .argument,
    compatibility: .different("in scripts the source can be any observable, not only a Completable")
  ) { upstream, arguments, _ in
    upstream.observable.filter { _ in false }.concat(try arguments.observable(0)).scripted
  }

  static let rxConcat = ScriptOperator(
    "concat", dialects: [.rxswift], family: .combining,
    "Emits the elements of further observables after the source has completed",
    signatures: [Signature(.required(nil, .publisher), .variadic(.publisher)), Signature()],
    example: "numbers.concat(letters)", input: { $0.parameters.isEmpty ? .streams : .any },
    shape: { $0.values.isEmpty ? .box(detail: "1 at a time, in order") : .lane }
  ) { upstream, arguments, signature in
    guard signature == 0 else {
      return upstream.observable.inner(.queue(1)) { try $0.innerObservable() }.scripted
    }
    return Observable.concat([upstream.observable] + arguments.observables(from: 0)).scripted
  }

  static let rxConcatMap = ScriptOperator(
    "concatMap", dialects: [.rxswift], family: .combining,
    "Transforms each element into an observable, and subscribes to one after the other",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "urls.concatMap { cold(\"--r|\", r: $0) }",
    shape: { _ in .box(detail: "1 at a time, in order") }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.inner(.queue(1)) { try transform.observable($0) }.scripted
  }

  static let rxFlatMap = ScriptOperator(
    "flatMap", dialects: [.rxswift], family: .combining,
    "Transforms each element into an observable, and merges the elements of all of them",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "urls.flatMap { cold(\"--r|\", r: $0) }",
    shape: { _ in .box(detail: "") }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.inner(.all) { try transform.observable($0) }.scripted
  }

  static let rxFlatMapMaybe = flatMapping("Maybe", result: .maybe)
  static let rxFlatMapCompletable = flatMapping("Completable", result: .completable)

  private static func flatMapping(_ type: String, result: StreamTrait) -> ScriptOperator {
    ScriptOperator(
      "flatMap\(type)", dialects: [.rxswift], family: .combining,
      "Transforms the element of a single into a \(type.lowercased())",
      signatures: rxFlatMap.signatures, example: "numbers.first().flatMap\(type) { _ in .empty() }",
      result: .trait(result), shape: rxFlatMap.shape, apply: rxFlatMap.apply)
  }

  static let rxFlatMapFirst = ScriptOperator(
    "flatMapFirst", dialects: [.rxswift], family: .combining,
    "Transforms an element into an observable, and ignores further elements while it runs",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "urls.flatMapFirst { cold(\"--r|\", r: $0) }",
    shape: { _ in .box(detail: "ignores elements while busy") }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.inner(.first) { try transform.observable($0) }.scripted
  }

  static let rxFlatMapLatest = ScriptOperator(
    "flatMapLatest", dialects: [.rxswift], family: .combining,
    "Transforms each element into an observable, and disposes of the previous one",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "urls.flatMapLatest { cold(\"--r|\", r: $0) }",
    shape: { _ in .box(detail: "1 at a time") }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.inner(.latest) { try transform.observable($0) }.scripted
  }

  static let rxIfEmpty = ScriptOperator(
    "ifEmpty", dialects: [.rxswift], family: .combining,
    "Emits a default element, or another observable's, if the source completes without elements",
    signatures: [
      Signature(.required("default", .any)), Signature(.required("switchTo", .publisher)),
    ],
    example: "numbers.ifEmpty(default: 0)", result: .withElement
  ) { upstream, arguments, signature in
    signature == 0
      ? upstream.observable.ifEmpty(default: arguments[0] ?? .void).scripted
      : upstream.observable.ifEmpty(switchTo: try arguments.observable(0)).scripted
  }

  static let rxMerge = ScriptOperator(
    "merge", dialects: [.rxswift], family: .combining,
    "Merges the elements of inner observables, of all or of a limited number at a time",
    signatures: [Signature(), Signature(.required("maxConcurrent", .int))],
    example: "urls.map { cold(\"--r|\", r: $0) }.merge(maxConcurrent: 2)", input: { _ in .streams },
    shape: { .box(detail: $0.int(0).map { "\($0) at a time" } ?? "") }
  ) { upstream, arguments, signature in
    let limit = signature == 1 ? InnerPolicy.queue(try arguments.positive(0)) : .all
    return upstream.observable.inner(limit) { try $0.innerObservable() }.scripted
  }

  static let rxSwitchLatest = ScriptOperator(
    "switchLatest", dialects: [.rxswift], family: .combining,
    "Emits the elements of the latest inner observable, and disposes of the previous one",
    example: "queries.map { cold(\"--r|\", r: $0) }.switchLatest()", input: { _ in .streams },
    shape: { _ in .box(detail: "1 at a time") }
  ) { upstream, _, _ in
    upstream.observable.inner(.latest) { try $0.innerObservable() }.scripted
  }

  static let rxStartWith = ScriptOperator(
    "startWith", dialects: [.rxswift], family: .combining,
    "Emits the given elements before it subscribes to the source",
    signatures: [Signature(.required(nil, .any), .variadic(.any))],
    example: "numbers.startWith(0)"
  ) { upstream, arguments, _ in
    upstream.observable.startWith(arguments.values.compactMap { $0 }).scripted
  }

  static let rxWithLatestFrom = ScriptOperator(
    "withLatestFrom", dialects: [.rxswift], family: .combining,
    "Emits the latest element of another observable for each element of the source",
    signatures: [Signature(.required(nil, .publisher), .optional("resultSelector", .closure(2)))],
    example: "taps.withLatestFrom(count)"
  ) { upstream, arguments, _ in
    let other = try arguments.observable(0)
    let select = arguments.closure(1)
    var source: (any StagedSource)?
    if case .object(let object) = arguments[0] { source = object as? any StagedSource }
    return upstream.observable.withLatestFrom(
      other, stage: source.map { source in { source.stage } }, memory: arguments.context.stage
    ) { value, latest in try select?(value, latest) ?? latest }.scripted
  }
}
