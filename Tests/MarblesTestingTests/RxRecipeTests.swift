import MarblesCombine
import MarblesRx
import MarblesTesting
import Testing

private struct WrongPassword: Error {}

// Recipe: a view model in RxSwift
final class LoginViewModel {
  struct Input {
    let email: Observable<String>
    let password: Observable<String>
    let login: Observable<Void>
  }

  struct Output {
    let isEnabled: Driver<Bool>
    let isLoading: Driver<Bool>
    let message: Signal<String>
  }

  private let request: (_ email: String, _ password: String) -> Single<String>

  init(request: @escaping (_ email: String, _ password: String) -> Single<String>) {
    self.request = request
  }

  func transform(_ input: Input) -> Output {
    let isLoading = BehaviorRelay(value: false)
    let credentials = Observable.combineLatest(input.email, input.password).share(replay: 1)
    let isEnabled =
      credentials
      .map { email, password in email.contains("@") && !password.isEmpty }
      .startWith(false)
      .distinctUntilChanged()
    let message = input.login
      .withLatestFrom(credentials)
      .flatMapFirst { [request] email, password in
        request(email, password)
          .asObservable()
          .map { name in "Welcome, \(name)" }
          .catchAndReturn("Wrong password")
          .do(onSubscribe: { isLoading.accept(true) }, onDispose: { isLoading.accept(false) })
      }
    return Output(
      isEnabled: isEnabled.asDriver(onErrorJustReturn: false),
      isLoading: isLoading.asDriver().distinctUntilChanged(),
      message: message.asSignal(onErrorJustReturn: "Try again"))
  }
}
// End

// Recipe: its test
@Test func aTapWhileTheRequestRunsIsIgnored() throws {
  let scheduler = TestScheduler(frame: .milliseconds(100))
  let email = PublishSubject<String>()
  let password = PublishSubject<String>()
  let login = PublishSubject<Void>()
  let bag = DisposeBag()

  try SharingScheduler.mock(scheduler: scheduler) {
    let viewModel = LoginViewModel { email, password in
      let response: [Recorded<Event<String>>] =
        password == "secret"
        ? [.next(2, "Ada"), .completed(2)] : [.error(2, WrongPassword())]
      return scheduler.createColdObservable(response).asSingle()
    }
    let output = viewModel.transform(
      LoginViewModel.Input(email: email, password: password, login: login))
    try scheduler.subscribe(output.isEnabled.asObservable(), as: "isEnabled")
    try scheduler.subscribe(output.isLoading.asObservable(), as: "isLoading")
    try scheduler.subscribe(output.message.asObservable(), as: "message")

    try scheduler.hot("email", "-e", values: ["e": "ada@example.com"])
      .subscribe(onNext: email.onNext).disposed(by: bag)
    try scheduler.hot("password", "--p---------q", values: ["p": "secrt", "q": "secret"])
      .subscribe(onNext: password.onNext).disposed(by: bag)
    try scheduler.hot("login", "---x-x--------x", values: ["x": ()])
      .subscribe(onNext: login.onNext).disposed(by: bag)
    try scheduler.run()
  }

  let recording = scheduler.recorder.recording(title: "Login")
  let flags = ["f": "false", "t": "true"]
  expectMarbles(
    recording, lane: "isEnabled", "f-t", values: flags, allowing: .openSubscriptions)
  expectMarbles(
    recording, lane: "isLoading", "f--t-f--------t-f", values: flags,
    allowing: .openSubscriptions)
  expectMarbles(
    recording, lane: "message", "-----a----------b",
    values: ["a": "Wrong password", "b": "Welcome, Ada"], allowing: .openSubscriptions)
}
// End
