import Pictures
import Testing

@Suite("What a file is")
struct PictureKindTests {
  @Test(
    "A film and a sound are told by all that they begin with",
    arguments: [
      ("RIFF\0\0\0\0AVI LIST", .film), ("#EXTM3U\nAVI LIST", .other), ("RIFF\0\0\0\0WAVEfmt ", .sound),
      ("Listen:\nWAVEfmt ", .other), ("\0\0\0\u{20}ftypisom", .film), ("see ftypisom", .other),
      ("\0\0\0\u{20}ftypM4A ", .sound), ("\0\0\0\u{08}wide", .film), ("the wide sea", .other),
      ("\0\0\u{10}\0moov", .film), ("the moov", .other), ("\u{10}\0\0\0mdat", .film),
    ] as [(String, PictureKind.Media)])
  func kinds(head: String, media: PictureKind.Media) {
    #expect(PictureKind.media(Array(head.utf8)) == media)
  }
}
