import Marbles
import MarblesCombine
import MarblesRx

/// Words for the sources of RxSwift.
extension Word {
  private static let any = Signature(.required(nil, .any))

  static let observables: [Word] =
    [
      Word(
        "Observable.of", .stream, takes: [Signature(.variadic(.any))],
        "Emits its arguments and completes",
        example: "Observable.of(1, 2)"
      ) { $0.stream(Observable.from($0.arguments.values.compactMap { $0 }).scripted) },
      Word(
        "Observable.just", .stream,
        takes: [Signature(.required(nil, .any), .optional("scheduler", .scheduler))],
        "Emits one element and completes", example: "Observable.just(1)"
      ) { call in
        let element = call[0] ?? .void
        guard call[1] != nil else { return call.stream(Observable.just(element).scripted) }
        return call.stream(
          Observable.just(element, scheduler: call.arguments.scheduler(1)).scripted)
      },
      Word(
        "Observable.error", .stream, takes: [any], "Fails at once",
        example: "Observable.error(\"offline\")"
      ) { $0.stream(Observable<ScriptValue>.error(ScriptError(from: $0[0] ?? .void)).scripted) },
      Word(
        "Observable.empty", .stream, "Completes without an element", example: "Observable.empty()"
      ) { $0.stream(Observable<ScriptValue>.empty().scripted) },
      Word(
        "Observable.never", .stream, "Emits nothing and does not complete",
        example: "Observable.never()"
      ) { $0.stream(Observable<ScriptValue>.never().scripted) },
      Word(
        "Observable.from", .stream,
        takes: [any, Signature(.required("optional", .any))],
        "Emits the elements of a sequence or optional, and completes",
        example: "Observable.from([1, 2])"
      ) { call in
        let sequence = call[0] ?? .void
        guard call.signature == 0 else {
          return call.stream(
            Observable.from(optional: sequence == .null ? nil : sequence).scripted)
        }
        guard let elements = call.context.operations.elements(of: sequence) else {
          throw call.context.error(
            .wrongType("an array or a range", not: sequence.kindName), at: call.span)
        }
        return call.stream(
          Observable.from(try call.context.operations.collect(elements, at: call.span)).scripted)
      },
      Word(
        "Observable.range", .stream,
        takes: [Signature(.required("start", .int), .required("count", .int))],
        "Emits consecutive integers and completes", example: "Observable.range(start: 1, count: 3)",
        make: range),
      Word(
        "Observable.interval", .stream,
        takes: [Signature(.required(nil, .duration), .optional("scheduler", .scheduler))],
        "Emits 0, 1, 2, … at an interval", example: "Observable.interval(2)"
      ) { call in
        let interval = call.arguments.duration(0)
        return ticks(call, due: interval, period: interval, on: call.arguments.scheduler(1))
      },
      Word(
        "Observable.timer", .stream,
        takes: [
          Signature(
            .required(nil, .duration), .optional("period", .duration),
            .optional("scheduler", .scheduler))
        ], "Emits 0 after a time, and 1, 2, … at an interval if there is a period",
        example: "Observable.timer(2, period: 3)"
      ) { call in
        ticks(
          call, due: call.arguments.duration(0), period: call.arguments.duration(1),
          on: call.arguments.scheduler(2))
      },
      Word(
        "Observable.create", .stream, takes: [Signature(.required(nil, .closure(1)))],
        "Calls a closure with the observer of each subscription",
        example: "Observable.create { observer in observer.onNext(1) }"
      ) { call in
        create(call) { observer in
          .object(
            ObserverObject(
              onValue: { observer.onNext($0) },
              onEnd: { completion in
                switch completion {
                case .finished: observer.onCompleted()
                case .failure(let error): observer.onError(error)
                }
              }))
        }
      },
      Word(
        "Observable.deferred", .stream, takes: [Signature(.required(nil, .publisherClosure(0)))],
        "Calls a closure for each subscriber, and emits its elements",
        example: "Observable.deferred { Observable.just(1) }"
      ) { $0.deferred() },
    ] + combinations + rxSources

