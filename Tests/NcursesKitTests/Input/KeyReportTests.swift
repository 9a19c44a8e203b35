import TerminalKit
import TestSupport
import Testing

@testable import NcursesKit

@Suite("What a terminal sends for a key with others held down")
struct KeyReportTests {
  init() { UTF8Locale.set() }

  @Test(
    "is that key",
    arguments: [
      ("\u{1B}b", .alt("b")), ("\u{1B}<", .alt("<")), ("\u{1B} ", .alt(" ")),
      ("\u{1B}\u{7F}", .modified(.backspace, .alt)),
      ("\u{1B}\u{8}", .modified(.backspace, .alt)), ("\u{1B}\r", .modified(.enter, .alt)),
      ("\u{1B}[1;5D", .modified(.left, .control)), ("\u{1B}[1;2C", .modified(.right, .shift)),
      ("\u{1B}[1;3A", .modified(.up, .alt)), ("\u{1B}[1;9A", .modified(.up, .alt)), ("\u{1B}[1;1B", .down),
      ("\u{1B}[1;6H", .modified(.home, [.shift, .control])),
      ("\u{1B}[1;8F", .modified(.end, [.shift, .alt, .control])),
      ("\u{1B}[3;5~", .modified(.delete, .control)), ("\u{1B}[7;2~", .modified(.home, .shift)),
      ("\u{1B}[5;2~", .modified(.pageUp, .shift)), ("\u{1B}[13;2u", .modified(.enter, .shift)),
      ("\u{1B}[27;5;127~", .modified(.backspace, .control)), ("\u{1B}[27;5;13~", .modified(.enter, .control)),
    ] as [(String, Key)])
  func known(sent: String, key: Key) {
    #expect(events(sent + "j") == [.key(key), .key(.character("j"))])
  }

  @Test(
    "is nothing where Tern has no name for it",
    arguments: [
      "\u{1B}[1;5P", "\u{1B}[1;99A", "\u{1B}[1;0A", "\u{1B}[2;5A", "\u{1B}[1;-5A", "\u{1B}[1;99999999999999999999A",
      "\u{1B}[97;5u", "\u{1B}[27;5~", "\u{1B}[27;5;97~", "\u{1B}[15;5~", "\u{1B}[1;2;3A",
    ])
  func unknown(sent: String) {
    #expect(events(sent + "j") == [.key(.character("j"))])
  }

  @Test("is Esc and a character where that is none of ASCII, or nothing came at once")
  func escape() {
    #expect(events("\u{1B}軌") == [.key(.escape), .key(.character("軌"))])
    var parser = InputParser(keys: KeyCodes([]))
    #expect(parser.take([0x1B]) + parser.pause() == [.key(.escape)])
    #expect(parser.take([0x62]) + parser.pause() == [.key(.character("b"))])
  }

  private func events(_ sent: String) -> [Event] {
    var parser = InputParser(keys: KeyCodes([]))
    return parser.take(Array(sent.utf8)) + parser.pause()
  }
}
