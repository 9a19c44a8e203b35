import TerminalKit

extension Key {
  /// The name for `--keys`; invisible characters by number, `U+202E`.
  var tmuxName: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): character.scalarName ?? String(character)
    case .control(" "): "C-Space"
    case .control(let letter): "C-\(letter)"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "BTab"
    case .escape: "Escape"
    case .backspace: "BSpace"
    case .delete: "DC"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PageUp"
    case .pageDown: "PageDown"
    case .function(let number): "F\(number)"
    case .alt(" "): "M-Space"
    case .alt, .modified: label
    }
  }
}

extension Key {
  /// The key with a name like `U+202E`.
  init?(scalarName name: String) {
    guard name.hasPrefix("U+"), let value = UInt32(name.dropFirst(2), radix: 16), let scalar = Unicode.Scalar(value)
    else { return nil }
    self = .character(Character(scalar))
  }
}

extension Character {
  /// The number of an invisible character; nil for visible ones.
  fileprivate var scalarName: String? {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1 else { return nil }
    switch scalar.properties.generalCategory {
    case .format, .nonspacingMark, .control: return "U+" + String(scalar.value, radix: 16, uppercase: true)
    default: return nil
    }
  }
}
