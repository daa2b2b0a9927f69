import MarblesCombine

extension ScriptOperator {
  static let rxAsObservable = ScriptOperator(
    "asObservable", dialects: [.rxswift], family: .ending, "The same stream, and no way to send",
    example: "count.asObservable()"
  ) { upstream, _, _ in ScriptStream(upstream.publisher) }

  static let rxAsDriver = ScriptOperator(
    "asDriver", dialects: [.rxswift], family: .sharing,
    "State for a view: cannot fail, delivers on the main queue, replays its latest value",
    signatures: [
      Signature(), Signature(.required("onErrorJustReturn", .any)),
      Signature(.required("onErrorDriveWith", .publisher)),
    ],
    example: "count.asDriver()", shape: { traitShape($0, "share(replay: 1)") },
    compatibility: .different(
      "in a script a driver's operators do not share again")
  ) { upstream, arguments, signature in
    let main = VirtualMainScheduler(arguments.context.scheduler)
    return upstream.observable.asDriver(on: main) { recovery($0, arguments, signature) }
      .asObservable().scripted
  }

  static let rxAsSignal = ScriptOperator(
    "asSignal", dialects: [.rxswift], family: .sharing,
    "Events for a view: cannot fail, delivers on the main queue, replays nothing",
    signatures: [
      Signature(), Signature(.required("onErrorJustReturn", .any)),
      Signature(.required("onErrorSignalWith", .publisher)),
    ],
    example: "taps.asSignal()", shape: { traitShape($0, "share()") },
    compatibility: .different(
      "in a script a signal's operators do not share again")
  ) { upstream, arguments, signature in
    let main = VirtualMainScheduler(arguments.context.scheduler)
    return upstream.observable.asSignal(on: main) { recovery($0, arguments, signature) }
      .asObservable().scripted
  }
}

/// A share. In the chain of one end, a relay's driver or signal has one subscriber and is no more
/// than a way to look at the relay.
private func traitShape(_ arguments: Arguments, _ detail: String) -> ScriptOperator.Shape {
  let isPlain = arguments.values.compactMap { $0 }.isEmpty
  return isPlain && arguments.context.isPartOfEnd ? .lane : .hub(detail: detail)
}

/// What comes after an error.
private func recovery(_ error: any Error, _ arguments: Arguments, _ signature: Int)
  -> Observable<ScriptValue>
{
  signature == 1
    ? .just(arguments[0] ?? .void) : arguments[0]?.observable ?? .error(error)
}
