import Marbles
import MarblesCombine

extension ObservableType {
  /// Combines each element with the latest element of another observable.
  ///
  ///     -1---2-3|
  ///     --a---b-     withLatestFrom(other) { "\($0)\($1)" }
  ///     -----x-y|    x = "2a", y = "3b"
  ///
  /// The other observable is subscribed first. Elements that arrive before it has emitted are
  /// dropped. Its completion has no effect; if it fails, the result fails.
  @inlinable
  public func withLatestFrom<Source: ObservableConvertibleType, Result>(
    _ other: Source, resultSelector: @escaping (Element, Source.Element) throws -> Result
  ) -> Observable<Result> {
    withLatestFrom(other.asObservable(), stage: stage(of: other), resultSelector)
  }

  /// Emits the latest element of another observable whenever this one emits.
  ///
  ///     -1---2-3|
  ///     --a---b-     withLatestFrom(other)
  ///     -----a-b|
  @inlinable
  public func withLatestFrom<Source: ObservableConvertibleType>(_ other: Source)
    -> Observable<Source.Element>
  {
    withLatestFrom(other) { $1 }
  }

  /// - Parameters:
  ///   - stage: returns the recorded subject whose memory is read.
  ///   - memory: the stage that records the latest element instead, if the operator is one.
  @inlinable
  package func withLatestFrom<Other, Result>(
    _ other: Observable<Other>, stage: (() -> RecordedStage?)?, memory: RecordedStage? = nil,
    _ resultSelector: @escaping (Element, Other) throws -> Result
  ) -> Observable<Result> {
    Producer { sink in
      let gate = SerialGate()
      let latest = StepState<Other?>(nil)
      let kept = HeldValues(memory)
      var held: HeldValues.Held?
      let side = SingleAssignmentDisposable()
      let handle = { (event: Event<Other>) in
        switch event {
        case .next(let value):
          latest.value = value
          kept.release(held, .replaced)
          held = kept.hold(value)
        case .error(let error): sink.onError(error)
        case .completed: side.dispose()
        }
      }
      side.setDisposable(
        other.subscribe(
          Receiver(input: .of(sink.input, as: .second(number: 2))) { event in
            gate.run(now: { handle(event) }, orLater: { handle(event) })
          }))
      let subscription = self.subscribe(into: sink, through: gate) { event in
        switch event {
        case .next(let value):
          guard let latest = latest.value else { return }
          if memory == nil { sink.lane?.read(latest, from: stage?()) }
          do { sink.onNext(try resultSelector(value, latest)) } catch { sink.onError(error) }
        case .error(let error): sink.onError(error)
        case .completed: sink.onCompleted()
        }
      }
      return Disposables.create(subscription, side, kept)
    }
  }
}
