import TerminalKit
import TestSupport
import Testing

@testable import NcursesKit

/// A bar in the input stands for a short pause, three bars for a long silence.
@Suite("Terminal input")
struct InputParserTests {
  init() { UTF8Locale.set() }

  @Test(
    "Typed keys are recognised and unknown sequences ignored",
    arguments: [
      ("\u{1B}", [.escape]), ("a\u{1B}", ["a", .escape]), ("\u{1B}j", [.alt("j")]),
      ("\u{1B}\u{1B}", [.escape, .escape]),
      ("\u{1B}[4~j", [.end, "j"]), ("\u{1B}[1;5A", [.modified(.up, .control)]), ("\u{1B}OP2", [.function(1), "2"]),
      ("\u{1B}Ox2", ["2"]),
      ("\u{1B}[?1;2cq", ["q"]), ("[4~", ["[", "4", "~"]), ("\u{1B}\u{1B}[Ax", [.escape, .up, "x"]),
      ("\u{1B}[[Ax", [.function(1), "x"]),
      ("\u{1B}[[Cx", ["x"]), ("\u{1B}]11;rgb:1e1e/1e1e\u{7}j", ["j"]), ("\u{1B}]11;rgb:1e1e/1e1e\u{1B}\\j", ["j"]),
      ("\u{1B}P>|q(1)\u{1B}\\j", ["j"]), ("\u{1B}_q\u{1B}q\u{7}j", ["j"]),
      ("\u{9B}1;5Aj", [.modified(.up, .control), "j"]),
      ("軌é\u{E000}", ["軌", "é", "\u{E000}"]),
      (
        "\r\n\t\u{8}\u{7F}\u{0}\u{3}\u{1A}\u{1C}\u{1F}",
        [.enter, .enter, .tab, .backspace, .backspace, .control(" "), .control("c"), .control("z"), .control("\\")]
          + [.control("_")]
      ),
      ("\u{1B}[12\u{3}j", [.control("c"), "j"]), ("\u{1B}[12\u{1B}[Aj", [.up, "j"]), ("\u{1B}[12軌", ["軌"]),
      ("\u{1B}O\rj", [.enter, "j"]), ("\u{1B}Pabc\u{3}j", [.control("c"), "j"]),
      ("\u{1B}[" + String(repeating: "1;", count: 200) + "Mj", ["j"]), ("\u{1B}[201~j", ["j"]),
      ("\u{1B}[200~\u{1B}[201~j", ["j"]),
    ] as [(String, [Key])])
  func keys(sent: String, keys: [Key]) {
    #expect(events(sent) == keys.map(Event.key))
  }

  @Test("A key after a long pause is not part of a string started by Alt", arguments: "P]X^_")
  func altAndLetter(letter: Character) {
    var parser = InputParser(keys: KeyCodes([]))
    #expect(parser.feed(Array("\u{1B}\(letter)".utf8)).isEmpty)
    #expect(parser.feed([0x6A], after: .milliseconds(400)) == [.key("j")])
    // A requested response may be late.
    parser.expectsResponse = true
    #expect(parser.feed(Array("\u{1B}\(letter)".utf8)).isEmpty)
    #expect(parser.feed([0x6A], after: .milliseconds(400)).isEmpty)
  }

  @Test(
    "Sequences may arrive in parts",
    arguments: [
      ("\u{1B}[1|;2Pq", ["q"]), ("\u{1B}[|1;5Aj", [.modified(.up, .control), "j"]),
      ("\u{1B}O|Pj", [.function(1), "j"]), ("\u{1B}[|A", [.up]),
      ("\u{1B}[1|;|2|Pq", ["q"]), ("\u{1B}|q", [.escape, "q"]), ("\u{1B}|[4~j", [.escape, .end, "j"]),
      ("j|k", ["j", "k"]),
      ("\u{1B}]11;r|gb:1\u{1B}|\\j", ["j"]), ("\u{1B}[M |q|#j", ["j"]), ("\u{1B}|[|A", [.escape, .up]),
      ("\u{1B}|OA", [.escape, .up]),
      ("\u{1B}|O|A", [.escape, "O", "A"]), ("\u{1B}|[j", [.escape, "[", "j"]),
      ("\u{1B}|[|1;5|Aj", [.escape, .modified(.up, .control), "j"]),
      ("\u{1B}||\u{1B}|", [.escape, .escape]),
    ] as [(String, [Key])])
  func parts(sent: String, keys: [Key]) {
    #expect(events(sent).filter { if case .key = $0 { true } else { false } } == keys.map(Event.key))
  }

