/// What operators of other libraries, and of other versions, are called here.
enum ForeignOperators {
  static func hint(_ name: String) -> String? {
    if let here = names[name] { return "write '\(here)'" }
    return ways[name]
  }

  /// By the name elsewhere; the name here comes first.
  static let names: [String: String] = [
    "mergeMap": "flatMap { … }", "switchMap": "flatMapLatest { … }",
    "exhaustMap": "flatMapFirst { … }", "debounceTime": "debounce(3)",
    "throttleTime": "throttle(3)", "catchError": "catch { … }", "observeOn": "observe(on: …)",
    "subscribeOn": "subscribe(on: …)", "takeWhile": "take(while: { … })",
    "skipWhile": "skip(while: { … })", "skipUntil": "skip(until: …)",
    "elementAt": "element(at: 0)", "tap": "do(onNext: { … })", "mergeWith": "merge(with: …)",
    "concatWith": "concat(…)", "zipWith": "zip(…)", "combineLatestWith": "combineLatest(…)",
    "bufferCount": "collect(2)", "endWith": "append(…)", "defaultIfEmpty": "ifEmpty(default: …)",
    "switchAll": "switchLatest()", "mergeAll": "merge()", "concatAll": "concat()",
    "distinct": "distinctUntilChanged()", "finalize": "do(onDispose: { … })",
    "publishReplay": "replay(1)", "single": "first()", "onErrorReturn": "catchAndReturn(…)",
    "onErrorResumeNext": "catch { … }", "doOnNext": "do(onNext: { … })",
    "mapTo": "map { _ in … }",
  ]

  private static let ways: [String: String] = [
    "pipe": "write the operators behind one another: .map { … }.filter { … }",
    "decode": "a value needs no decoding here: write map { … }",
    "encode": "a value needs no encoding here: write map { … }",
    "asSingle": "leave it out: a stream of one value is a stream",
    "asMaybe": "leave it out: a stream of one value is a stream",
    "asCompletable": "leave it out, and write ignoreElements()",
    "asInfallible": "leave it out, and write catchAndReturn(…)",
    "withUnretained": "leave it out: a script has no self",
    "groupBy": "there is none; filter { … } makes each of the groups",
    "amb": "there is none; take(until: …) makes each of them wait for the other",
    "breakpoint": "leave it out: what passes by is in the picture",
    "debug": "leave it out: what passes by is in the picture",
  ]
}
