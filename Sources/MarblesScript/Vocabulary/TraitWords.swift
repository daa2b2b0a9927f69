import Marbles
import MarblesCombine
import MarblesRx

/// Words for RxSwift's traits, which are observables in a script.
extension Word {
  /// The traits whose sources of the names in `shared` are the ones of `Observable`.
  private static let shared: [(type: String, names: Set<String>)] = [
    ("Driver", elements), ("Signal", elements), ("Infallible", elements), ("Single", elements),
    ("Maybe", elements),
    ("Completable", ["empty", "never", "error", "deferred", "concat", "zip", "using"]),
  ]

  private static let elements: Set<String> = [
    "just", "of", "from", "empty", "never", "error", "deferred", "zip", "combineLatest", "merge",
    "concat", "timer", "interval", "using",
  ]

  static let traits: [Word] =
    shared.flatMap { type, names in
      observables.compactMap { word in
        let name = word.name.dropFirst("Observable.".count)
        guard names.contains(String(name)) else { return nil }
        return Word(
          "\(type).\(name)", word.kind, takes: word.signatures, word.summary,
          example: type + word.example.dropFirst("Observable".count)
        ) { try word.make($0).source(of: StreamTrait(rawValue: type)) }
      }
    } + [
      creating("Single", "single(.success(1))"), creating("Maybe", "maybe(.success(1))"),
      creating("Completable", "completable(.completed)"),
      creating("Infallible", "observer(.next(1))"),
    ]

  /// `Single.create`, whose closure receives a function instead of an observer.
  private static func creating(_ type: String, _ call: String) -> Word {
    Word(
      "\(type).create", .stream, takes: [Signature(.required(nil, .closure(1)))],
      "Calls a closure with a function that sends the events of a subscription",
      example: "\(type).create { \(call.prefix { $0 != "(" }) in \(call) }"
    ) { call in
      create(call) { observer in
        .closure(
          ScriptFunction(arity: 1) { (events) throws(ScriptError) in
            try send(events.first ?? .void, to: observer)
            return .void
          })
      }.with(StreamTrait(rawValue: type))
    }
  }

  /// Sends an event of a trait: a success is an element and the completion.
  private static func send(_ event: ScriptValue, to observer: AnyObserver<ScriptValue>)
    throws(ScriptError)
  {
    guard case .member(let name, let details) = event else { throw unknown(event) }
    switch name {
    case "next": observer.onNext(details.first ?? .void)
    case "success":
      observer.onNext(details.first ?? .void)
      observer.onCompleted()
    case "completed": observer.onCompleted()
    case "failure", "error": observer.onError(ScriptError(from: details.first ?? .string(name)))
    default: throw unknown(event)
    }
  }

  private static func unknown(_ event: ScriptValue) -> ScriptError {
    ScriptError("\(event.literal) is not an event; write .success(…), .failure(…) or .completed")
  }
}

// MARK: Further sources of Observable

extension Word {
  static let rxSources: [Word] = [
    Word(
      "Observable.amb", .stream, takes: [Signature(.variadic(.any))],
      "Emits the events of the observable that sends an event first",
      example: "Observable.amb(a, b)"
    ) { call in
      let sources = try call.publishers()
      return call.stream(
        call.stage("amb", from: sources) { publishers in
          Observable<ScriptValue>.amb(publishers.map { PublisherObservable($0).asObservable() })
            .scripted.publisher
        })
    },
    Word(
      "Observable.catch", .stream, takes: [Signature(.required("sequence", .any))],
      "Emits the elements of an observable, and of the next one if it fails",
      example: "Observable.catch(sequence: [Observable.of(1), Observable.of(2)])"
    ) { call in
      let sources = try call.publishers()
      return call.stream(
        call.stage("catch", from: sources) { publishers in
          Observable<ScriptValue>.catch(sequence: publishers.map { PublisherObservable($0) })
            .scripted.publisher
        })
    },
    Word(
      "Observable.generate", .stream,
      takes: [
        Signature(
          .required("initialState", .any), .required("condition", .closure(1)),
          .optional("scheduler", .scheduler), .required("iterate", .closure(1)))
      ], "Emits the states of a loop, and completes",
      example: "Observable.generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })"
    ) { call in
      let (condition, iterate) = (try call.arguments.function(1), try call.arguments.function(3))
      return call.stream(
        Observable.generate(
          initialState: call[0] ?? .void, condition: { try condition.decides($0) },
          scheduler: CurrentThreadScheduler.instance, iterate: { try iterate($0) }
        ).scripted)
    },
    Word(
      "Observable.repeatElement", .stream, takes: [Signature(.required(nil, .any))],
      "Emits an element repeatedly without end", example: "Observable.repeatElement(1).take(3)"
    ) { $0.stream(Observable.repeatElement($0[0] ?? .void).scripted) },
    Word(
      "Observable.using", .stream,
      takes: [
        Signature(
          .required(nil, .closure(0)), .required("observableFactory", .publisherClosure(1))),
        Signature(
          .required(nil, .closure(0)),
          .required("primitiveSequenceFactory", .publisherClosure(1))),
      ], "Creates a disposable for each subscription, which is disposed with it",
      example:
        "Observable.using({ Disposables.create() }, observableFactory: { _ in .just(1) })",
      make: using),
  ]

  private static func using(_ call: WordCall) throws -> ScriptValue {
    let (make, observable) = (try call.arguments.function(0), try call.arguments.function(1))
    return call.stream(
      Observable<ScriptValue>.using(
        {
          let value = try make()
          guard case .object(let object as any CancellableObject) = value else {
            throw ScriptError("using needs a disposable, not \(value.kindName)")
          }
          return ScriptedResource(object: object)
        },
        observableFactory: { (resource: ScriptedResource) in
          try observable.observable(.object(resource.object))
        }
      ).scripted)
  }
}

private struct ScriptedResource: Disposable {
  let object: any CancellableObject

  func dispose() { object.cancel() }
}
