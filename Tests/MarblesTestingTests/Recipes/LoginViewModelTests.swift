import MarblesCombine
import MarblesRx
import MarblesTesting
import Testing

struct WrongPassword: Error {}

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
