import Marbles
import MarblesCombine

/// The elements that `for await` receives.
protocol AwaitedSequence: ScriptObject {
  /// The next element in an array; nothing after the last one; `nil` if the task has to wait.
  func next(isCancelled: Bool) throws(ScriptError) -> ScriptValue?
}

/// The elements of a stream that a task receives one after the other, as in
/// `for await tap in taps.values`.
///
/// Like Combine's `AsyncPublisher`, it requests an element when the task wants one; elements that a
/// subject sends in the meantime are dropped. RxSwift's `values` keeps them.
final class AwaitedElements: AwaitedSequence {
  private let sink: ScriptSink
  private let requestsEach: Bool
  private var elements: [ScriptValue] = []
  private var hasRequested = false
  private var end: Result<ScriptValue, ScriptError>?

  /// - Parameter resume: continues the task.
  init(
    _ stream: ScriptStream, by sink: ScriptSink, requestsEach: Bool,
    resume: @escaping () -> Void
  ) {
    self.sink = sink
    self.requestsEach = requestsEach
    var specification = SinkSpecification()
    specification.demand = requestsEach ? .none : .unlimited
    specification.onValue = { [weak self] value in
      self?.elements.append(value)
      self?.hasRequested = false
      resume()
    }
    specification.onFinish = { [weak self] in
      self?.end = .success(.void)
      resume()
    }
    specification.onFailure = { [weak self] error in
      self?.end = .failure(error)
      resume()
    }
    sink.attach(to: stream, specification)
  }

  var typeName: String { "AsyncSequence" }

  func next(isCancelled: Bool) throws(ScriptError) -> ScriptValue? {
    if isCancelled {
      sink.cancel()
      return .void
    }
    if elements.isEmpty, end == nil, requestsEach, !hasRequested {
      hasRequested = true
      sink.request(.max(1))
    }
    if !elements.isEmpty { return .array([elements.removeFirst()]) }
    return try end?.get()
  }

  func cancel() { sink.cancel() }
}
