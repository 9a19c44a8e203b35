import TerminalKit

/// What a terminal says of a key with others held down, in a control sequence. Source: xterm's Control Sequences, “PC-Style
/// Function Keys” and “Other Keys” (modifyOtherKeys), which terminals with a keyboard protocol of their own share.
enum KeyReport {
  /// `ESC [ 1 ; 5 D`, `ESC [ 3 ; 2 ~`, `ESC [ 13 ; 3 u`, `ESC [ 27 ; 5 ; 127 ~`; nil where it is no key that Tern has a name for.
  static func key(parameters: String, final: Character) -> Key? {
    let parts = parameters.split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.isEmpty ? 1 : Int($0) }
    guard numbers.count == parts.count else { return nil }
    switch (numbers.count, final) {
    case (2, "u"): return key(code: numbers[0], modifiers: numbers[1])
    case (3, "~") where numbers[0] == 27: return key(code: numbers[2], modifiers: numbers[1])
    case (2, "~"): return named(number: numbers[0]).flatMap { key($0, numbers[1]) }
    case (2, _) where numbers[0] == 1: return named(letter: final).flatMap { key($0, numbers[1]) }
    default: return nil
    }
  }

  private static func named(letter: Character) -> Key.Named? {
    switch letter {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    default: nil
    }
  }

  private static func named(number: Int) -> Key.Named? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  /// A key by the character that it sends by itself.
  private static func key(code: Int, modifiers: Int) -> Key? {
    switch code {
    case 13: key(.enter, modifiers)
    case 8, 127: key(.backspace, modifiers)
    default: nil
    }
  }

  /// - Parameter number: 1, and 1 more for Shift, 2 for Alt, 4 for Control, 8 for Meta, which is taken for Alt.
  private static func key(_ named: Key.Named, _ number: Int) -> Key? {
    guard 1...16 ~= number else { return nil }
    var modifiers = Modifiers(rawValue: UInt8(number - 1) & 7)
    if (number - 1) & 8 != 0 { modifiers.insert(.alt) }
    return modifiers.isEmpty ? named.key : .modified(named, modifiers)
  }
}