  private static let combinations: [Word] = [
    Word(
      "Observable.zip", .stream, takes: combination, "Combines the elements of the same position",
      example: "Observable.zip(a, b)"
    ) { try combined($0, "zip") { Observable<ScriptValue>.zip($0, resultSelector: $1) } },
    Word(
      "Observable.combineLatest", .stream, takes: combination,
      "Combines the latest elements whenever an observable emits",
      example: "Observable.combineLatest(a, b)"
    ) { call in
      try combined(call, "combineLatest") {
        Observable<ScriptValue>.combineLatest($0, resultSelector: $1)
      }
    },
    Word(
      "Observable.merge", .stream, takes: [Signature(.variadic(.any))], "Emits the elements of all",
      example: "Observable.merge(a, b)"
    ) { call in
      let sources = try call.publishers()
      return call.stream(
        call.stage("merge", from: sources) { publishers in
          Observable<ScriptValue>.merge(publishers.map { PublisherObservable($0) })
            .scripted.publisher
        })
    },
    Word(
      "Observable.concat", .stream, takes: [Signature(.variadic(.any))],
      "Emits one after the other",
      example: "Observable.concat(a, b)", make: concatenation),
  ]

  /// Several observables, or an array of them, with or without a closure that combines elements.
  private static let combination: [Signature] = {
    var selecting = Signature(.variadic(.any))
    selecting.parameters.append(.required("resultSelector", .closure(2)))
    return [selecting, Signature(.variadic(.any))]
  }()

  // MARK: What they do

  private static func range(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let start = call.arguments.int(0) ?? 0
    let count = call.arguments.int(1) ?? 0
    guard count >= 0 else {
      throw call.context.error(.negativeCount(count), at: call.span)
    }
    guard !start.addingReportingOverflow(count).overflow else {
      throw call.context.error(.overflow, at: call.span)
    }
    return call.stream(
      Observable.range(start: start, count: count).map { ScriptValue.int($0) }.scripted)
  }

  private static func ticks(
    _ call: WordCall, due: VirtualDuration?, period: VirtualDuration?, on scheduler: ScriptScheduler
  ) -> ScriptValue {
    let due = due ?? call.context.rules.frame
    let ticks = Observable<Int>.timer(
      .nanoseconds(Int(due.nanoseconds)),
      period: period.map { .nanoseconds(Int(max($0.nanoseconds, 1))) }, scheduler: scheduler)
    return call.stream(ticks.map { ScriptValue.int($0) }.scripted)
  }

  /// - Parameter argument: Returns what the closure receives, which sends to the observer.
  static func create(
    _ call: WordCall, _ argument: @escaping (AnyObserver<ScriptValue>) -> ScriptValue
  ) -> ScriptValue {
    let closure = call.arguments.closure(0)
    let observable = Observable<ScriptValue>.create {
      [diagnostics = call.context.operations.diagnostics, span = call.span] observer in
      do throws(ScriptError) {
        let result = try closure?.call([argument(observer)])
        guard case .object(let made as any CancellableObject) = result else {
          return Disposables.create()
        }
        return Disposables.create { made.cancel() }
      } catch {
        diagnostics.reportUnhandled(error, at: span)
        return Disposables.create()
      }
    }
    return call.stream(observable.scripted)
  }

  /// A stage if one of the observables after the first has a name. Otherwise it is an
  /// operator on the lane of the first one.
  private static func concatenation(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let sources = try call.publishers()
    guard !sources.dropFirst().contains(where: { StreamProvenance(of: $0).leadsToName }) else {
      return call.stream(
        call.stage("concat", from: sources) { publishers in
          Observable<ScriptValue>.concat(publishers.map { PublisherObservable($0) })
            .scripted.publisher
        })
    }
    let joined = Observable<ScriptValue>.concat(
      sources.map { PublisherObservable($0.publisher) })
    var stream = joined.scripted
    stream.origin = sources.first.map { StreamProvenance(of: $0).applying("concat") }
    return call.stream(stream)
  }

  private typealias Selector = ([ScriptValue]) throws -> ScriptValue

  /// A stage that waits for elements of several observables.
  private static func combined(
    _ call: WordCall, _ name: String,
    _ combine:
      @escaping (
        [PublisherObservable<AnyPublisher<ScriptValue, ScriptError>>], @escaping Selector
      ) -> Observable<ScriptValue>
  ) throws(ScriptError) -> ScriptValue {
    let sources = try call.publishers()
    let selector = call.arguments.values.lazy.compactMap { value -> ScriptFunction? in
      if case .closure(let function) = value { function } else { nil }
    }.first
    // Of an array of observables, the elements are an array, too.
    var isCollection = false
    if case .array = call[0] { isCollection = true }
    let select: Selector = { values in
      try isCollection
        ? selector?.call([.array(values)]) ?? .array(values)
        : selector?.call(values) ?? .tuple(values)
    }
    let stream = call.stage(name, from: sources) {
      combine($0.map { PublisherObservable($0) }, select).scripted.publisher
    }
    return call.stream(stream)
  }
}
