import Foundation
import Testing

@testable import MarblesCommand

@Suite("Completion and manual page")
struct CompletionTests {
  /// Runs a program with a script on its standard input; `nil` if the program is not installed.
  private func run(_ program: String, _ arguments: [String], input: String) throws -> (
    status: Int32, output: String
  )? {
    let folders = ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"]
    let paths = folders.map { $0 + program }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let standardInput = Pipe()
    let standardOutput = Pipe()
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardOutput
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test(
    "bash completes commands, options and the values of options",
    arguments: [
      ("marbles ch", ["check"]), ("marbles diff --the", ["--theme"]),
      ("marbles x.txt --theme d", ["dark"]), ("marbles check --dialect rx", ["rxswift", "rxjs"]),
      ("marbles check --unus", []), ("marbles snapshots --unus", ["--unused"]),
      ("marbles --generate-c", ["--generate-completion"]),
    ] as [(String, [String])])
  func bashCompletesCommandsOptionsAndTheValuesOfOptions(line: String, expected: [String]) throws {
    let script = TestWorld().run("--generate-completion", "bash").output
    let words = line.split(separator: " ").map(String.init)
    let driver = """

      COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
      _marbles
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    guard let result = try run("bash", ["--norc"], input: script + driver) else { return }
    #expect(result.output.split(separator: "\n").map(String.init) == expected)
  }

  @Test("zsh and fish accept their scripts", arguments: ["zsh", "fish"])
  func zshAndFishAcceptTheirScripts(shell: String) throws {
    let script = TestWorld().run("--generate-completion", shell).output
    for command in MarblesTool.commands {
      if !command.name.isEmpty { #expect(script.contains(command.name)) }
      for option in command.options { #expect(script.contains(option.name)) }
    }
    guard let result = try run(shell, ["--no-execute"], input: script) else { return }
    #expect(result.status == 0)
    #expect(result.output == "")
  }

  @Test("the manual page lists all commands and options and is formatted without warnings")
  func theManualPageListsAllCommandsAndOptionsAndIsFormattedWithoutWarnings() throws {
    let page = TestWorld().run("--generate-manual").output
    #expect(page.hasPrefix(".TH MARBLES 1 "))
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
    for command in MarblesTool.commands {
      #expect(page.contains(".B \(command.call)\n"))
      for option in command.options {
        #expect(page.contains("\\-\\-" + option.name.replacing("-", with: "\\-")))
      }
    }
    guard let result = try run("groff", ["-man", "-Tutf8", "-ww", "-z"], input: page) else {
      return
    }
    #expect(result.output == "")
  }
}
