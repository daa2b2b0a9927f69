import Marbles
import MarblesCombine
import MarblesRx

/// RxSwift's sources.
extension Run {
  /// Makes an `Observable.…`; nil if the word is none.
  func makeObservable(_ call: WordCall) throws(ScriptError) -> ScriptStream? {
    let first = call.arguments[0] ?? .void
    switch call.name {
    case "Observable.of": return from(call.arguments.values.compactMap { $0 })
    case "Observable.just": return Observable.just(first).scripted
    case "Observable.error": return Observable<ScriptValue>.error(Self.failure(first)).scripted
    case "Observable.empty": return Observable<ScriptValue>.empty().scripted
    case "Observable.never": return Observable<ScriptValue>.never().scripted
    case "Observable.from":
      guard let elements = elements(of: first) else {
        throw mistake(.wrongType("an array or a range", first), at: call.span)
      }
      return from(try collect(elements, at: call.span))
    case "Observable.range": return try range(call)
    case "Observable.interval", "Observable.timer": return timer(call)
    case "Observable.create": return create(call)
    case "Observable.deferred": return deferred(call)
    case "Observable.merge":
      return stage(
        "merge", .memory, detail: "", from: try publishers(in: call), at: call.span
      ) { PublisherObservable.merged($0) }
    case "Observable.concat": return try concatenation(call)
    case "Observable.zip", "Observable.combineLatest": return try combination(call)
    default: return nil
    }
  }

  private func from(_ values: [ScriptValue]) -> ScriptStream { Observable.from(values).scripted }

  private func range(_ call: WordCall) throws(ScriptError) -> ScriptStream {
    let start = call.arguments.int(0) ?? 0
    let count = call.arguments.int(1) ?? 0
    guard count >= 0 else {
      throw mistake(RunError("a range cannot have \(count) elements"), at: call.span)
    }
    guard !start.addingReportingOverflow(count).overflow else {
      throw mistake(.overflow, at: call.span)
    }
    return Observable.range(start: start, count: count).map { ScriptValue.int($0) }.scripted
  }

  private func timer(_ call: WordCall) -> ScriptStream {
    let due = call.arguments.duration(0) ?? plan.frame
    let isInterval = call.name == "Observable.interval"
    let period = isInterval ? due : call.arguments.duration(1)
    let chosen = call.arguments.scheduler(isInterval ? 1 : 2)
    let ticks = Observable<Int>.timer(
      .nanoseconds(Int(due.nanoseconds)),
      period: period.map { .nanoseconds(Int(max($0.nanoseconds, 1))) }, scheduler: chosen)
    return ticks.map { ScriptValue.int($0) }.scripted
  }

  private func create(_ call: WordCall) -> ScriptStream {
    let closure = call.arguments.closure(0)
    let observable = Observable<ScriptValue>.create { [unowned self] observer in
      let object = ObserverObject(
        onValue: { observer.onNext($0) },
        onEnd: { completion in
          switch completion {
          case .finished: observer.onCompleted()
          case .failure(let error): observer.onError(error)
          }
        })
      do throws(ScriptError) {
        let result = try closure?.call([.object(object)])
        guard case .object(let made as any CancellableObject) = result else {
          return Disposables.create()
        }
        return Disposables.create { made.cancel() }
      } catch {
        report(error, at: call.span)
        return Disposables.create()
      }
    }
    return observable.scripted
  }

  /// The publishers among the arguments, also where they stand in an array.
  func publishers(in call: WordCall) throws(ScriptError) -> [ScriptStream] {
    var found: [ScriptStream] = []
    for value in call.arguments.values.compactMap({ $0 }) {
      if case .array(let elements) = value {
        found += elements.compactMap { stream(of: $0) }
      } else if let stream = stream(of: value) {
        found.append(stream)
      } else if case .closure = value {
        continue
      } else {
        throw mistake(.wrongType("a publisher", value), at: call.span)
      }
    }
    return found
  }

  /// The streams behind the first are no sources of the lane, as with the operator.
  private func concatenation(_ call: WordCall) throws(ScriptError) -> ScriptStream {
    let sources = try publishers(in: call)
    let others = sources.dropFirst().map {
      SideInput($0.publisher, recorder: recorder).eraseToAnyPublisher()
    }
    var stream = ScriptStream(
      PublisherObservable.concatenated(sources.prefix(1).map(\.publisher) + others))
    stream.origin = sources.first.map { StreamProvenance(of: $0).applying("concat") }
    return stream
  }

  /// A stage that waits for values of several streams.
  private func combination(_ call: WordCall) throws(ScriptError) -> ScriptStream {
    let sources = try publishers(in: call)
    let isZip = call.name == "Observable.zip"
    let selector = call.arguments.values.lazy.compactMap { value -> ScriptFunction? in
      if case .closure(let function) = value { function } else { nil }
    }.first
    return stage(
      isZip ? "zip" : "combineLatest", .memory, detail: "", from: sources, at: call.span
    ) { publishers in
      let observables = publishers.map { PublisherObservable($0) }
      let select = { (values: [ScriptValue]) throws -> ScriptValue in
        try selector?.call(values) ?? .tuple(values)
      }
      return isZip
        ? Observable<ScriptValue>.zip(observables, resultSelector: select).scripted.publisher
        : Observable<ScriptValue>.combineLatest(observables, resultSelector: select).scripted
          .publisher
    }
  }
}

extension PublisherObservable where Upstream == AnyPublisher<ScriptValue, ScriptError> {
  fileprivate static func merged(_ publishers: [Upstream]) -> AnyPublisher<ScriptValue, ScriptError>
  {
    Observable<ScriptValue>.merge(publishers.map { PublisherObservable($0) }).scripted.publisher
  }

  fileprivate static func concatenated(_ publishers: [Upstream]) -> AnyPublisher<
    ScriptValue, ScriptError
  > {
    Observable<ScriptValue>.concat(publishers.map { PublisherObservable($0) }).scripted.publisher
  }
}
