import Pictures
import Testing

@Suite("File types")
struct PictureKindTests {
  @Test(
    "Video and audio are detected",
    arguments: [
      ("RIFF\0\0\0\0AVI LIST", .video), ("#EXTM3U\nAVI LIST", .other), ("RIFF\0\0\0\0WAVEfmt ", .audio),
      ("Listen:\nWAVEfmt ", .other), ("\0\0\0\u{20}ftypisom", .video), ("see ftypisom", .other),
      ("\0\0\0\u{20}ftypM4A ", .audio), ("\0\0\0\u{08}wide", .video), ("the wide sea", .other),
      ("\0\0\u{10}\0moov", .video), ("the moov", .other), ("\u{10}\0\0\0mdat", .video),
    ] as [(String, PictureKind.Media)])
  func kinds(head: String, media: PictureKind.Media) {
    #expect(PictureKind.media(of: Array(head.utf8)) == media)
  }
}
