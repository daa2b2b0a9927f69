extension Publisher {
  /// Shares one upstream subscription and gives late subscribers the last values, and the end.
  ///
  ///     upstream:        -1-2-3-|
  ///     A  ^             -1-2-3-|
  ///     B     ^          ---2-3-|   (gets 1 when it subscribes)
  ///     C           ^    -------|   (gets 3 and the end when it subscribes)
  ///
  /// It is `multicast { ReplaySubject(capacity: count) }.autoconnect()`: the subject outlives the
  /// upstream subscription, so that a finished request runs once, ever. If everybody leaves before
  /// the end, the next subscriber gets the old values first, and then the work starts anew.
  ///
  /// - Demand: upstream is asked for everything at once; what a subscriber has not asked for waits.
  ///
  /// Thread-safe. Not one of Combine's.
  public func shareReplay(_ count: Int = 1)
    -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>>
  {
    multicast { ReplaySubject(capacity: count) }.autoconnect()
  }
}

extension ScriptOperator {
  static let shareReplay = ScriptOperator(
    "shareReplay", family: .sharing,
    "Shares one upstream subscription and replays its last values and its end",
    signatures: [Signature(.optional(nil, .int))], example: "response.shareReplay(1)",
    shape: { .hub(detail: "ReplaySubject(capacity: \($0.int(0) ?? 1))") },
    compatibility: .different("not in Combine; the operator that its users write themselves")
  ) { upstream, arguments, _ in
    let count = arguments[0] == nil ? 1 : try arguments.natural(0)
    return ScriptStream(upstream.publisher.shareReplay(count))
  }
}
