/// Operators of other libraries that have no direct counterpart in a script; see `OlderSpelling`
/// for those that have one.
enum ForeignOperators {
  static func hint(_ name: String) -> String? {
    if let here = names[name] { return "write '\(here)'" }
    return ways[name]
  }

  /// The calls to write instead, by the name in the other library.
  static let names: [String: String] = [
    "bufferCount": "collect(2)", "distinct": "distinctUntilChanged()",
    "onErrorResumeNext": "catch { … }", "mapTo": "map { _ in … }",
  ]

  private static let ways: [String: String] = [
    "pipe": "chain the operators: .map { … }.filter { … }",
    "decode": "write map { … }: values need no decoding",
    "encode": "write map { … }: values need no encoding",
    "breakpoint": "remove it: the picture shows all elements",
  ]
}
