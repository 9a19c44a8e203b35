import TerminalKit
import TestSupport
import Testing

@testable import NcursesKit

@Suite("Key reports with modifiers")
struct KeyReportTests {
  init() { UTF8Locale.set() }

  @Test(
    "report known keys",
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
    "are ignored for unknown keys",
    arguments: [
      "\u{1B}[1;5P", "\u{1B}[1;99A", "\u{1B}[1;0A", "\u{1B}[2;5A", "\u{1B}[1;-5A", "\u{1B}[1;99999999999999999999A",
      "\u{1B}[27;5~", "\u{1B}[15;5~", "\u{1B}[1;2;3A", "\u{1B}[u", "\u{1B}[?1u", "\u{1B}[106;7u",
      "\u{1B}[233;3u", "\u{1B}[9;5u", "\u{1B}[97;17u", "\u{1B}[97;0u", "\u{1B}[97;999u",
      // Key releases, unnamed keys, and invalid characters.
      "\u{1B}[97;1:3u", "\u{1B}[1;1:3A", "\u{1B}[3;2:3~", "\u{1B}[57441;2u", "\u{1B}[57358u", "\u{1B}[57428;1u",
      "\u{1B}[60000;1;60000u", "\u{1B}[128;1u", "\u{1B}[1;1u", "\u{1B}[55296;1u", "\u{1B}[1114112u",
      "\u{1B}[99999999999999999999u", "\u{1B}[0;1u", "\u{1B}[1;2;3;4u", "\u{1B}[65;5;;u", "\u{1B}[233;5u",
    ])
  func unknown(sent: String) {
    #expect(events(sent + "j") == [.key(.character("j"))])
  }

  @Test(
    "report characters in the formats of fixterms, kitty and modifyOtherKeys",
    arguments: [
      ("32;2u", [.character(" ")]), ("32u", [.character(" ")]), ("32;1u", [.character(" ")]),
      ("97;2u", [.character("A")]), ("65;2u", [.character("A")]), ("33;2u", [.character("!")]),
      ("97:65;2u", [.character("A")]), ("49:33;2u", [.character("!")]), ("228:196;2u", [.character("Ä")]),
      ("228;2u", [.character("Ä")]), ("223;2u", [.character("ß")]), ("97;65u", [.character("A")]),
      ("97;66u", [.character("a")]), ("97;129u", [.character("a")]),
      ("97;1:1u", [.character("a")]), ("97;1:2u", [.character("a")]), ("97;;97u", [.character("a")]),
      ("97;3;229u", [.character("å")]), ("0;;229u", [.character("å")]), ("101;1;101:769u", [.character("é")]),
      ("97;1;128512:97u", [.character("😀"), .character("a")]),
      ("57404u", [.character("5")]), ("57409;129u", [.character(".")]), ("57413;2u", [.character("+")]),
      ("106;5u", [.enter]), ("109;5u", [.enter]), ("105;5u", [.tab]), ("91;5u", [.escape]), ("104;5u", [.backspace]),
      ("97;5u", [.control("a")]), ("74;6u", [.enter]), ("97;6u", [.control("a")]), ("32;5u", [.control(" ")]),
      ("64;5u", [.control(" ")]), ("50;5u", [.control(" ")]), ("92;5u", [.control("\\")]), ("47;5u", [.control("_")]),
      ("1089::99;5u", [.control("c")]), ("106;3u", [.alt("j")]), ("106;4u", [.alt("J")]), ("106;9u", [.alt("j")]),
      ("1102::46;3u", [.alt(".")]),
      ("9u", [.tab]), ("9;2u", [.backTab]), ("27u", [.escape]), ("27;2u", [.escape]), ("13u", [.enter]),
      ("57414u", [.enter]), ("57414;3u", [.modified(.enter, .alt)]), ("127u", [.backspace]), ("127;2u", [.backspace]),
      ("8;5u", [.modified(.backspace, .control)]), ("57419;1u", [.up]), ("57426;5u", [.modified(.delete, .control)]),
      ("57376u", [.function(13)]), ("13;2:2u", [.modified(.enter, .shift)]),
      ("27;5;106~", [.enter]), ("27;2;32~", [.character(" ")]), ("27;2;65~", [.character("A")]),
      ("27;3;106~", [.alt("j")]), ("27;5;97~", [.control("a")]), ("27;6;65~", [.control("a")]),
      ("1;129A", [.up]), ("1;1:2B", [.down]), ("1;5:1C", [.modified(.right, .control)]), ("3;129~", [.delete]),
      ("1;1P", [.function(1)]), ("15;129~", [.function(5)]), ("1;2Z", [.backTab]),
    ] as [(String, [Key])])
  func characters(report: String, keys: [Key]) {
    let expected = keys.map(Event.key) + [.key(.character("j"))]
    for introducer in ["\u{1B}[", "\u{9B}"] {
      let bytes = Array((introducer + report + "j").utf8)
      #expect(events(introducer + report + "j") == expected)
      for cut in bytes.indices.dropFirst(2) {
        var parser = InputParser(keys: KeyCodes([]))
        let parts = [bytes[..<cut], bytes[cut...]]
        #expect(parts.flatMap { parser.feed(Array($0)) + parser.pause() } == expected, "cut at \(cut)")
      }
    }
  }

