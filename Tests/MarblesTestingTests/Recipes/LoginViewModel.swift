import MarblesRx

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