  @Test(
    "An incomplete sequence ends with a single key after a silence",
    arguments: [
      ("\u{1B}[|||j", ["j"]), ("\u{1B}O|||jk", ["k"]), ("\u{1B}]1|||j|k", ["j", "k"]), ("\u{1B}]1|||jk|\u{7}j", ["j"]),
      ("\u{1B}[M |||j", ["j"]), ("\u{1B}|[|||", [.escape, "["]), ("\u{1B}|[20|||j", [.escape, "[", "2", "0", "j"]),
      ("\u{1B}|||[A", [.escape, "[", "A"]),
    ] as [(String, [Key])])
  func late(sent: String, keys: [Key]) {
    #expect(events(sent) == keys.map(Event.key))
  }

  @Test(
    "Mouse reports are recognised in all formats",
    arguments: [
      ("\u{1B}[<0;20;8M", MouseEvent(.press(.left), at: Point(row: 7, column: 19))),
      ("\u{1B}[<0;20;8m", MouseEvent(.release(.left), at: Point(row: 7, column: 19))),
      ("\u{1B}[<2;1;1M", MouseEvent(.press(.right), at: Point(row: 0, column: 0))),
      ("\u{1B}[<65;300;200M", MouseEvent(.scroll(.down), at: Point(row: 199, column: 299))),
      ("\u{1B}[<50;5;6M", MouseEvent(.move(.right), at: Point(row: 5, column: 4), modifiers: .control)),
      ("\u{1B}[<35;5;6M", MouseEvent(.move(nil), at: Point(row: 5, column: 4))),
      ("\u{1B}[<128;5;6M", MouseEvent(.press(.other(8)), at: Point(row: 5, column: 4))),
      ("\u{1B}[32;20;8M", MouseEvent(.press(.left), at: Point(row: 7, column: 19))),
      ("\u{1B}[35;20;8M", MouseEvent(.release(nil), at: Point(row: 7, column: 19))),
      ("\u{1B}[108;20;8M", MouseEvent(.scroll(.up), at: Point(row: 7, column: 19), modifiers: [.shift, .alt])),
      ("\u{1B}[M q(", MouseEvent(.press(.left), at: Point(row: 7, column: 80))),
      ("\u{1B}[M#q(", MouseEvent(.release(nil), at: Point(row: 7, column: 80))),
      ("\u{1B}[M!\u{C2}!", MouseEvent(.press(.middle), at: Point(row: 0, column: 161))),
      ("\u{1B}[M`\u{7FF}\u{85}", MouseEvent(.scroll(.up), at: Point(row: 100, column: 2_014))),
    ] as [(String, MouseEvent)])
  func mouse(sent: String, mouse: MouseEvent) {
    for cut in cuts(of: "j\(sent)k") {
      #expect(cut.withoutLateEscape == [.key("j"), .mouse(mouse), .key("k")])
    }
  }

  @Test("Mouse reports in bytes never become keys")
  func bytes() {
    for bytes in [[0x20, 0xFF, 0xFE], [0x20, 0xC2, 0x41], [0x20, 0x41, 0xDF], [0x20, 0, 0x41], [0x20, 0x71, 0x47]]
      as [[UInt8]]
    {
      let sent = Array("\u{1B}[M".utf8) + bytes + Array("\u{1B}[Aj".utf8)
      for cut in 3...sent.count {
        var parser = InputParser(keys: KeyCodes([]))
        let events =
          parser.feed(Array(sent[..<cut])) + parser.pause() + parser.feed(Array(sent[cut...])) + parser.pause()
        let isMouse = if case .mouse? = events.first { true } else { false }
        #expect(events.dropFirst(isMouse ? 1 : 0).withoutLateEscape == [.key(.up), .key("j")], "\(bytes), \(cut)")
        #expect(isMouse == !bytes.contains(0))
      }
    }
  }

  @Test(
    "Mouse reports without a valid cell are ignored",
    arguments: [
      "\u{1B}[<0;0;8M", "\u{1B}[<0;20M", "\u{1B}[<;;M", "\u{1B}[<M", "\u{1B}[<0;20;8;9M",
      "\u{1B}[<0;99999999999999999999;8M",
      "\u{1B}[<-5;20;8M", "\u{1B}[<999;20;8M", "\u{1B}[1;2;3m", "\u{1B}[<0;20;8Q",
    ])
  func noMouse(sent: String) {
    #expect(events(sent + "j") == [.key("j")])
  }

