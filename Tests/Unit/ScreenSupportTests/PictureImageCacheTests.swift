import TerminalKit
import Testing

@testable import ScreenSupport

@Suite struct PictureImageCacheTests {
  private func image(_ cells: Int) throws -> CellImage {
    let cell = Canvas.Cell(picture: "▀", foreground: RGB(0xFF0000), background: nil)
    return try #require(
      CellImage(size: Size(width: cells, height: 1), cells: Array(repeating: cell, count: cells)))
  }

  @Test func `The least recently used pictures are removed above the limit`() throws {
    let image = try image(10)
    var cache = PictureImageCache<Int>(maxBytes: 3 * image.byteCount)
    for key in 1...3 { cache.insert(image, for: key, visible: []) }
    #expect(cache.image(for: 1) != nil)
    cache.insert(image, for: 4, visible: [])
    #expect((1...4).map(cache.contains) == [true, false, true, true])
    #expect(cache.byteCount == 3 * image.byteCount)
  }

  @Test func `Pictures on the screen are not removed`() throws {
    let image = try image(10)
    var cache = PictureImageCache<Int>(maxBytes: image.byteCount)
    for key in 1...3 { cache.insert(image, for: key, visible: [1, 2]) }
    #expect((1...3).map(cache.contains) == [true, true, true])
    cache.insert(image, for: 4, visible: [4])
    #expect((1...4).map(cache.contains) == [false, false, false, true])
  }

  @Test func `A replaced picture is counted once`() throws {
    let (small, large) = (try image(10), try image(20))
    var cache = PictureImageCache<Int>(maxBytes: .max)
    cache.insert(small, for: 1, visible: [])
    cache.insert(large, for: 1, visible: [])
    #expect(cache.byteCount == large.byteCount && cache.image(for: 1) == large)
  }
}
