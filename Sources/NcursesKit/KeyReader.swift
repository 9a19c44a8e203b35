import CNcurses
import TerminalKit

/// Turns what curses reads into keys. What a terminal sends for one key may come in two parts: the reader remembers the
/// first.
@MainActor
struct KeyReader {
  private var sequence = UnknownSequence()
  private var decoder = CharacterDecoder()
  private var lastRead = ContinuousClock.now

  /// Teaches curses what most terminals send for a key, whatever is known of this one: often it is not quite the type
  /// that it says.
  static func learnCommonKeys() {
    for (sequence, key) in commonKeys where key_defined(sequence) == 0 { define_key(sequence, key) }
  }

  private static let commonKeys: [(sequence: String, key: Int32)] =
    ["\u{1B}[", "\u{1B}O"].flatMap { start in
      [("A", KEY_UP), ("B", KEY_DOWN), ("C", KEY_RIGHT), ("D", KEY_LEFT), ("H", KEY_HOME), ("F", KEY_END)]
        .map { (start + $0, $1) }
    } + [
      ("\u{1B}[1~", KEY_HOME), ("\u{1B}[7~", KEY_HOME), ("\u{1B}[4~", KEY_END), ("\u{1B}[8~", KEY_END),
      ("\u{1B}[3~", KEY_DC), ("\u{1B}[5~", KEY_PPAGE), ("\u{1B}[6~", KEY_NPAGE), ("\u{1B}[Z", KEY_BTAB),
      ("\u{1B}OM", KEY_ENTER), ("\u{1B}OP", KEY_F0 + 1), ("\u{1B}[11~", KEY_F0 + 1), ("\u{1B}[[A", KEY_F0 + 1),
      ("\u{1B}[15~", KEY_F0 + 5), ("\u{1B}[[E", KEY_F0 + 5),
    ]

  /// All keys that have come since the last call; it does not wait.
  mutating func readAll(from window: UnsafeMutablePointer<WINDOW>) -> [Key] {
    forgetWhatIsOld()
    var keys: [Key] = []
    while true {
      let code = wgetch(window)
      if code == ERR { return keys + sequence.pause().compactMap(Self.character) }
      if let byte = UInt8(exactly: code) {
        guard let character = decoder.take(byte) else { continue }
        keys += sequence.take(character).compactMap(Self.character)
      } else {
        keys += sequence.end().compactMap(Self.character)
        if let key = Self.functionKey(code) { keys.append(key) }
      }
    }
  }

  /// The rest of a key is not that late: what comes now has been typed.
  private mutating func forgetWhatIsOld() {
    let now = ContinuousClock.now
    if now - lastRead >= .seconds(1) { (sequence, decoder) = (UnknownSequence(), CharacterDecoder()) }
    lastRead = now
  }

  private static func character(_ code: wint_t) -> Key? {
    switch code {
    case 9: return .tab
    case 10, 13: return .enter
    case 27: return .escape
    case 8, 127: return .backspace
    case 0: return .control(" ")
    case 1...26: return Unicode.Scalar(code + 96).map { .control(Character($0)) }
    case ..<32, 128..<160: return nil
    default: return Unicode.Scalar(code).map { .character(Character($0)) }
    }
  }

  private static func functionKey(_ code: Int32) -> Key? {
    switch code {
    case KEY_UP: .up
    case KEY_DOWN: .down
    case KEY_LEFT: .left
    case KEY_RIGHT: .right
    // What stands there on a keyboard of the VT220 sends what Home and End send elsewhere.
    case KEY_HOME, KEY_FIND: .home
    case KEY_END, KEY_SELECT: .end
    case KEY_PPAGE: .pageUp
    case KEY_NPAGE: .pageDown
    case KEY_BACKSPACE: .backspace
    case KEY_DC: .delete
    case KEY_BTAB: .backTab
    case KEY_ENTER: .enter
    case KEY_F0 + 1...KEY_F0 + 20: .function(Int(code - KEY_F0))
    default: nil
    }
  }
}
