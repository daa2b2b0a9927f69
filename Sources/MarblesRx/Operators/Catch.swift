import Marbles
import MarblesCombine

extension ObservableType {
  /// Continues with another observable when this one fails.
  ///
  ///     a-b-#        catch { _ in cold("x|") }
  ///     a-b-x|
  ///
  /// The other observable is subscribed before the subscription to the source is disposed.
  ///
  /// - Parameter handler: Returns the observable to continue with. If it throws, the result fails
  ///   with the thrown error.
  @inlinable
  public func `catch`(
    _ handler: @escaping (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Producer { sink in
      let current = SerialDisposable()
      let first = SingleAssignmentDisposable()
      current.disposable = first
      first.setDisposable(
        asObservable().subscribe(
          Receiver<Element>(input: sink.input) { event in
            guard case .error(let error) = event else { return sink.on(event) }
            do {
              current.disposable = try handler(error).subscribe(sink, as: .next(number: 2))
            } catch {
              sink.onError(error)
            }
          }))
      return current
    }
  }

  /// Emits one element and completes when this observable fails.
  ///
  ///     a-b-#        catchAndReturn("x")
  ///     a-b-(x|)
  @inlinable
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    `catch` { _ in .just(element) }
  }

  /// Subscribes to the observables one after the other until one of them completes.
  ///
  ///     a-#
  ///       b-c|   catch(sequence: [first, second])
  ///     a-b-c|
  ///
  /// If all of them fail, the result fails with the last error. An empty sequence completes.
  @inlinable
  public static func `catch`<Sources: Sequence>(sequence: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Producer { sink in
      var rest = sequence.makeIterator()
      var last: (any Error)?
      let succession = Succession { succession in
        guard let next = rest.next() else {
          sink.on(last.map { .error($0) } ?? .completed)
          return nil
        }
        return {
          next.subscribe(
            Receiver<Element>(input: .of(sink.input, as: .number(succession.number))) { event in
              guard case .error(let error) = event else { return sink.on(event) }
              last = error
              succession.advance()
            })
        }
      }
      succession.advance()
      return succession
    }
  }

  /// The former name of ``catchAndReturn(_:)``.
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Observable<Element> {
    catchAndReturn(element)
  }

  /// The former name of ``catch(sequence:)``.
  @available(*, deprecated, renamed: "catch(sequence:)")
  public static func catchError<Sources: Sequence>(_ sequence: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    self.catch(sequence: sequence)
  }

  /// The former name of ``catch(_:)``.
  @available(*, deprecated, renamed: "catch(_:)")
  public func catchError(_ handler: @escaping (any Error) throws -> Observable<Element>)
    -> Observable<Element>
  {
    self.catch(handler)
  }
}
