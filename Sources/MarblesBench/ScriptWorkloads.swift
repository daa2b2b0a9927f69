import MarblesScript

enum ScriptWorkloads {
  /// A script with more lines would exceed the size limit.
  private static let mostLines = 150_000

  /// Parsing and checking a script with the given number of lines.
  static let check = Workload(name: "Script", unit: "line", size: 100_000) { size in
    let count = min(size, mostLines)
    let lines = (0..<count).map { number in
      switch number % 4 {
      case 0: "let source\(number) = PassthroughSubject()"
      case 1: "let sum\(number) = source\(number - 1).scan(0) { $0 + $1 }.filter { $0 > 10 }"
      case 2: "let sink\(number) = sum\(number - 1).sink()"
      default: "source\(number - 3): -1-2--3-|"
      }
    }
    let script = lines.joined(separator: "\n")
    return {
      use(Simulation(script: script, file: "large.txt").diagnostics)
      return count
    }
  }
}
