import CZlib
import TerminalKit
import Testing

@testable import NcursesKit

struct PNGEncoderTests {
  /// The contents of the chunks, by their names; checks lengths and checksums.
  private func chunks(_ png: [UInt8]) throws -> [String: [UInt8]] {
    #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    var rest = png.dropFirst(8)
    var chunks: [String: [UInt8]] = [:]
    func number() -> Int {
      defer { rest = rest.dropFirst(4) }
      return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    while rest.count >= 12 {
      let length = number()
      let named = Array(rest.prefix(4 + length))
      rest = rest.dropFirst(named.count)
      #expect(number() == Int(crc32(0, named, uInt(named.count))))
      chunks[String(decoding: named.prefix(4), as: UTF8.self)] = Array(named.dropFirst(4))
    }
    #expect(rest.isEmpty)
    return chunks
  }

  private func rows(_ image: PixelImage) throws -> [UInt8] {
    let chunks = try chunks(#require(PNGEncoder.png(of: image)))
    let header = [0, 0, 0, image.size.width, 0, 0, 0, image.size.height, 8, 2, 0, 0, 0].map { UInt8($0) }
    #expect(chunks["IHDR"] == header && chunks["IEND"] == [])
    let packed = try #require(chunks["IDAT"])
    var length = uLong((image.size.width * 3 + 1) * image.size.height)
    var bytes = [UInt8](repeating: 0, count: Int(length))
    #expect(uncompress(&bytes, &length, packed, uLong(packed.count)) == Z_OK)
    return bytes
  }

  @Test func `Rows are red, green and blue without a filter`() throws {
    let cell = Size(width: 2, height: 2)
    let image = try #require(PixelImage(size: cell, cell: cell, palette: nil, bytes: Array(1...12)))
    #expect(try rows(image) == [0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12])
  }

  @Test func `A palette becomes true colour`() throws {
    let size = Size(width: 2, height: 1)
    let palette = [RGB(0x010203), RGB(0xFF0000)]
    let image = try #require(PixelImage(size: size, cell: size, palette: palette, bytes: [1, 0]))
    #expect(try rows(image) == [0, 255, 0, 0, 1, 2, 3])
  }
}
