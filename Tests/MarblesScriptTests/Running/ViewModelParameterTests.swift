import Testing

@testable import MarblesScript

@Suite("View models with parameters")
struct ViewModelParameterTests {
  @Test("the initializer runs where the script creates the view model, with its arguments")
  func theInitializerRunsWhereTheScriptCreatesTheViewModelWithItsArguments() {
    #expect(
      failures(
        """
        final class CounterViewModel {
          let tap = PublishRelay<Void>()
          private(set) lazy var text = total.map { "\\($0)" }
          private lazy var total = tap.map { _ in self.step }.scan(0, accumulator: +)
          private let load: (Int) -> Int
          private let step: Int
          private let source: Observable<Int>
          init(step: Int = 1, source: Observable<Int>, load: @escaping (Int) -> Int) {
            self.step = load(step)
            self.source = source
            self.load = load
          }
        }
        let source = PublishSubject<Int>()
        let viewModel = CounterViewModel(step: 2, source: source) { value in value * 10 }
        let view = viewModel.text.subscribe(onNext: { _ in })
        let other = viewModel.source.subscribe(onNext: { _ in })
        tap: -x-x
        source: --5
        expect view.values == ["20", "40"]
        expect other.values == [5]
        """) == [])
  }

  @Test("the labels of the arguments select the initializer of a view model")
  func theLabelsOfTheArgumentsSelectTheInitializerOfAViewModel() {
    #expect(
      failures(
        """
        final class CounterViewModel {
          let tap = PublishRelay<Void>()
          private let step: Int
          init(step: Int) { self.step = step }
          init(price: Int) { self.step = price * 100 }
          lazy var total = tap.map { _ in self.step }.scan(0, accumulator: +)
        }
        let viewModel = CounterViewModel(price: 2)
        let view = viewModel.total.subscribe(onNext: { _ in })
        tap: -x-x
        expect view.values == [200, 400]
        """) == [])
  }

  @Test("a subscriber can have the name of the published property that it receives")
  func aSubscriberCanHaveTheNameOfThePublishedPropertyThatItReceives() {
    #expect(
      failures(
        """
        final class TrackingViewModel: ObservableObject {
          @Published private(set) var status = "waiting"
          let start = PassthroughSubject<Void, Never>()
          private var bag = Set<AnyCancellable>()
          init() {
            start.sink { [weak self] in self?.status = "tracking" }.store(in: &bag)
          }
        }
        let viewModel = TrackingViewModel()
        let status = viewModel.$status.sink { _ in }
        start: -x
        expect status.events == [(0, "waiting"), (1, "tracking")]
        expect viewModel.status == "tracking"
        """) == [])
  }

  @Test("closures after with: self and withUnretained(self) receive the view model")
  func closuresAfterWithSelfAndWithUnretainedSelfReceiveTheViewModel() {
    #expect(
      failures(
        """
        dialect rxswift
        final class ScoreViewModel {
          let points = PublishRelay<Int>()
          let total = BehaviorRelay(value: 0)
          let doubled = BehaviorRelay(value: 0)
          let even = BehaviorRelay(value: 0)
          let text = BehaviorRelay(value: "")
          let shown = BehaviorRelay(value: 0)
          let unit = "p"
          private let bag = DisposeBag()
          init() {
            points.subscribe(with: self, onNext: { owner, value in
              owner.total.accept(owner.total.value + value)
            }).disposed(by: bag)
            points.bind(with: self) { $0.doubled.accept([$1].map { $0 * 2 }[0]) }
              .disposed(by: bag)
            points.withUnretained(self)
              .filter { owner, value in owner.unit == "p" && value % 2 == 0 }
              .subscribe(onNext: { owner, value in owner.even.accept(value) })
              .disposed(by: bag)
            points.withUnretained(self) { owner, value in "\\(value) \\(owner.unit)" }
              .map { $0 + "." }
              .bind(to: text).disposed(by: bag)
            total.asDriver().drive(with: self) { owner, value in owner.shown.accept(value) }
              .disposed(by: bag)
          }
        }
        let viewModel = ScoreViewModel()
        points: -1-2
        expect viewModel.total.value == 3
        expect viewModel.doubled.value == 4
        expect viewModel.even.value == 2
        expect viewModel.text.value == "2 p."
        expect viewModel.shown.value == 3
        """) == [])
  }

  @Test("an initializer can be used as a function")
  func anInitializerCanBeUsedAsAFunction() {
    #expect(
      failures(
        """
        enum Theme: String { case light, dark = "black" }
        struct Tag { let name: String }
        expect ["light", "black", "x"].map(Theme.init(rawValue:)) == [.light, .dark, nil]
        expect [1, 2].map(String.init) == ["1", "2"]
        expect ["a"].map(Tag.init(name:)).map(\\.name) == ["a"]
        expect "a1".contains { $0.isNumber }
        """) == [])
  }
}
