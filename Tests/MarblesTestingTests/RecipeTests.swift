import Foundation
import Testing

@Suite("The recipes") struct RecipePageTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test("docs/recipes.md shows the files of the tests word for word")
  func docsRecipesMdShowsTheFilesOfTheTestsWordForWord() throws {
    let blocks = try text("docs/recipes.md").components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let names = [
      "SearchViewModel", "SearchViewModelTests", "LoginViewModel", "LoginViewModelTests",
    ]
    #expect(blocks.count == names.count)
    for (block, name) in zip(blocks, names) {
      #expect(try block == text("Tests/MarblesTestingTests/Recipes/\(name).swift"))
    }
  }

  @Test("docs/recipes.md shows the picture of each script in examples/recipes")
  func docsRecipesMdShowsThePictureOfEachScriptInExamplesRecipes() throws {
    let page = try text("docs/recipes.md")
    let folder = root.appending(path: "examples/recipes")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let scripts = names.filter { $0.hasSuffix(".txt") }
    #expect(scripts.count >= 10)
    for name in scripts {
      #expect(page.contains("<!-- marbles: ../examples/recipes/\(name) "), "\(name)")
    }
  }
}
