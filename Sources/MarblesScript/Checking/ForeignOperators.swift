/// Operators of other libraries that have no direct counterpart in a script; see `OlderSpelling`
/// for those that have one.
enum ForeignOperators {
  static func hint(_ name: String) -> String? {
    if let here = names[name] { return "write '\(here)'" }
    return ways[name]
  }

  /// The calls to write instead, by the name in the other library.
  static let names: [String: String] = [
    "bufferCount": "collect(2)", "distinct": "distinctUntilChanged()", "single": "first()",
    "onErrorResumeNext": "catch { … }", "mapTo": "map { _ in … }",
  ]

  private static let ways: [String: String] = [
    "pipe": "chain the operators: .map { … }.filter { … }",
    "decode": "write map { … }: values need no decoding",
    "encode": "write map { … }: values need no encoding",
    "asSingle": "remove it: a stream of one value is a stream",
    "asMaybe": "remove it: a stream of one value is a stream",
    "asCompletable": "remove it, and write ignoreElements()",
    "asInfallible": "remove it, and write catchAndReturn(…)",
    "withUnretained": "remove it: a script has no self",
    "retryWhen": "write retry(2), with .delay(…) on the source for a pause between attempts",
    "groupBy": "write one filter { … } for each group",
    "amb": "write take(until: …) on each of them",
    "breakpoint": "remove it: the picture shows all elements",
  ]
}
