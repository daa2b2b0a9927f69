import Marbles

/// What the three relays have in common besides being observables: values go in, nothing else.
package protocol Relay<Element>: ObservableType, StagedSource, Sendable {
  /// What RxSwift calls it in its messages: "publish relay".
  static var kindName: String { get }
  var broadcast: Broadcast<Element> { get }
  func accept(_ event: Element)
}

extension Relay {
  package var stage: RecordedStage? { broadcast.stage }

  /// Lets a stage of the picture show what the relay keeps and which deliveries interrupt others.
  package func report(to stage: RecordedStage) { broadcast.report(to: stage) }
}

extension PublishRelay: Relay {
  package static var kindName: String { "publish relay" }
}

extension BehaviorRelay: Relay {
  package static var kindName: String { "behavior relay" }
}

extension ReplayRelay: Relay {
  package static var kindName: String { "replay relay" }
}

/// What a relay looks like from outside: its values, and no way to send.
final class BroadcastObservable<Element>: Observable<Element>, StagedSource {
  private let broadcast: Broadcast<Element>

  init(_ broadcast: Broadcast<Element>) {
    self.broadcast = broadcast
    super.init()
  }

  package var stage: RecordedStage? { broadcast.stage }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    broadcast.subscribe(receiver)
  }
}
