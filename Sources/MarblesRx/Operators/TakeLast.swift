import MarblesCombine

extension ObservableType {
  /// Emits the last `count` elements when the source completes.
  ///
  ///     a-b-c|       takeLast(2)
  ///     -----(bc|)
  ///
  /// - Precondition: `count` is not negative.
  /// - Complexity: At most `count` elements are buffered.
  public func takeLast(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "count can't be negative")
    return Producer { sink in
      var last = Fifo<Element>()
      return self.subscribe(into: sink) { element in
        last.append(element)
        if last.count > count { _ = last.popFirst() }
      } onCompleted: {
        while let element = last.popFirst() { sink.onNext(element) }
        sink.onCompleted()
      }
    }
  }
}

extension ScriptOperator {
  static let rxTakeLast = ScriptOperator(
    "takeLast", dialects: [.rxswift], family: .filtering,
    "Emits the last values when the source completes",
    signatures: [Signature(.required(nil, .int))],
    example: "numbers.takeLast(2)",
    shape: { .memory(detail: "keeps the last \($0.int(0) ?? 0)") }
  ) { upstream, arguments, _ in
    upstream.observable.takeLast(try arguments.natural(0)).scripted
  }
}
