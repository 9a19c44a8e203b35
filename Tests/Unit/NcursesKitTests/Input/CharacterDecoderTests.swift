import Testing

@testable import NcursesKit

@Suite("Character decoding")
struct CharacterDecoderTests {
  @Test(
    "An invalid byte does not affect others",
    arguments: [
      ([0x78, 0x79], "xy"), ([0xC3, 0xA9, 0x78], "éx"), ([0xC3, 0x78], "x"), ([0xFF, 0x78], "x"),
      ([0xE8, 0xBB, 0xC3, 0xA9], "é"), ([0xF0, 0x9F, 0x8E, 0x89], "🎉"), ([0x80, 0x1B], "\u{1B}"),
    ] as [([UInt8], String)])
  @MainActor
  func utf8(bytes: [UInt8], characters: String) {
    Locale.useUTF8()
    var decoder = CharacterDecoder()
    #expect(bytes.compactMap { decoder.feed($0) } == characters.unicodeScalars.map(\.value))
  }
}
