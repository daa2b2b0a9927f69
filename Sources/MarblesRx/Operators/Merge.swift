import MarblesCombine

extension ObservableType {
  /// The values of all streams as they come; completes when all have.
  ///
  ///     a---c|
  ///     --b---d|   merge(first, second)
  ///     a-b-c-d|
  public static func merge<Sources: Collection>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Producer { sink in
      let gate = SerialGate()
      let group = CompositeDisposable()
      var open = sources.count
      guard open > 0 else {
        sink.onCompleted()
        return group
      }
      for source in sources {
        let subscription = SingleAssignmentDisposable()
        let key = group.insert(subscription)
        subscription.setDisposable(
          source.subscribe(into: sink, through: gate) { event in
            guard case .completed = event else { return sink.on(event) }
            if let key { group.remove(for: key) }
            open -= 1
            if open == 0 { sink.onCompleted() }
          })
      }
      return group
    }
  }

  /// The values of all streams as they come; completes when all have.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Runs all inner streams at once.
  public func merge() -> Observable<Element.Element> { flatMap { $0 } }

  /// Runs at most so many inner streams at once; the others wait in a queue, in order.
  ///
  /// - Precondition: `maxConcurrent` is positive.
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    precondition(maxConcurrent > 0, "at least one stream has to run")
    return inner(.queue(maxConcurrent)) { $0 }
  }

  /// Runs the inner streams one after the other.
  public func concat() -> Observable<Element.Element> { merge(maxConcurrent: 1) }

  /// Runs the newest inner stream only.
  public func switchLatest() -> Observable<Element.Element> { flatMapLatest { $0 } }
}

extension ScriptOperator {
  static let rxMerge = ScriptOperator(
    "merge", dialects: [.rxswift], family: .combining,
    "Runs the streams that come along, all of them or some at a time",
    signatures: [Signature(), Signature(.required("maxConcurrent", .int))],
    example: "urls.map { cold(\"--r|\", r: $0) }.merge(maxConcurrent: 2)",
    shape: { .box(detail: $0.int(0).map { "\($0) at a time" } ?? "") }
  ) { upstream, arguments, signature in
    let limit = signature == 1 ? InnerPolicy.queue(try arguments.positive(0)) : .all
    return upstream.observable.inner(limit) { try $0.innerObservable() }.scripted
  }
}

extension ScriptOperator {
  static let rxSwitchLatest = ScriptOperator(
    "switchLatest", dialects: [.rxswift], family: .combining,
    "Runs the newest of the streams that come along",
    example: "queries.map { cold(\"--r|\", r: $0) }.switchLatest()",
    shape: { _ in .box(detail: "1 at a time") }
  ) { upstream, _, _ in
    upstream.observable.inner(.latest) { try $0.innerObservable() }.scripted
  }
}