  @Test("Focus reports are recognised", arguments: [("\u{1B}[I", true), ("\u{1B}[O", false)])
  func focus(sent: String, isFocused: Bool) {
    for cut in cuts(of: sent + "j") { #expect(cut.withoutLateEscape == [.focus(isFocused), .key("j")]) }
  }

  private static let responseCases: [(String, [TerminalResponse])] = [
    ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}[?62;22c", [.background(RGB(0x1E1E2E)), .attributes(hasSixel: false)]),
    ("\u{1B}]11;rgb:ff/00/80\u{7}\u{1B}[?1;2c", [.background(RGB(0xFF0080)), .attributes(hasSixel: false)]),
    ("\u{1B}]11;rgba:f/f/f/8\u{7}\u{1B}[?c", [.background(RGB(0xFFFFFF)), .attributes(hasSixel: false)]),
    ("\u{1B}]11;#1e1e2e\u{7}", [.background(RGB(0x1E1E2E))]), ("\u{1B}[?6c", [.attributes(hasSixel: false)]),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", [0, 0xFFFFFF].map { .background(RGB($0)) }),
    ("\u{1B}[?62;4;22c", [.attributes(hasSixel: true)]), ("\u{1B}[?4;1c", [.attributes(hasSixel: false)]),
    ("\u{1B}_Gi=1952805485;OK\u{1B}\\\u{1B}[?62;c", [.kitty(isSupported: true), .attributes(hasSixel: false)]),
    ("\u{1B}_Gi=1952805485,p=1;ENOTSUPPORTED:no\u{1B}\\", [.kitty(isSupported: false)]),
    ("\u{1B}[6;18;9t\u{1B}[4;432;720t", [.cell(Size(width: 9, height: 18)), .area(Size(width: 720, height: 432))]),
    ("\u{1B}[?1;0;256S", [.sixelColors(256)]),
  ]

  @Test("Requested responses are recognised at any split", arguments: responseCases)
  func responses(sent: String, responses: [TerminalResponse]) {
    let bytes = Array(sent.utf8)
    for cut in bytes.indices {
      var parser = InputParser(keys: KeyCodes([]))
      (parser.expectsResponse, parser.holdsEscape) = (true, true)
      var events = parser.feed(Array(bytes[..<cut])) + parser.pause() + parser.pause(of: .milliseconds(100))
      events += parser.feed(Array(bytes[cut...]), after: .milliseconds(100)) + parser.pause()
      #expect(events.isEmpty, "cut at \(cut)")
      #expect(parser.takeResponses() == responses, "cut at \(cut)")
      #expect(parser.takeResponses().isEmpty)
      parser.holdsEscape = false
      #expect(parser.feed(Array("\u{1B}".utf8)) + parser.pause() == [.key(.escape)])
    }
  }

  @Test("Responses are recognised after Esc was a key", arguments: responseCases)
  func lateResponse(sent: String, responses: [TerminalResponse]) {
    var parser = InputParser(keys: KeyCodes([]))
    parser.expectsResponse = true
    let events = Array(sent.utf8).flatMap { parser.feed([$0], after: .milliseconds(100)) + parser.pause() }
    #expect(events.withoutLateEscape.isEmpty)
    #expect(parser.takeResponses() == responses)
  }

  @Test(
    "Other responses are ignored",
    arguments: [
      "\u{1B}]11;rgb:1e1e/1e1e\u{7}", "\u{1B}]11;?\u{7}", "\u{1B}]11;rgb:12345/1/1\u{7}", "\u{1B}]11;rgb:+1/1/1\u{7}",
      "\u{1B}]11;rgb://\u{7}", "\u{1B}]11;#12\u{7}", "\u{1B}]11;red\u{7}", "\u{1B}]10;rgb:1/1/1\u{7}",
      "\u{1B}P11;rgb:1/1/1\u{7}", "\u{1B}]11;rgb:1/1/1" + String(repeating: "/1", count: 60) + "\u{7}",
      "\u{1B}]11;rgb:\u{FF11}/1/1\u{7}", "\u{1B}[>1;2c", "\u{1B}[1c", "\u{1B}]11;#\u{7}", "\u{1B}]\u{7}",
      // For other pictures, without an id, and longer than any response.
      "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}_G;OK\u{1B}\\", "\u{1B}_OK\u{1B}\\", "\u{1B}_Gi=1952805485\u{1B}\\",
      "\u{1B}_Gi=1952805485;" + String(repeating: "OK", count: 4_000) + "\u{1B}\\", "\u{1B}_\u{1B}\\",
      "\u{1B}[6;0;9t", "\u{1B}[6;-1;9t", "\u{1B}[6;99999999999999999999;9t", "\u{1B}[6;18t", "\u{1B}[6t",
      "\u{1B}[8;24;80t",
      "\u{1B}[?1;0;0S", "\u{1B}[?1;3;0S", "\u{1B}[?2;0;640;480S", "\u{1B}[?1;0;99999999S", "\u{1B}[?1;0;S",
    ])
  func otherResponse(sent: String) {
    var parser = InputParser(keys: KeyCodes([]))
    parser.expectsResponse = true
    #expect(parser.feed(Array((sent + "j").utf8)) + parser.pause() == [.key("j")])
    #expect(parser.takeResponses().isEmpty)
  }

  @Test("Keys are recognised while a response is pending")
  func typedMeanwhile() {
    var parser = InputParser(keys: KeyCodes([]))
    (parser.expectsResponse, parser.holdsEscape) = (true, true)
    #expect(parser.feed(Array("j\u{1B}".utf8)) + parser.pause() == [.key("j")])
    #expect(parser.feed(Array("k\u{1B}[A".utf8)) + parser.pause() == [.key(.escape), .key("k"), .key(.up)])
    #expect(parser.feed([0x1B]) + parser.pause() == [])
    parser.holdsEscape = false
    #expect(parser.pause() == [.key(.escape)])
  }

  @Test(
    "Pasted input is text",
    arguments: [
      "Gq", "two\nlines\r\nof\rtext\t", "軌道 é 👩‍👩‍👧", "\u{1B}", "\u{1B}[A\u{1B}[20", "\u{1B}[201\u{1B}[20~", "\u{1B}[200~q",
      "\u{3}\u{4}q", "\u{1B}]q\u{7}",
      "\u{1B}[<0;20;8M", String(repeating: "long ", count: 40),
    ])
  func paste(text: String) {
    for cut in cuts(of: "j\u{1B}[200~\(text)\u{1B}[201~k") {
      #expect(cut.withoutLateEscape == [.key("j"), .paste(text), .key("k")])
    }
  }

  @Test(
    "Invalid bytes are reported, and shown if pasted",
    arguments: [
      ([0xFF, 0x6A], [.undecodable(encoding: "UTF-8"), .key("j")]),
      ([0xE9, 0x20], [.undecodable(encoding: "UTF-8"), .key(" ")]),
      ([0xC3, 0xC3, 0xA9], [.undecodable(encoding: "UTF-8"), .key("é")]),
      (Array("\u{1B}[200~a".utf8) + [0xE9] + Array("b\u{1B}[201~".utf8), [.paste("a\u{FFFD}b")]),
      (Array("\u{1B}[200~a".utf8) + [0xE9] + Array("\u{1B}[201~".utf8), [.paste("a\u{FFFD}")]),
    ] as [([UInt8], [Event])])
  func undecodable(bytes: [UInt8], events: [Event]) {
    var parser = InputParser(keys: KeyCodes([]))
    #expect(parser.feed(bytes) + parser.pause() == events)
  }

  @Test("An incomplete character is reported after a silence")
  func unfinished() {
    var parser = InputParser(keys: KeyCodes([]))
    #expect(parser.feed([0xE9]) + parser.pause() == [])
    #expect(parser.hasPendingCharacters)
    #expect(parser.pause(of: .seconds(3)) == [.undecodable(encoding: "UTF-8")])
    #expect(!parser.hasPendingCharacters)
  }

  @Test("Slowly pasted bytes are text")
  func slowPaste() {
    let sent = Array("j\u{1B}[200~Gq\u{1B}[201~k".utf8)
    for quiet in [Duration.zero, .milliseconds(1_500)] {
      var parser = InputParser(keys: KeyCodes([]))
      let events = sent.flatMap { parser.feed([$0], after: quiet) + parser.pause() }
      #expect(events.withoutLateEscape == [.key("j"), .paste("Gq"), .key("k")])
    }
  }

  @Test("Two pastes and keys in between are separate")
  func pastes() {
    #expect(
      events("a\u{1B}[200~b\u{1B}[201~c\u{1B}[I\u{1B}[200~d\u{1B}[201~\u{1B}[A\u{1B}[<0;1;1M\u{1B}")
        == [
          .key("a"), .paste("b"), .key("c"), .focus(true), .paste("d"), .key(.up),
          .mouse(MouseEvent(.press(.left), at: Point(row: 0, column: 0))), .key(.escape),
        ])
  }

