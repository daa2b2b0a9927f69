extension ObservableType {
  /// Prints subscriptions, events and disposals.
  ///
  ///     login -> subscribed
  ///     login -> Event next(1)
  ///     login -> Event completed
  ///     login -> isDisposed
  ///
  /// RxSwift's lines begin with the current date; these do not, because nothing here reads a clock.
  ///
  /// - Parameters:
  ///   - identifier: The name in each line; by default the place of the call.
  ///   - trimOutput: Whether the text of an event is shortened to 40 characters.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  ///   - function: The function of the call.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> Observable<Element> {
    let place = "\(file.split(separator: "/").last ?? ""):\(line) (\(function))"
    return debug(identifier ?? place, trimOutput: trimOutput) { Swift.print($0) }
  }

  func debug(_ name: String, trimOutput: Bool, print: @escaping (String) -> Void)
    -> Observable<Element>
  {
    Producer { sink in
      print("\(name) -> subscribed")
      let subscription = asObservable().subscribe(
        Receiver<Element>(input: sink.input) { event in
          var text = "\(event)"
          if trimOutput, text.count > 40 { text = "\(text.prefix(20))...\(text.suffix(20))" }
          print("\(name) -> Event \(text)")
          sink.on(event)
        })
      let isDisposed = Disposables.create { print("\(name) -> isDisposed") }
      return Disposables.create(isDisposed, subscription)
    }
  }
}
