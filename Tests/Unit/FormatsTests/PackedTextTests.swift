import Domain
import Foundation
import TestSupport
import Testing

@testable import Formats

/// Decompression and conversion of files.
struct PackedTextTests {
  /// `{"id": "1", "text": "packed"}` and a line feed.
  private let first = "H4sIAAAAAAACA6tWykxRslJQMlTSUVAqSa0oAXEKEpOzU1OUarkAyOnI/h4AAAA="
  /// `{"id": "2", "text": "and again"}` and a line feed.
  private let second = "H4sIAAAAAAACA6tWykxRslJQMlLSUVAqSa0oAXES81IUEtMTM/OUarkADjiKqSEAAAA="

  private func packed(_ text: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: text))) }

  private func unpacked(_ bytes: [UInt8], piece: Int) -> (text: String, readError: SourceReadError?) {
    let source = GzipSource(ChunkedSource(bytes, piece: piece))
    return (String(decoding: source.readAll(), as: UTF8.self), source.readError)
  }

  @Test(arguments: [1, 5, 1000])
  func `gzip data is decompressed, also several members`(piece: Int) throws {
    let bytes = try packed(first) + packed(second)
    let (text, readError) = unpacked(bytes, piece: piece)
    #expect(text == "{\"id\": \"1\", \"text\": \"packed\"}\n{\"id\": \"2\", \"text\": \"and again\"}\n")
    #expect(readError == nil)
    #expect(ids(try parse(bytes: bytes).timelines[0].posts) == ["1", "2"])
  }

  @Test(arguments: [1, 1000])
  func `other data is passed through`(piece: Int) {
    for text in ["", "[", "{}", "\u{1F}"] {
      let (unpacked, readError) = unpacked(Array(text.utf8), piece: piece)
      #expect(unpacked == text)
      #expect(readError == nil)
    }
  }

  @Test func `a truncated or damaged gzip file yields what comes before and an error`() throws {
    let whole = try packed(first)
    let cut = try parse(bytes: whole + packed(second).dropLast(20))
    #expect(ids(cut.timelines[0].posts) == ["1"])
    #expect(cut.skipped?.first.expected == "the rest of the gzip data")
    var damaged = try packed(second)
    // The checksum at its end.
    damaged[damaged.count - 6] ^= 0xFF
    let partly = try parse(bytes: whole + damaged)
    #expect(ids(partly.timelines[0].posts) == ["1", "2"])
    #expect(partly.skipped?.first.expected == "undamaged gzip data")
    #expect(throws: TimelineError.self) { try parse(bytes: Array(whole.prefix(15))) }
  }

  @Test(arguments: [1, 2, 3, 1000])
  func `UTF-16 is read in pieces`(piece: Int) {
    let text = #"[{"text": "Grüße 😀"}]"#
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      #expect(String(decoding: TextSource(ChunkedSource(bytes, piece: piece)).readAll(), as: UTF8.self) == text)
    }
  }

  @Test func `an overlong text ends with an error`() {
    let source = TextSource(ChunkedSource([UInt8](repeating: 0x20, count: 100), piece: 10), limit: 50)
    #expect(source.readAll().count == 50)
    #expect(source.readError != nil)
  }
}
