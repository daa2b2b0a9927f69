extension ScriptOperator {
  static let eraseToAnyPublisher = ScriptOperator(
    "eraseToAnyPublisher", family: .transforming, "Hides the type of a publisher",
    example: "numbers.eraseToAnyPublisher()",
    compatibility: .different("scripts have one type of publisher, so it changes nothing there")
  ) { upstream, _, _ in upstream }
}
