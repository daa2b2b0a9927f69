import MarblesRx

/// The real share and relays of MarblesRx.
final class RxPlayground: Playground {
  private final class Line {
    let observer: AnyObserver<Int>
    var isOpen = true

    init(_ observer: AnyObserver<Int>) { self.observer = observer }
  }

  private let play: Play
  private var lines: [Line] = []
  private var observable = Observable<Int>.never()
  private var accept: ((Int) -> Void)?
  private var disposables: [Int: any Disposable] = [:]

  init(_ play: Play, _ build: (Observable<Int>) -> Observable<Int>) {
    self.play = play
    let source = Observable<Int>.create { [unowned self] observer in
      play.write("up subscribed")
      let line = Line(observer)
      lines.append(line)
      return Disposables.create {
        guard line.isOpen else { return }
        line.isOpen = false
        play.write("up disposed")
      }
    }
    observable = build(source)
  }

  init(_ play: Play, relay: Observable<Int>, accept: @escaping (Int) -> Void) {
    self.play = play
    observable = relay
    self.accept = accept
  }

  func perform(_ deed: Deed) {
    switch deed {
    case .subscribe(let who, _):
      let name = Play.name(who)
      disposables[who] = observable.subscribe(
        onNext: { [play] in _ = play.received(who, $0) },
        onError: { [play] _ in play.write("\(name) failed") },
        onCompleted: { [play] in play.write("\(name) finished") })
    case .cancel(let who): disposables[who]?.dispose()
    case .send(let value):
      if let accept { return accept(value) }
      for line in lines where line.isOpen { line.observer.onNext(value) }
    case .end(let fails):
      let open = lines.filter(\.isOpen)
      for line in open { line.isOpen = false }
      for line in open {
        if fails { line.observer.onError(Trouble()) } else { line.observer.onCompleted() }
      }
    case .request, .connect, .disconnect: break
    }
  }
}
