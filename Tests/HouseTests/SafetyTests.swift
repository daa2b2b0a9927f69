import Testing

@Suite("Safety")
struct SafetyTests {
  @Test("the library has no force unwrap, force try or force cast")
  func theLibraryHasNoForceUnwrapForceTryOrForceCast() {
    for file in SourceTree.library {
      for (before, mark) in zip(file.tokens, file.tokens.dropFirst())
      where mark.text == "!" && !mark.isSpaced {
        let endsExpression =
          before.text.first.map { $0.isLetter || $0.isNumber || "_)]}".contains($0) } ?? false
        #expect(
          !endsExpression || isComparison(file, at: mark),
          "\(file.path):\(mark.line): '\(before.text)!'")
      }
    }
  }

  /// `a!=b` without spaces, and `macro!=`.
  private func isComparison(_ file: SourceTree.File, at mark: SwiftTokens.Token) -> Bool {
    file.tokens.contains { $0.line == mark.line && $0.text == "=" && !$0.isSpaced }
  }

  /// Calls that stop the process.
  private static let stops: Set<String> = [
    "fatalError", "preconditionFailure", "assertionFailure", "abort", "unsafeBitCast",
  ]
  /// Programmer errors for which Combine and RxSwift stop the process, too.
  private static let stopsAllowed: [String: Set<String>] = [
    "Sources/MarblesCombine/Core/Violation.swift": ["fatalError"],
    "Sources/MarblesRx/Relays/Bind.swift": ["fatalError"],
    "Sources/MarblesRx/Schedulers/MainScheduler.swift": ["fatalError"],
  ]

  @Test("no input can stop the process")
  func noInputCanStopTheProcess() {
    for file in SourceTree.library where file.target != "MarblesBench" {
      for token in file.tokens where Self.stops.contains(token.text) {
        let isAllowed = Self.stopsAllowed[file.path]?.contains(token.text) ?? false
        #expect(isAllowed, "\(file.path):\(token.line): \(token.text)")
      }
    }
  }

  @Test("only the lock and the scheduler's job are unchecked Sendable")
  func onlyTheLockAndTheSchedulersJobAreUncheckedSendable() {
    var vouching: [String: Int] = [:]
    for file in SourceTree.library {
      for (index, token) in file.tokens.enumerated() where token.text == "unchecked" {
        let isExclusivity = file.tokens[..<index].suffix(2).contains { $0.text == "exclusivity" }
        guard !isExclusivity else { continue }
        vouching[file.path, default: 0] += 1
      }
      for token in file.tokens where token.text == "nonisolated" {
        Issue.record("\(file.path):\(token.line): nonisolated")
      }
    }
    for (path, count) in vouching {
      let isKnown = path.hasSuffix("/Locked.swift") || path.contains("Dispatch")
      #expect(isKnown && count == 1, "\(path): @unchecked Sendable")
    }
    #expect(vouching.count <= 2)
  }

  @Test("exclusive access is unchecked only where a benchmark justifies it")
  func exclusiveAccessIsUncheckedOnlyWhereABenchmarkJustifiesIt() {
    let unchecked = SourceTree.library.filter { file in
      file.tokens.contains { $0.text == "exclusivity" }
    }.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }
    let known = [
      "Locked.swift", "ValueColumns.swift", "RecordedLane.swift", "TransformSubscriber.swift",
      "VirtualClock.swift",
      "EventQueue.swift",
      "MergingSubscription.swift", "MergingInput.swift", "Buffer.swift", "Drop.swift",
      "Sequence.swift", "SerialGate.swift",
      "SerializedDownstream.swift", "CombiningSubscription.swift", "ReplaceSubscriber.swift",
      "InnerPublisherSubscriber.swift", "SchedulingSubscriber.swift", "ReceiveOn.swift",
      "Prefix.swift", "DropUntilOutput.swift", "Collect.swift", "StepState.swift",
      "InnerStreams.swift", "CombineLatest.swift", "Zip.swift", "Delay.swift", "Throttle.swift",
    ]
    #expect(Set(unchecked).isSubset(of: known))
  }

  @Test("there are no static and no global variables")
  func thereAreNoStaticAndNoGlobalVariables() {
    for file in SourceTree.library {
      let isProgram = file.path.hasSuffix("/main.swift")
      for index in file.tokens.indices where file.tokens[index].text == "var" {
        let token = file.tokens[index]
        let before = file.tokens[max(0, index - 3)..<index].map(\.text)
        let isComputed = Self.isComputed(file.tokens, from: index)
        if before.contains("static"), !isComputed {
          Issue.record("\(file.path):\(token.line): a static variable")
        }
        if token.depth == 0, !isProgram, !isComputed {
          Issue.record("\(file.path):\(token.line): a global variable")
        }
      }
    }
  }

  /// Whether a variable is computed, or is a requirement of a protocol.
  private static func isComputed(_ tokens: [SwiftTokens.Token], from index: Int) -> Bool {
    let line = tokens[index].line
    for token in tokens[index...] {
      if token.text == "=" { return false }
      if token.text == "{" { return true }
      if token.line > line + 3 { return false }
    }
    return false
  }

  private static let clocks: Set<String> = [
    "Date", "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator", "clock_gettime",
    "gettimeofday", "random", "shuffled", "randomElement", "UUID", "ProcessInfo",
  ]
  private static let timeless: Set<String> = [
    "Marbles", "MarblesCombine", "MarblesRx", "MarblesScript",
  ]

  @Test("the library uses no real clock and no random numbers")
  func theLibraryUsesNoRealClockAndNoRandomNumbers() {
    for file in SourceTree.library where Self.timeless.contains(file.target) {
      for token in file.tokens where Self.clocks.contains(token.text) {
        Issue.record("\(file.path):\(token.line): \(token.text)")
      }
    }
  }

  @Test("no test measures time; the benchmark does")
  func noTestMeasuresTimeTheBenchmarkDoes() {
    let stopwatches: Set<String> = ["ContinuousClock", "SuspendingClock", "clock_gettime"]
    for file in SourceTree.swiftFiles where !file.isLibrary && !file.path.contains("HouseTests") {
      for token in file.tokens where stopwatches.contains(token.text) {
        Issue.record("\(file.path):\(token.line): \(token.text)")
      }
    }
  }
}
