import MarblesCombine

extension ObservableType {
  /// Goes on with another stream when this one fails.
  ///
  ///     a-b-#        catch { _ in cold("x|") }
  ///     a-b-x|
  ///
  /// What the closure throws is the new error.
  public func `catch`(
    _ handler: @escaping (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Producer { sink in
      let current = SerialDisposable()
      let first = SingleAssignmentDisposable()
      current.disposable = first
      first.setDisposable(
        self.subscribe(
          ClosureReceiver<Element>(lane: sink.lane) { event in
            guard case .error(let error) = event else { return sink.on(event) }
            do {
              let next = try handler(error)
              let second = SingleAssignmentDisposable()
              current.disposable = second
              second.setDisposable(next.subscribe(sink))
            } catch {
              sink.onError(error)
            }
          }))
      return current
    }
  }

  /// Emits a value and completes when the source fails.
  ///
  ///     a-b-#        catchAndReturn("x")
  ///     a-b-(x|)
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    `catch` { _ in .just(element) }
  }

  /// RxSwift's older name of ``catchAndReturn(_:)``.
  public func catchErrorJustReturn(_ element: Element) -> Observable<Element> {
    catchAndReturn(element)
  }
}

extension ScriptOperator {
  static let rxCatch = ScriptOperator(
    "catch", dialects: [.rxswift], family: .errors,
    "Goes on with another stream when this one fails",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "response.catch { error in .just(\"failed: \\(error)\") }"
  ) { upstream, arguments, _ in
    let handler = try arguments.function(0)
    return upstream.observable.catch { try handler.recovering($0) }.scripted
  }
}

extension ScriptOperator {
  static let rxCatchAndReturn = ScriptOperator(
    "catchAndReturn", dialects: [.rxswift], family: .errors,
    "Emits a value and completes when the source fails",
    signatures: [Signature(.required(nil, .any))],
    example: "response.catchAndReturn(\"nothing\")"
  ) { upstream, arguments, _ in
    let element = arguments[0] ?? .void
    return upstream.observable.catch { error in
      if let mistake = error as? ScriptError, mistake.mistakeOffset != nil { throw mistake }
      return .just(element)
    }.scripted
  }
}

extension ScriptOperator {
  static let rxCatchErrorJustReturn = ScriptOperator(
    "catchErrorJustReturn", dialects: [.rxswift], family: .errors,
    "The older name of catchAndReturn",
    signatures: [Signature(.required(nil, .any))],
    example: "response.catchErrorJustReturn(\"nothing\")"
  ) { upstream, arguments, _ in
    let element = arguments[0] ?? .void
    return upstream.observable.catch { error in
      if let mistake = error as? ScriptError, mistake.mistakeOffset != nil { throw mistake }
      return .just(element)
    }.scripted
  }
}