  @Test("A paste without end runs no keys and ends with a single key after a silence")
  func unended() {
    for (key, bytes) in [(Key.escape, "\u{1B}"), ("q", "q"), (.control("c"), "\u{3}"), (.up, "\u{1B}[A"), ("軌", "軌")] {
      #expect(events("\u{1B}[200~Gq|qq|q|||\(bytes)|j") == [.paste("Gqqqq"), .key(key), .key("j")])
    }
    #expect(events("\u{1B}[200~Gq|||q and more|||Gq\u{1B}[201~j") == [.paste("Gqq and moreGq"), .key("j")])
    #expect(events("\u{1B}[200~Gq\u{1B}[201|||~j") == [.paste("Gq"), .key("j")])
    #expect(events("\u{1B}[200~Gq\u{1B}[201|||~|j") == [.paste("Gq"), .key("j")])
  }

  @Test("A paste without end has limited size")
  func endless() {
    var parser = InputParser(keys: KeyCodes([]))
    var events = parser.feed(Array("\u{1B}[200~".utf8))
    for _ in 0..<50 {
      events += parser.feed([UInt8](repeating: 0x71, count: PasteBuffer.maxLength / 10)) + parser.pause()
    }
    #expect(events.isEmpty)
    events = parser.feed(Array("軌\u{1B}[201~j".utf8))
    #expect(events == [.paste(String(repeating: "q", count: PasteBuffer.maxLength)), .key("j")])
  }

