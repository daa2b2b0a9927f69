import Marbles
import MarblesCombine

extension ObservableType {
  /// Continues with another observable when this one has completed.
  ///
  ///     a-b|
  ///        c-d|   concat(second)
  ///     a-bc-d|
  @inlinable
  public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
  where Source.Element == Element {
    Observable.concat([asObservable(), second.asObservable()])
  }

  /// Concatenates the observables of a sequence; each is subscribed when the previous one has
  /// completed.
  ///
  ///     a-b|
  ///        c-d|   concat([first, second])
  ///     a-bc-d|
  ///
  /// The sequence is iterated lazily. The subscription to the last observable is disposed after
  /// the completion has been passed on.
  @inlinable
  public static func concat<Sources: Sequence>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Producer { sink in
      var rest = sources.makeIterator()
      let succession = Succession { succession in
        guard let next = rest.next() else {
          sink.onCompleted()
          return nil
        }
        return {
          next.subscribe(
            into: sink, as: .number(succession.number), onNext: sink.onNext,
            onCompleted: succession.advance)
        }
      }
      succession.advance()
      return succession
    }
  }

  /// Concatenates the given observables; each is subscribed when the previous one has completed.
  @inlinable
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    concat(sources)
  }
}

extension ObservableType {
  /// Emits the given elements, and then subscribes to the source.
  ///
  ///     --a-b|     startWith("x")
  ///     x-a-b|
  @inlinable
  public func startWith(_ elements: Element...) -> Observable<Element> {
    startWith(elements)
  }

  @inlinable
  package func startWith(_ elements: [Element]) -> Observable<Element> {
    Producer { sink in
      for element in elements { sink.onNext(element) }
      return asObservable().subscribe(sink)
    }
  }
}
