import MarblesCombine

extension ObservableType {
  /// Goes on with another stream when this one has completed.
  ///
  ///     a-b|
  ///        c-d|   concat(second)
  ///     a-bc-d|
  public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
  where Source.Element == Element {
    Observable.concat([asObservable(), second.asObservable()])
  }

  /// One stream after the other; each is subscribed to when the one before has completed.
  ///
  ///     a-b|
  ///        c-d|   concat(first, second)
  ///     a-bc-d|
  public static func concat<Sources: Sequence>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Producer { sink in
      var rest = sources.makeIterator()
      let succession = Succession { succession in
        guard let next = rest.next() else {
          sink.onCompleted()
          return nil
        }
        return next.subscribe(into: sink, onNext: sink.onNext, onCompleted: succession.advance)
      }
      succession.advance()
      return succession
    }
  }

  /// One stream after the other.
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    concat(sources)
  }
}

extension ScriptOperator {
  static let rxConcat = ScriptOperator(
    "concat", dialects: [.rxswift], family: .combining,
    "Goes on with other streams when this one has completed",
    signatures: [Signature(.required(nil, .publisher), .variadic(.publisher)), Signature()],
    example: "numbers.concat(letters)"
  ) { upstream, arguments, signature in
    guard signature == 0 else {
      return upstream.observable.inner(.queue(1)) { try $0.innerObservable() }.scripted
    }
    return Observable.concat([upstream.observable] + arguments.observables(from: 0)).scripted
  }
}