  @Test(
    "become their characters in pasted text",
    arguments: [
      ("two\u{1B}[106;5ulines", "two\nlines"), ("two\u{1B}[109;5ulines", "two\nlines"),
      ("two\u{1B}[27;5;106~lines", "two\nlines"), ("a\u{1B}[13;2ub\u{1B}[13uc", "a\nb\nc"),
      ("a\u{1B}[32;2ub", "a b"), ("a\u{1B}[105;5ub\u{1B}[9uc", "a\tb\tc"), ("\u{1B}[97:65;2ub", "Ab"),
      ("\u{1B}[97;1u\u{1B}[97;1:3ub", "ab"), ("\u{1B}[0;;229u", "å"), ("\u{1B}[57404u\u{1B}[57441;2u", "5"),
      ("\u{9B}106;5u", "\n"), ("a\u{1B}[1;5Ab\u{1B}[3~", "a\u{1B}[1;5Ab\u{1B}[3~"), ("\u{1B}[u", "\u{1B}[u"),
      ("\u{1B}[106;5", "\u{1B}[106;5"), ("[106;5u", "[106;5u"), ("\u{1B}\u{1B}[106;5u", "\u{1B}\n"),
    ])
  func pasted(sent: String, text: String) {
    let bytes = Array("\u{1B}[200~\(sent)\u{1B}[201~".utf8)
    for cut in bytes.indices.dropFirst() {
      var parser = InputParser(keys: KeyCodes([]))
      let parts = [bytes[..<cut], bytes[cut...]]
      let events = parts.flatMap { parser.feed(Array($0)) + parser.pause() }
      #expect(events.filter { $0 != .key(.escape) } == [.paste(text)], "cut at \(cut)")
    }
  }

  @Test("never type characters of the sequence", arguments: 1...20)
  func garbage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["0", "1", "2", "5", "27", "57", "106", "441", "97", ";", ":", "", "99999999999999999999"]
    for _ in 0..<500 {
      let report = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let final = ["u", "~", "A", "P", "Z"].randomElement(using: &generator) ?? "u"
      var parser = InputParser(keys: KeyCodes([]))
      let events = parser.feed(Array("\u{1B}[\(report)\(final)".utf8)) + parser.pause()
      #expect(events.count <= 3, "\(report)\(final)")
      #expect(!events.contains(.key(.character(";"))) && !parser.isIncomplete, "\(report)\(final)")
      #expect(parser.feed([0x6A]) + parser.pause() == [.key(.character("j"))], "\(report)\(final)")
    }
  }

  @Test("are Esc and a character for non-ASCII characters or after a pause")
  func escape() {
    #expect(events("\u{1B}軌") == [.key(.escape), .key(.character("軌"))])
    var parser = InputParser(keys: KeyCodes([]))
    #expect(parser.feed([0x1B]) + parser.pause() == [.key(.escape)])
    #expect(parser.feed([0x62]) + parser.pause() == [.key(.character("b"))])
  }

  private func events(_ sent: String) -> [Event] {
    var parser = InputParser(keys: KeyCodes([]))
    return parser.feed(Array(sent.utf8)) + parser.pause()
  }
}