  @Test("Random input does not crash, and keys work afterwards", arguments: 1...40)
  func garbage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "\u{1B}", "[", "200~", "201~", "M", "<", "0;20;8", "m", "O", "]", "\u{7}", "\\", "q", "軌", "\u{9B}", "~", "1",
      "P", "u", ";", ":", "27;", "106", ";5u", "57441", "\u{C3}",
    ].map { Array($0.utf8) }
    let quiets = [Duration.zero, .milliseconds(30), .milliseconds(600), .seconds(3)]
    var parser = InputParser(keys: KeyCodes([]))
    for _ in 0..<2_000 {
      let piece =
        Bool.random(using: &generator)
        ? pieces.randomElement(using: &generator) ?? [] : [UInt8.random(in: 0...255, using: &generator)]
      _ = parser.feed(piece, after: quiets.randomElement(using: &generator) ?? .zero)
      if Bool.random(using: &generator) { _ = parser.pause() }
    }
    // The user presses Esc twice.
    for _ in 0..<2 { _ = parser.feed([0x1B], after: .seconds(3)) + parser.pause() }
    #expect(parser.feed(Array("j".utf8), after: .seconds(3)) + parser.pause() == [.key("j")])
    #expect(!parser.isIncomplete)
  }

  /// The events for each split of the input in two parts.
  private func cuts(of sent: String) -> [[Event]] {
    let bytes = Array(sent.utf8)
    return bytes.indices.map { cut in
      var parser = InputParser(keys: KeyCodes([]))
      return parser.feed(Array(bytes[..<cut])) + parser.pause()
        + parser.feed(Array(bytes[cut...]), after: .milliseconds(100))
        + parser.pause()
    }
  }

  private func events(_ sent: String) -> [Event] {
    var parser = InputParser(keys: KeyCodes([]))
    var events: [Event] = []
    var bars = 0
    for part in sent.split(separator: "|", omittingEmptySubsequences: false) {
      if !part.isEmpty {
        events += parser.feed(Array(part.utf8), after: bars >= 3 ? .seconds(3) : .zero) + parser.pause()
        bars = 0
      } else if bars == 2 {
        events += parser.pause(of: .seconds(3))
      }
      bars += 1
    }
    return events
  }
}

extension Sequence<Event> {
  /// Without the Esc that was reported before the rest of its sequence arrived.
  fileprivate var withoutLateEscape: [Event] { filter { $0 != .key(.escape) } }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}
