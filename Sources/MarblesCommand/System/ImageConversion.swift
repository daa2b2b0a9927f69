#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A format that other programs make of SVG.
enum ImageFormat: String, CaseIterable, Hashable, Sendable {
  case png, pdf

  /// The format that belongs to the extension of a file name.
  init?(path: String) { self.init(rawValue: PathName(path).fileExtension) }

  /// The image with the signature of marbles.
  func signed(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .png: Self.signedPNG(bytes)
    case .pdf: bytes + Self.pdfSignature
    }
  }

  /// Whether an image has the signature of marbles.
  func isOwn(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .png: bytes.dropFirst(33).starts(with: Self.pngSignature)
    case .pdf: bytes.suffix(Self.pdfSignature.count).elementsEqual(Self.pdfSignature)
    }
  }

  private static let pdfSignature = Array("\n% marbles\n".utf8)

  // MARK: PNG

  /// A text chunk: length, type, keyword and text, checksum.
  private static let pngSignature: [UInt8] = {
    let body = Array("tEXtSoftware\0marbles".utf8)
    return bigEndian(UInt32(body.count - 4)) + body + bigEndian(checksum(body))
  }()

  /// The chunk follows the header, which has 8 + 25 bytes.
  private static func signedPNG(_ bytes: [UInt8]) -> [UInt8] {
    bytes.count < 33 ? bytes : bytes[..<33] + pngSignature + bytes[33...]
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }

  /// CRC-32, as PNG uses it.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let sum = bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
    return ~sum
  }
}

/// Converts SVG with an installed program.
struct ImageConverter {
  /// The programs in the order in which they are tried, and their arguments.
  private static let programs: [(name: String, formats: [ImageFormat], form: Form)] = [
    ("rsvg-convert", [.png, .pdf], { ["-f", $0.rawValue, "-o", $2, $1] }),
    ("resvg", [.png], { [$1, $2] }),
    (
      "inkscape", [.png, .pdf],
      { ["--export-type=\($0.rawValue)", "--export-filename=\($2)", $1] }
    ),
  ]

  /// The arguments for a format, an input path and an output path.
  private typealias Form = @Sendable (ImageFormat, String, String) -> [String]

  /// The folder for temporary files.
  let folder: String

  func convert(_ svg: [UInt8], to format: ImageFormat) throws(FileError) -> [UInt8] {
    var template = Posix.path("\(folder)/marbles-XXXXXX")
    guard mkdtemp(&template) != nil else { throw failure(Posix.reason(errno)) }
    let work = Posix.text(ofName: template.dropLast().map { UInt8(bitPattern: $0) })
    let (input, output) = (work + "/picture.svg", work + "/picture." + format.rawValue)
    defer {
      for path in [input, output] { unlink(Posix.path(path)) }
      rmdir(Posix.path(work))
    }
    let files = PosixFiles()
    try files.replace(input, with: svg)
    let fitting = Self.programs.filter { $0.formats.contains(format) }
    for program in fitting {
      guard let status = Self.run(program.name, program.form(format, input, output)) else {
        continue
      }
      guard status == 0 else { throw failure(.other("\(program.name) failed")) }
      return format.signed(try files.read(output, limit: 64 * 1_048_576))
    }
    let names = fitting.map(\.name).joined(separator: ", ")
    throw failure(.other("install one of \(names) to write \(format.rawValue.uppercased())"))
  }

  private func failure(_ reason: FileError.Reason) -> FileError {
    FileError(action: .write, path: "", reason: reason)
  }

  /// Runs a program and waits for it. Returns its exit status; `nil` if it is not installed.
  private static func run(_ program: String, _ arguments: [String]) -> Int32? {
    let words = ([program] + arguments).map { strdup(Posix.path($0)) }
    let names = ["PATH", "HOME", "LANG", "TMPDIR", "XDG_CACHE_HOME"]
    let variables = names.compactMap { name -> UnsafeMutablePointer<CChar>? in
      getenv(name).flatMap { strdup("\(name)=\(String(cString: $0))") }
    }
    defer { (words + variables).forEach { free($0) } }
    var process = pid_t()
    guard posix_spawnp(&process, program, nil, nil, words + [nil], variables + [nil]) == 0 else {
      return nil
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let isExit = status & 0x7F == 0
    let code = status >> 8 & 0xFF
    // Some systems report a missing program by this status of the new process.
    if isExit, code == 127 { return nil }
    return isExit ? code : -1
  }
}
