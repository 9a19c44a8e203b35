import Domain
import FolderSupport
import Pictures
import ProgramSupport
import Testing

@Suite("The first frame of an animation")
struct MovingPictureTests {
  private let folder = TemporaryFolder()

  private func draw(_ bytes: [UInt8]) async throws -> Result<DrawnPicture, PictureFailure> {
    try folder.write(bytes, to: "picture")
    do throws(PictureFailure) {
      // Another file at the same path must not be cached.
      return .success(
        try await PictureDecoder(program: Tern.path, environment: [:]).draw(
          StoredPicture(path: folder.path(of: "picture")),
          PictureRequest(width: 20, height: 10, style: PictureStyle(colors: 1 << 24))))
    } catch {
      return .failure(error)
    }
  }

  private func failure(_ bytes: [UInt8]) async throws -> PictureFailure? {
    switch try await draw(bytes) {
    case .success: nil
    case .failure(let failure): failure
    }
  }

  private func isRedAboveBlue(_ picture: DrawnPicture) -> Bool {
    guard let top = picture.cells.first?.shown, let bottom = picture.cells.last?.shown else { return false }
    return top >> 16 > 0xC0 && top & 0xFF < 0x40 && bottom >> 16 < 0x40 && bottom & 0xFF > 0xC0
  }

  @Test("A GIF with several frames is an animation")
  func gif() async throws {
    for count in [1, 2, 5] {
      let picture = try await draw(SampleGIF.halves(frames: count).bytes).get()
      #expect(picture.pixels == PixelSize(width: 32, height: 32))
      #expect(picture.isAnimated == (count > 1))
      #expect(isRedAboveBlue(picture))
    }
  }

  @Test("The first frame of an animated WebP is shown")
  func webp() async throws {
    let picture = try await draw(SamplePicture.movingWebP).get()
    #expect(picture.pixels == PixelSize(width: 16, height: 16))
    #expect(picture.isAnimated && isRedAboveBlue(picture))
    #expect(try await draw(SamplePicture.webp).get().isAnimated == false)
    #expect(try await draw(SamplePicture.jpeg).get().isAnimated == false)
  }

  @Test("The lines of an interlaced GIF are in order", arguments: [1, 3, 8, 32])
  func interlaced(side: Int) async throws {
    var gif = SampleGIF.halves(side)
    let rows = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: side, by: $1)) }
    gif.frames[0].isInterlaced = true
    gif.frames[0].pixels = rows.flatMap { row in Array(repeating: UInt8(row < side / 2 ? 0 : 1), count: side) }
    let plain = try await draw(SampleGIF.halves(side).bytes).get()
    #expect(try await draw(gif.bytes).get().cells == plain.cells)
  }

  @Test("A partial GIF frame is placed at its position over the background")
  func part() async throws {
    let blue = SampleGIF.Frame(
      left: 0, top: 16, width: 32, height: 16, pixels: [UInt8](repeating: 1, count: 512), transparent: 0)
    let below = try await draw(SampleGIF(width: 32, height: 32, frames: [blue]).bytes).get()
    let bottom = try #require(below.cells.last?.shown)
    #expect(bottom & 0xFF > 0xC0)
    #expect(below.cells.first.map { $0.character == " " || ($0.shown ?? 0) & 0xFF < 0x40 } == true)
    var hidden = SampleGIF.halves()
    hidden.frames[0].transparent = 1
    let seen = try await draw(hidden.bytes).get()
    #expect(seen.cells.last.map { ($0.shown ?? 0) & 0xFF < 0x40 } == true)
  }

  @Test("Wrong sizes in a GIF result in an error or a picture")
  func lies() async throws {
    let pixels = [UInt8](repeating: 0, count: 64)
    func gif(_ width: Int, _ height: Int, _ frame: SampleGIF.Frame) -> [UInt8] {
      SampleGIF(width: width, height: height, frames: [frame]).bytes
    }
    let small = SampleGIF.Frame(width: 8, height: 8, pixels: pixels)
    // A canvas of maximum size.
    #expect(try await failure(gif(65_535, 65_535, small)) == .tooManyPixels(PixelSize(width: 65_535, height: 65_535)))
    // A frame of maximum size on a small canvas.
    #expect(
      try await failure(gif(8, 8, .init(width: 65_535, height: 65_535, pixels: pixels)))
        == .tooManyPixels(PixelSize(width: 65_535, height: 65_535)))
    // Frames outside of the canvas, at its edge, or without size.
    for (left, top) in [(65_535, 65_535), (4, 4), (7, 7), (8, 0), (0, 8)] {
      let frame = SampleGIF.Frame(left: left, top: top, width: 8, height: 8, pixels: pixels)
      #expect(try await draw(gif(8, 8, frame)).get().pixels == PixelSize(width: 8, height: 8))
    }
    guard case .damaged = try await failure(gif(8, 8, .init(width: 0, height: 8, pixels: []))) else {
      Issue.record("A part without a size was drawn.")
      return
    }
    // A canvas without size gets the size of the frame.
    let unsaid = SampleGIF.Frame(left: 3, top: 5, width: 8, height: 8, pixels: pixels)
    #expect(try await draw(gif(0, 0, unsaid)).get().pixels == PixelSize(width: 11, height: 13))
    // More is declared than exists.
    guard case .damaged = try await failure(gif(4_000, 4_000, .init(width: 4_000, height: 4_000, pixels: pixels)))
    else {
      Issue.record("Pixels that are not there were drawn.")
      return
    }
  }

  @Test("Truncated or modified animations result in an error or a picture")
  func damage() async throws {
    for bytes in [SampleGIF.halves(12, frames: 2).bytes, SamplePicture.movingWebP] {
      for length in stride(from: 7, to: bytes.count, by: bytes.count / 5) {
        try await expectHarmless(Array(bytes[..<length]), "\(length) of \(bytes.count)")
      }
      // Sizes and positions are at the beginning; in a GIF, after 256 colours.
      let places = Array(6..<13) + Array(stride(from: 13, to: 781, by: 256)) + Array(stride(from: 781, to: 806, by: 2))
      for place in places where place < bytes.count {
        var changed = bytes
        changed[place] ^= place % 2 == 0 ? 0xFF : 0x81
        try await expectHarmless(changed, "byte \(place) of \(bytes.count)")
      }
    }
  }

  private func expectHarmless(_ bytes: [UInt8], _ what: String) async throws {
    switch try await failure(bytes) {
    case nil, .damaged, .tooManyPixels, .noMemory, .unknownKind: break
    case let other: Issue.record("\(what): \(String(describing: other))")
    }
  }
}
