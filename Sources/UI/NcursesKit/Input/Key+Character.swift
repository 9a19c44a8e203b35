import CNcurses
import TerminalKit

extension Key {
  /// Returns nil for codes that cannot be typed.
  init?(character code: wint_t) {
    switch code {
    case 9: self = .tab
    case 10, 13: self = .enter
    case 27: self = .escape
    case 8, 127: self = .backspace
    case 0: self = .control(" ")
    case 1...26:
      guard let letter = Unicode.Scalar(code + 96) else { return nil }
      self = .control(Character(letter))
    // ^\ ^] ^^ ^_
    case 28..<32:
      guard let sign = Unicode.Scalar(code + 64) else { return nil }
      self = .control(Character(sign))
    case ..<32, 128..<160: return nil
    default:
      guard let scalar = Unicode.Scalar(code) else { return nil }
      self = .character(Character(scalar))
    }
  }
}
