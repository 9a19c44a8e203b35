import CNcurses
import TerminalKit

/// Turns what curses reads into keys.
@MainActor
enum KeyReader {
  /// All keys that have come since the last call; it does not wait.
  static func readAll(from window: UnsafeMutablePointer<WINDOW>) -> [Key] {
    var keys: [Key] = []
    var code = wint_t()
    while true {
      switch wget_wch(window, &code) {
      case OK:
        if let key = character(code) { keys.append(key) }
      case KEY_CODE_YES:
        if let key = functionKey(Int32(bitPattern: code)) { keys.append(key) }
      default:
        return keys
      }
    }
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
    case KEY_HOME: .home
    case KEY_END: .end
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
