import MarblesCombine

/// Whether the value that ends a stream still belongs to it.
public enum TakeBehavior: Sendable {
  case inclusive
  case exclusive
}

extension ObservableType {
  /// Lets values through as long as the closure says so, then completes.
  ///
  ///     1-2-3-1|   take(while: { $0 < 3 })
  ///     1-2-|
  public func take(
    while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    Producer { sink in
      self.subscribe(into: sink) { element in
        let goesOn = try predicate(element)
        if goesOn || behavior == .inclusive { sink.onNext(element) }
        if !goesOn { sink.onCompleted() }
      }
    }
  }

  /// Lets values through until the closure is true for one of them, then completes.
  ///
  ///     1-2-3-1|   take(until: { $0 == 3 })
  ///     1-2-|
  public func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    take(while: { try !predicate($0) }, behavior: behavior)
  }
}

extension ScriptOperator {
  static let rxTakeWhile = ScriptOperator(
    "take", dialects: [.rxswift], family: .filtering,
    "Lets values through as long as, or until, the closure says so",
    signatures: [
      Signature(
        .required("while", .closure(1)), .optional("behavior", .choice(["inclusive", "exclusive"]))),
      Signature(
        .required("until", .closure(1)), .optional("behavior", .choice(["inclusive", "exclusive"]))),
    ],
    example: "numbers.take(while: { $0 < 3 })"
  ) { upstream, arguments, signature in
    let predicate = try arguments.function(0)
    let behavior = arguments.choice(1) == "inclusive" ? TakeBehavior.inclusive : .exclusive
    return upstream.observable.take(
      while: { try predicate.decides($0) == (signature == 0) }, behavior: behavior
    ).scripted
  }
}
