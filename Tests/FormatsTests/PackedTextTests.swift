import Domain
import Foundation
import TestSupport
import Testing

@testable import Formats

/// What stands between a file's bytes and its JSON.
struct PackedTextTests {
  /// `{"id": "1", "text": "packed"}` and a line's end.
  private let first = "H4sIAAAAAAACA6tWykxRslJQMlTSUVAqSa0oAXEKEpOzU1OUarkAyOnI/h4AAAA="
  /// `{"id": "2", "text": "and again"}` and a line's end.
  private let second = "H4sIAAAAAAACA6tWykxRslJQMlLSUVAqSa0oAXES81IUEtMTM/OUarkADjiKqSEAAAA="

  private func packed(_ text: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: text))) }

  private func unpacked(_ bytes: [UInt8], piece: Int) -> (text: String, trouble: SourceReadError?) {
    let source = GzipSource(PieceSource(bytes, piece: piece))
    return (String(decoding: source.readAll(), as: UTF8.self), source.trouble)
  }

  @Test(arguments: [1, 5, 1000])
  func `what gzip has packed is unpacked, one file behind the other`(piece: Int) throws {
    let bytes = try packed(first) + packed(second)
    let (text, trouble) = unpacked(bytes, piece: piece)
    #expect(text == "{\"id\": \"1\", \"text\": \"packed\"}\n{\"id\": \"2\", \"text\": \"and again\"}\n")
    #expect(trouble == nil)
    #expect(ids(try parse(bytes: bytes).timelines[0].posts) == ["1", "2"])
  }

  @Test(arguments: [1, 1000])
  func `what gzip has not packed comes as it is`(piece: Int) {
    for text in ["", "[", "{}", "\u{1F}"] {
      let (unpacked, trouble) = unpacked(Array(text.utf8), piece: piece)
      #expect(unpacked == text)
      #expect(trouble == nil)
    }
  }

  @Test func `a packed file that is cut off or damaged gives what comes before, and says so`() throws {
    let whole = try packed(first)
    let cut = try parse(bytes: whole + packed(second).dropLast(20))
    #expect(ids(cut.timelines[0].posts) == ["1"])
    #expect(cut.skipped?.first.expected == "the rest of what gzip has packed")
    var damaged = try packed(second)
    // The sum at its end, of all that is in it.
    damaged[damaged.count - 6] ^= 0xFF
    let partly = try parse(bytes: whole + damaged)
    #expect(ids(partly.timelines[0].posts) == ["1", "2"])
    #expect(partly.skipped?.first.expected == "what gzip has packed, undamaged")
    #expect(throws: TimelineError.self) { try parse(bytes: Array(whole.prefix(15))) }
  }

  @Test(arguments: [1, 2, 3, 1000])
  func `UTF-16 is read in pieces`(piece: Int) {
    let text = #"[{"text": "Grüße 😀"}]"#
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      #expect(String(decoding: TextSource(PieceSource(bytes, piece: piece)).readAll(), as: UTF8.self) == text)
    }
  }

  @Test func `a text that is too long for memory ends early and says so`() {
    let source = TextSource(PieceSource([UInt8](repeating: 0x20, count: 100), piece: 10), limit: 50)
    #expect(source.readAll().count == 50)
    #expect(source.trouble != nil)
  }
}
