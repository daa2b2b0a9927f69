import Testing

@Suite("Names of tests")
struct TestNameTests {
  /// A function name can end after this number of characters.
  private static let shortest = 60

  @Test("the name of a test function is the display name in camel case")
  func theNameOfATestFunctionIsTheDisplayNameInCamelCase() {
    for file in SourceTree.swiftFiles
    where file.path.hasPrefix("Tests/") && !file.path.hasSuffix("TestNameTests.swift") {
      for (display, function) in Self.tests(in: file.text) {
        let expected = Self.letters(display)
        let isShortened = function.count >= Self.shortest && expected.hasPrefix(function)
        #expect(function == expected || isShortened, "\(file.path): \(display)")
      }
    }
  }

  /// The display name of each test, and the letters of its function's name.
  private static func tests(in text: String) -> [(display: String, function: String)] {
    text.split(separator: "@Test(").dropFirst().compactMap { part in
      let literal = part.drop { $0.isWhitespace }
      guard literal.first == "\"", let function = part.firstRange(of: "func ") else { return nil }
      var display = ""
      var rest = literal.dropFirst()
      while let character = rest.popFirst(), character != "\"" {
        if character == "\\", let escaped = rest.popFirst() { display.append(escaped) }
        display.append(character)
      }
      let name = part[function.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return (display, letters(String(name)))
    }
  }

  private static func letters(_ text: String) -> String {
    text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
