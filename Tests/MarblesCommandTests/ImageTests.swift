import Foundation
import Testing

@testable import MarblesCommand

@Suite("PNG and PDF")
struct ImageTests {
  /// The smallest PNG file: a header, a pixel and an end.
  private static let png =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
    ).map { [UInt8]($0) } ?? []

  @Test("the output x.png is converted from a light SVG, and is recognized later")
  func theOutputXPngIsConvertedFromALightSVGAndIsRecognizedLater() {
    let world = TestWorld.withRecording()
    var received: [UInt8] = []
    world.convert = { svg in
      received = svg
      return Self.png
    }
    #expect(world.run("share.json", "-o", "x.png").errors == "x.png: written\n")
    let svg = String(decoding: received, as: UTF8.self)
    #expect(svg.hasPrefix("<svg") && svg.contains("class=\"marbles-light"), "\(svg.prefix(200))")
    let bytes = world.files.contents["x.png"] ?? []
    #expect(ImageFormat.png.isOwn(bytes))
    #expect(!ImageFormat.png.isOwn(Self.png))
    #expect(world.run("share.json", "-o", "x.png").errors == "x.png: unchanged\n")
    world.put("a photo", "photo.png")
    let ending = world.run("share.json", "-o", "photo.png")
    #expect(ending.status == .fileError)
    #expect(world.text("photo.png") == "a photo")
  }

  @Test("the signature is a valid text chunk after the header")
  func theSignatureIsAValidTextChunkAfterTheHeader() {
    // The checksums of the header and of the end, from the PNG itself.
    #expect(ImageFormat.checksum(Array(Self.png[12..<29])) == 0xB51C_0C02)
    #expect(ImageFormat.checksum(Array("IEND".utf8)) == 0xAE42_6082)
    let signed = ImageFormat.png.signed(Self.png)
    #expect(Array(signed[..<33]) == Array(Self.png[..<33]))
    #expect(Array(signed[33..<37]) == [0, 0, 0, 16])
    #expect(String(decoding: signed[37..<57], as: UTF8.self) == "tEXtSoftware\0marbles")
    #expect(Array(signed[61...]) == Array(Self.png[33...]))
  }

  @Test("without a converter the error names the programs")
  func withoutAConverterTheErrorNamesThePrograms() {
    let world = TestWorld.withRecording()
    let ending = world.run("share.json", "-o", "x.pdf")
    #expect(ending.errors == "marbles: error: cannot write 'x.pdf': install something\n")
    #expect(ending.status == .fileError)
  }

  @Test("an installed converter is used, and its temporary files are removed")
  func anInstalledConverterIsUsedAndItsTemporaryFilesAreRemoved() throws {
    let folder = NSTemporaryDirectory() + "marbles-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let converter = ImageConverter(folder: folder)
    let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\" height=\"2\"/>".utf8)
    do throws(FileError) {
      let image = try converter.convert(svg, to: .png)
      #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      #expect(ImageFormat.png.isOwn(image))
    } catch {
      #expect(error.reason == .other("install one of rsvg-convert, resvg, inkscape to write PNG"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
