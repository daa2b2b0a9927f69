import Marbles
import MarblesCombine

extension ObservableType {
  /// Emits the latest element, if there is a new one, whenever the sampler emits or completes.
  ///
  ///     a-b--c---|
  ///     ---x---x-x|   sample(sampler)
  ///     ---b---c-|
  ///
  /// After the source has completed, the next sample is the last one.
  ///
  /// - Parameters:
  ///   - sampler: The observable that triggers the samples.
  ///   - defaultValue: The element that is emitted if there is no new one.
  @inlinable
  public func sample<Source: ObservableType>(_ sampler: Source, defaultValue: Element? = nil)
    -> Observable<Element>
  {
    Producer { sink in
      let gate = SerialGate()
      let source = SingleAssignmentDisposable()
      let latest = StepState<Element?>(nil)
      let memory = sink.memory
      var held: HeldValues.Held?
      var hasEnded = false
      source.setDisposable(
        self.subscribe(into: sink, through: gate) { event in
          switch event {
          case .next(let element):
            latest.value = element
            memory.release(held, .replaced)
            held = memory.hold(element)
          case .error(let error): sink.onError(error)
          case .completed:
            hasEnded = true
            source.dispose()
          }
        })
      let sampling = sampler.subscribe(
        into: sink, through: gate, as: .second(number: 2)
      ) { event in
        if case .error(let error) = event { return sink.onError(error) }
        if let element = latest.value ?? defaultValue {
          let old = held
          latest.value = nil
          held = nil
          memory.release(old, .left) { sink.onNext(element) }
        }
        if hasEnded { sink.onCompleted() }
      }
      return Disposables.create(source, sampling, memory)
    }
  }
}
