import Testing

@testable import MarblesScript

@Suite("Owners of closures in scripts")
struct OwnerTests {
  @Test("closures after 'with:' and 'withUnretained' receive the object first")
  func closuresAfterWithAndWithUnretainedReceiveTheObjectFirst() {
    #expect(
      failures(
        """
        dialect rxswift
        final class View {
          var texts: [String] = []
          var ends = 0
          func show(_ text: String) { texts.append(text) }
        }
        let view = View()
        let taps = PublishRelay<Int>()
        let work = PublishSubject<Int>()
        taps.subscribe(with: view, onNext: { view, tap in view.show("next \\(tap)") })
        taps.subscribe(with: view) { $0.show("trailing \\($1)") }
        work.subscribe(
          with: view, onError: { view, error in view.show("\\(error)") },
          onDisposed: { view in view.ends += 1 })
        taps.asDriver(onErrorJustReturn: 0).drive(with: view) { view, tap in view.show("drive \\(tap)") }
        taps.asSignal(onErrorJustReturn: 0).emit(with: view, onNext: { $0.show("emit \\($1)") })
        taps.withUnretained(view).subscribe(onNext: { view, tap in view.show("pair \\(tap)") })
        let names = taps.withUnretained(view) { view, tap in "\\(tap) of \\(view.ends)" }.subscribe()
        taps: -1
        work: --#
        expect view.texts == ["next 1", "trailing 1", "drive 1", "emit 1", "pair 1", "error"]
        expect view.ends == 1
        expect names.values == ["1 of 0"]
        """) == [])
  }

  @Test("the closure after 'subscribe(with: self)' receives elements, also if they are events")
  func theClosureAfterSubscribeWithSelfReceivesElementsAlsoIfTheyAreEvents() {
    #expect(
      failures(
        """
        dialect rxswift
        final class CartViewModel {
          let taps = PublishRelay<Int>()
          private(set) var log: [String] = []
          init() {
            taps
              .flatMap { tap -> Observable<Event<Int>> in
                (tap == 2 ? Observable.error("offline") : .just(tap)).materialize()
              }
              .subscribe(with: self) { owner, event in
                switch event {
                case .next(let tap): owner.log.append("\\(tap)")
                case .error: owner.log.append("error")
                case .completed: break
                }
              }
          }
        }
        taps: -1-2
        expect log == ["1", "error"]
        """) == [])
  }
}
