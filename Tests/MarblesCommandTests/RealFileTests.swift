import Foundation
import Testing

@testable import MarblesCommand

@Suite("Files of the system")
final class RealFileTests {
  private let folder: String
  private let files = PosixFiles()

  init() throws {
    folder = NSTemporaryDirectory() + "marbles-\(UUID().uuidString)/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func reason(_ body: () throws -> Void) -> FileError.Reason? {
    do {
      try body()
      return nil
    } catch {
      return (error as? FileError)?.reason
    }
  }

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: folder + name).map { String(decoding: $0, as: UTF8.self) }
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder + name)[.posixPermissions] as? Int
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  @Test("a file is created and replaced without leftovers")
  func aFileIsCreatedAndReplacedWithoutLeftovers() throws {
    try files.replace(folder + "a.svg", with: Array("one".utf8))
    #expect(text("a.svg") == "one")
    try files.replace(folder + "a.svg", with: Array("two".utf8))
    #expect(text("a.svg") == "two")
    #expect(names == ["a.svg"])
    #expect(try files.read(folder + "a.svg", limit: 3) == Array("two".utf8))
  }

  @Test("the temporary file of a killed process is removed by the next process that writes there")
  func theTemporaryFileOfAKilledProcessIsRemovedByTheNextProcessThatWritesThere() throws {
    let part = ".a.svg.marbles-part"
    #expect(FileManager.default.createFile(atPath: folder + part, contents: Data("half".utf8)))
    try files.replace(folder + "a.svg", with: Array("one".utf8))
    #expect(names == ["a.svg"])
    #expect(text("a.svg") == "one")
  }

  @Test("the temporary file of a living process is left alone")
  func theTemporaryFileOfALivingProcessIsLeftAlone() throws {
    let part = ".a.svg.marbles-part"
    let other = open(folder + part, O_WRONLY | O_CREAT, 0o600)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    try files.replace(folder + "a.svg", with: Array("one".utf8))
    #expect(names == [part, "a.svg"])
    #expect(text("a.svg") == "one")
    #expect(text(part) == "")
  }

  @Test("a link in place of the temporary file is not followed")
  func aLinkInPlaceOfTheTemporaryFileIsNotFollowed() throws {
    symlink("victim", folder + ".a.svg.marbles-part")
    try files.replace(folder + "victim", with: Array("precious".utf8))
    try files.replace(folder + "a.svg", with: Array("one".utf8))
    #expect(text("victim") == "precious")
    #expect(text("a.svg") == "one")
  }

  @Test(
    "each file name can be read as text and written back",
    arguments: [
      [0x61, 0xFF, 0x62], [0xC3, 0xA4], [0xC3], [0xF4, 0x8F, 0xBC, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x9F, 0x98, 0x80], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func eachFileNameCanBeReadAsTextAndWrittenBack(bytes: [UInt8]) {
    let text = Posix.text(ofName: bytes)
    #expect(Posix.path(text) == bytes.map { CChar(bitPattern: $0) } + [0])
  }

  #if os(Linux)
    @Test("a file whose name is not UTF-8 is found, read and replaced")
    func aFileWhoseNameIsNotUTF8IsFoundReadAndReplaced() throws {
      let name = "t\u{10FFFF}.txt"
      try files.replace(folder + name, with: Array("one".utf8))
      try files.replace(folder + name, with: Array("two".utf8))
      #expect(try files.names(in: folder) == [name])
      #expect(try files.read(folder + name, limit: 3) == Array("two".utf8))
      #expect(shown(name) == "t\\xff.txt")
      var path = Posix.path(folder + name)
      #expect(path.contains(-1))
      #expect(access(&path, R_OK) == 0)
    }
  #endif

  @Test("a file above the size limit of the process is an error with a reason")
  func aFileAboveTheSizeLimitOfTheProcessIsAnErrorWithAReason() {
    #expect(Posix.reason(EFBIG) == .sizeLimit)
  }

  @Test("a replaced file keeps its mode; a new file has the default mode")
  func aReplacedFileKeepsItsModeANewFileHasTheDefaultMode() throws {
    try files.replace(folder + "a", with: [])
    let mask = umask(0)
    umask(mask)
    #expect(try mode("a") == 0o666 & ~Int(mask))
    chmod(folder + "a", 0o640)
    try files.replace(folder + "a", with: [1])
    #expect(try mode("a") == 0o640)
  }

  @Test("a file is written through symbolic links, even if it does not exist yet")
  func aFileIsWrittenThroughSymbolicLinksEvenIfItDoesNotExistYet() throws {
    try files.replace(folder + "real", with: Array("old".utf8))
    symlink("real", folder + "link")
    symlink(folder + "link", folder + "link to link")
    try files.replace(folder + "link to link", with: Array("new".utf8))
    #expect(text("real") == "new")
    #expect(names == ["link", "link to link", "real"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "link") == "real")

    symlink("to come", folder + "dangling")
    try files.replace(folder + "dangling", with: [65])
    #expect(text("to come") == "A")
    symlink("circle", folder + "circle")
    #expect(reason { try files.replace(folder + "circle", with: []) } == .symlinkLoop)
    #expect(reason { _ = try files.read(folder + "circle", limit: 1) } == .symlinkLoop)
  }

  @Test("a folder is searched once, even if links form loops")
  func aFolderIsSearchedOnceEvenIfLinksFormLoops() throws {
    for name in ["one", "two"] { symlink(".", folder + name) }
    try files.makeFolder(folder + "within")
    symlink("..", folder + "within/out")
    try files.replace(folder + "within/page.md", with: [])
    let walk = FolderWalk(Console(Environment.ofProcess(), color: "never"))
    let root = String(folder.dropLast())
    #expect(walk.folders(folder) == [root, root + "/within"])
    #expect(walk.files(folder, withExtensions: ["md"]) == [root + "/within/page.md"])
  }

  @Test("a read error has a reason")
  func aReadErrorHasAReason() throws {
    #expect(reason { _ = try files.read(folder + "missing", limit: 1) } == .missing)
    #expect(reason { _ = try files.read(folder, limit: 1) } == .isFolder)
    #expect(reason { _ = try files.read("", limit: 1) } == .invalidName)
    #expect(reason { _ = try files.read("a\u{0}b", limit: 1) } == .invalidName)
    try files.replace(folder + "a", with: [1, 2, 3])
    #expect(reason { _ = try files.read(folder + "a/b", limit: 1) } == .notADirectory)
    #expect(reason { _ = try files.read(folder + "a", limit: 2) } == .tooLarge(limit: 2))
    #expect(reason { _ = try files.read("/dev/zero", limit: 100_000) } == .tooLarge(limit: 100_000))
  }

  @Test("a file above the size limit is refused before it is read")
  func aFileAboveTheSizeLimitIsRefusedBeforeItIsRead() throws {
    try files.replace(folder + "large", with: [])
    #expect(truncate(folder + "large", 100 * 1_048_576) == 0)
    let world = Environment.ofProcess()
    let problem = reason { _ = try world.files.read(folder + "large", limit: InputReader.limit) }
    #expect(problem == .tooLarge(limit: InputReader.limit))
    let message = FileError(action: .read, path: "x", reason: .tooLarge(limit: 67_108_864))
      .message
    #expect(message == "cannot read 'x': it is larger than the limit of 64 MB")
  }

  #if os(Linux)
    @Test("a file in /proc is refused with its folder")
    func aFileInProcIsRefusedWithItsFolder() {
      #expect(reason { try files.replace("/proc/marbles", with: [1]) } == .noFilesIn("/proc"))
    }
  #endif

  @Test("a pipe without a writer or reader is refused and does not block")
  func aPipeWithoutAWriterOrReaderIsRefusedAndDoesNotBlock() throws {
    mkfifo(folder + "pipe", 0o600)
    #expect(reason { _ = try files.read(folder + "pipe", limit: 10) } == .noWriter)
    #expect(reason { try files.replace(folder + "pipe", with: [1]) } == .noReader)
    #expect(files.kind(of: folder + "pipe") == .stream)
  }

  @Test("a write error has a reason and leaves no temporary file")
  func aWriteErrorHasAReasonAndLeavesNoTemporaryFile() {
    #expect(
      reason { try files.replace(folder + "no/such/file", with: []) }
        == .missingFolder(folder + "no/such"))
    #expect(reason { try files.replace(folder, with: []) } == .isFolder)
    let long = String(repeating: "x", count: 300)
    #expect(reason { try files.replace(folder + long, with: []) } == .nameTooLong)
    #expect(names == [])
    if FileManager.default.fileExists(atPath: "/dev/full") {
      #expect(reason { try files.replace("/dev/full", with: [1]) } == .full)
    }
    #expect(reason { try files.replace("/dev/null", with: [1]) } == nil)
  }

  @Test("a replaced file keeps its mode", arguments: [0o755, 0o700, 0o644, 0o600, 0o4755])
  func aReplacedFileKeepsItsMode(_ mode: mode_t) throws {
    try files.replace(folder + "a", with: [1])
    chmod(folder + "a", mode)
    try files.replace(folder + "a", with: [2])
    var status = stat()
    #expect(stat(folder + "a", &status) == 0)
    #expect(status.st_mode & 0o7777 == mode)
    #expect(try files.read(folder + "a", limit: 9) == [2])
  }

  @Test(
    "a file of another user that is replaced keeps its mode and owner",
    .enabled(if: geteuid() == 0))
  func aFileOfAnotherUserThatIsReplacedKeepsItsModeAndOwner() throws {
    try files.replace(folder + "a", with: [1])
    #expect(chown(folder + "a", 1, 1) == 0)
    chmod(folder + "a", 0o755)
    try files.replace(folder + "a", with: [2])
    var status = stat()
    #expect(stat(folder + "a", &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o755)
    #expect(status.st_uid == 1)
  }

  @Test("files and folders without write permission are not changed", .enabled(if: geteuid() != 0))
  func filesAndFoldersWithoutWritePermissionAreNotChanged() throws {
    try files.replace(folder + "a", with: [1])
    chmod(folder + "a", 0o444)
    #expect(reason { try files.replace(folder + "a", with: [2]) } == .denied)
    chmod(folder + "a", 0o000)
    #expect(reason { _ = try files.read(folder + "a", limit: 1) } == .denied)
    chmod(folder, 0o555)
    defer { chmod(folder, 0o755) }
    #expect(
      reason { try files.replace(folder + "b", with: [2]) }
        == .folderDenied(String(folder.dropLast())))
  }

  @Test(
    "a path has a folder, a stem and an extension",
    arguments: [
      ("a/b/c.txt", "a/b/", "c", "txt"), ("c.graph.mmd", "", "c.graph", "mmd"),
      (".hidden", "", ".hidden", ""), ("/x", "/", "x", ""), ("a.b/c", "a.b/", "c", ""),
    ])
  func aPathHasAFolderAStemAndAnExtension(path: String, folder: String, stem: String, kind: String)
  {
    let name = PathName(path)
    #expect(name.folder == folder)
    #expect(name.stem == stem)
    #expect(name.fileExtension == kind)
  }
}
