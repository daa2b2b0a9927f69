/// Names of operators in other libraries and in older versions, which the parser replaces.
struct OlderSpelling {
  /// The name in a script.
  let name: String
  /// The label of the first argument in a script.
  let label: String?

  init(_ name: String, _ label: String? = nil) {
    self.name = name
    self.label = label
  }

  /// The call in a script: `take(while: …)`.
  var usage: String { label.map { "\(name)(\($0): …)" } ?? "\(name)(…)" }

  static let all: [String: OlderSpelling] = [
    "addDisposableTo": OlderSpelling("disposed", "by"),
    "catchError": OlderSpelling("catch"),
    "combineLatestWith": OlderSpelling("combineLatest"),
    "concatAll": OlderSpelling("concat"),
    "concatWith": OlderSpelling("concat"),
    "debounceTime": OlderSpelling("debounce"),
    "defaultIfEmpty": OlderSpelling("ifEmpty", "default"),
    "doOnNext": OlderSpelling("do", "onNext"),
    "elementAt": OlderSpelling("element", "at"),
    "endWith": OlderSpelling("append"),
    "exhaustMap": OlderSpelling("flatMapFirst"),
    "finalize": OlderSpelling("do", "onDispose"),
    "mergeAll": OlderSpelling("merge"),
    "mergeMap": OlderSpelling("flatMap"),
    "mergeWith": OlderSpelling("merge", "with"),
    "observeOn": OlderSpelling("observe", "on"),
    "onErrorReturn": OlderSpelling("catchAndReturn"),
    "publishReplay": OlderSpelling("replay"),
    "retryWhen": OlderSpelling("retry", "when"),
    "skipUntil": OlderSpelling("skip", "until"),
    "skipWhile": OlderSpelling("skip", "while"),
    "subscribeNext": OlderSpelling("subscribe", "onNext"),
    "subscribeOn": OlderSpelling("subscribe", "on"),
    "switchAll": OlderSpelling("switchLatest"),
    "switchMap": OlderSpelling("flatMapLatest"),
    "takeWhile": OlderSpelling("take", "while"),
    "tap": OlderSpelling("do", "onNext"),
    "throttleTime": OlderSpelling("throttle"),
    "zipWith": OlderSpelling("zip"),
  ]
}

extension Parser {
  /// A call, with the names that a script has for what pasted code says.
  mutating func call(_ function: Expression, _ arguments: [Argument]) -> Call {
    let call = Call(function: function, arguments: assignment(function, arguments))
    guard case .member(let base, let name) = function.kind, let here = OlderSpelling.all[name.text]
    else { return call }
    report(.olderSpelling(name.text, usage: here.usage), at: name.span)
    var renamed = call
    renamed.function = Expression(
      kind: .member(base, Name(text: here.name, span: name.span)), span: function.span)
    if let label = here.label, let first = renamed.arguments.first, first.label == nil {
      let isClosure = if case .closure = first.value.kind { true } else { false }
      renamed.arguments[0].isTrailing = false
      renamed.arguments[0].label = Name(text: label, span: isClosure ? first.value.span : name.span)
    }
    return renamed
  }
}
