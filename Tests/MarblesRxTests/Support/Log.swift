import MarblesRx
@_exported import MarblesTestSupport

extension ObservableType {
  /// Logs what happens at this place of a chain: "up emits 1".
  func spied(_ name: String, _ log: Log) -> Observable<Element> {
    self.do(
      onNext: { log("\(name) emits \($0)") }, onError: { log("\(name) error(\($0))") },
      onCompleted: { log("\(name) completed") }, onSubscribe: { log("\(name) subscribed") },
      onDispose: { log("\(name) disposed") })
  }

  /// Subscribes and logs what arrives: "A next 1"; `then` runs after each value.
  @discardableResult
  func logged(_ name: String, _ log: Log, then: @escaping (Element) -> Void = { _ in })
    -> any Disposable
  {
    subscribe(
      onNext: {
        log("\(name) next \($0)")
        then($0)
      }, onError: { log("\(name) error(\($0))") }, onCompleted: { log("\(name) completed") },
      onDisposed: { log("\(name) disposed") })
  }
}
