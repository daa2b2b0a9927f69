import Marbles
import MarblesCombine

/// When RxJS's `share` releases its subject and its connection, so that the next subscriber
/// subscribes to the source again.
package enum RxJSReset<Element> {
  case always
  case never
  /// When the observable that the closure gives emits.
  case after((Event<Element>) throws -> Observable<Element>)

  package static func when(_ flag: Bool) -> RxJSReset { flag ? .always : .never }
}

/// A subject inside a share of RxJS.
package struct RxJSSubject<Element> {
  let observable: Observable<Element>
  let on: (Event<Element>) -> Void
  let report: (RecordedStage) -> Void
  /// Ends the report of what the subject keeps.
  let forget: () -> Void

  package init(
    observable: Observable<Element>, on: @escaping (Event<Element>) -> Void,
    report: @escaping (RecordedStage) -> Void, forget: @escaping () -> Void = {}
  ) {
    self.observable = observable
    self.on = on
    self.report = report
    self.forget = forget
  }

  package static var plain: RxJSSubject {
    let subject = PublishSubject<Element>()
    return RxJSSubject(
      observable: subject, on: { subject.on($0) }, report: { subject.report(to: $0) })
  }
}

/// RxJS 7's `share`, as documented.
///
/// The first subscriber creates the subject. A subscriber without a connection subscribes to the
/// source. The options determine whether the subject and the connection are released when the
/// source ends and when the last subscriber unsubscribes.
package final class RxJSShare<Element> {
  package struct Options {
    package var connector: () throws -> RxJSSubject<Element>
    package var onError: RxJSReset<Element>
    package var onComplete: RxJSReset<Element>
    package var onRefCountZero: RxJSReset<Element>

    package init(
      connector: @escaping () throws -> RxJSSubject<Element> = { .plain },
      onError: RxJSReset<Element> = .always, onComplete: RxJSReset<Element> = .always,
      onRefCountZero: RxJSReset<Element> = .always
    ) {
      self.connector = connector
      self.onError = onError
      self.onComplete = onComplete
      self.onRefCountZero = onRefCountZero
    }
  }

  private let source: Observable<Element>
  private let options: Options
  private let stage: RecordedStage?
  private var subject: RxJSSubject<Element>?
  private var connection: SingleAssignmentDisposable?
  private var pendingReset: (any Disposable)?
  private var count = 0
  private var hasEnded = false

  package init(_ source: Observable<Element>, _ options: Options, stage: RecordedStage?) {
    self.source = source
    self.options = options
    self.stage = stage
  }

  package var observable: Observable<Element> {
    Producer { [self] sink in subscribe(sink) }
  }

  private func subscribe(_ sink: Sink<Element>) -> any Disposable {
    count += 1
    if !hasEnded { cancelReset() }
    do {
      let subject = try self.subject ?? makeSubject()
      let membership = subject.observable.subscribe(sink)
      // The replayed elements can already have ended the subscription.
      if connection == nil, !sink.isDisposed { connect(subject) }
      return Disposables.create(membership, Disposables.create { [self] in leave() })
    } catch {
      count -= 1
      sink.onError(error)
      return Disposables.create()
    }
  }

  private func makeSubject() throws -> RxJSSubject<Element> {
    let subject = try options.connector()
    if let stage { subject.report(stage) }
    self.subject = subject
    return subject
  }

  private func connect(_ subject: RxJSSubject<Element>) {
    let connection = SingleAssignmentDisposable()
    self.connection = connection
    connection.setDisposable(
      source.subscribe(
        Receiver.final { [self] event in
          guard event.isStopEvent, self.connection === connection else {
            if !event.isStopEvent { subject.on(event) }
            return
          }
          hasEnded = true
          cancelReset()
          reset(by: event.error == nil ? options.onComplete : options.onError, event) { [self] in
            forget()
          }
          subject.on(event)
          // The subject is kept until the next reset, but must not retain the ended subscription.
          connection.dispose()
        }))
  }

  private func leave() {
    count -= 1
    guard count == 0, !hasEnded else { return }
    reset(by: options.onRefCountZero, .completed) { [self] in
      let old = connection
      forget()
      old?.dispose()
    }
  }

  private func reset(
    by rule: RxJSReset<Element>, _ event: Event<Element>, _ action: @escaping () -> Void
  ) {
    switch rule {
    case .always: action()
    case .never: break
    case .after(let notifier): wait(for: notifier, event, action)
    }
  }

  private func wait(
    for notifier: (Event<Element>) throws -> Observable<Element>,
    _ event: Event<Element>,
    _ action: @escaping () -> Void
  ) {
    let waiting = SingleAssignmentDisposable()
    pendingReset = waiting
    let signal = (try? notifier(event)) ?? .empty()
    waiting.setDisposable(
      signal.take(1).subscribe(
        onNext: { _ in action() }, onError: { _ in }, onDisposed: { waiting.dispose() }))
  }

  private func cancelReset() {
    pendingReset?.dispose()
    pendingReset = nil
  }

  private func forget() {
    cancelReset()
    subject?.forget()
    subject = nil
    connection = nil
    hasEnded = false
  }
}
