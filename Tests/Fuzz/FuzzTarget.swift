// Compiled by Tests/fuzz into the module MarblesCommand, in place of main.swift. libFuzzer calls
// the two functions below. The environment variable MARBLES_FUZZ names the kind of input.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The kinds of external input.
enum FuzzKind: String, CaseIterable {
  case marbles, script, recording, trace, swirly, markdown

  static let chosen = getenv("MARBLES_FUZZ").flatMap { FuzzKind(rawValue: String(cString: $0)) }

  func read(_ bytes: [UInt8]) {
    switch self {
    case .marbles: FuzzedMarbles.read(bytes)
    case .script: FuzzedScript.read(bytes)
    case .recording, .trace: FuzzedRecording.read(bytes)
    case .swirly: FuzzedSwirly.read(bytes)
    case .markdown: FuzzedMarkdown.read(bytes)
    }
  }
}

@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard FuzzKind.chosen == nil else { return 0 }
  let kinds = FuzzKind.allCases.map(\.rawValue).joined(separator: ", ")
  fail("set MARBLES_FUZZ to one of: \(kinds)")
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
  FuzzKind.chosen?.read(bytes)
  return 0
}

/// Reports a broken rule by a crash, so that libFuzzer keeps the input.
func fail(_ reason: String) -> Never {
  let message = Array("fuzz: \(reason)\n".utf8)
  _ = message.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  abort()
}

func require(_ condition: Bool, _ reason: @autoclosure () -> String) {
  if !condition { fail(reason()) }
}

/// Requires a text without control characters, except tabs of a quoted source line.
func requireShown(_ text: String, _ what: String) {
  for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\t" {
    let properties = scalar.properties
    require(
      properties.generalCategory != .control && !properties.isBidiControl,
      "\(what) contains U+\(String(scalar.value, radix: 16))")
  }
}
