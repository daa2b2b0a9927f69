import MarblesCombine

extension ObservableType {
  /// Calls closures before and after events are passed on.
  ///
  ///     a-b|   do(onNext: { log($0) })
  ///     a-b|
  ///
  /// If a closure throws, the result fails with the thrown error.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Observable<Element> {
    Producer { sink in
      onSubscribe?()
      let subscription = asObservable().subscribe(
        ClosureReceiver<Element>(lane: sink.lane) { event in
          do {
            switch event {
            case .next(let element):
              try onNext?(element)
              sink.onNext(element)
              try afterNext?(element)
            case .error(let error):
              try onError?(error)
              sink.end(event) { try? afterError?(error) }
            case .completed:
              try onCompleted?()
              sink.end(event) { try? afterCompleted?() }
            }
          } catch {
            sink.onError(error)
          }
        })
      onSubscribed?()
      return Disposables.create(subscription, Disposables.create { onDispose?() })
    }
  }
}

extension ScriptOperator {
  static let rxDo = ScriptOperator(
    "do", dialects: [.rxswift], family: .debugging,
    "Runs closures beside what happens",
    signatures: [
      Signature(
        .optional("onNext", .closure(1)), .optional("afterNext", .closure(1)),
        .optional("onError", .closure(1)), .optional("afterError", .closure(1)),
        .optional("onCompleted", .closure(0)), .optional("afterCompleted", .closure(0)),
        .optional("onSubscribe", .closure(0)), .optional("onSubscribed", .closure(0)),
        .optional("onDispose", .closure(0)))
    ],
    example: "numbers.do(onNext: { log.send($0) })"
  ) { upstream, arguments, _ in
    let calls = (0..<9).map { arguments.closure($0) }
    return upstream.observable.do(
      onNext: { _ = try calls[0]?($0) }, afterNext: { _ = try calls[1]?($0) },
      onError: { _ = try calls[2]?(.string(String(describing: $0))) },
      afterError: { _ = try calls[3]?(.string(String(describing: $0))) },
      onCompleted: { _ = try calls[4]?() }, afterCompleted: { _ = try calls[5]?() },
      onSubscribe: { _ = try? calls[6]?() }, onSubscribed: { _ = try? calls[7]?() },
      onDispose: { _ = try? calls[8]?() }
    ).scripted
  }
}
