/// A key as reported by the terminal.
public enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Character)
  /// Control and a lower case letter.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right
  case home, end, pageUp, pageDown
  case function(Int)
  /// Alt and a printable ASCII character. Terminals send the same bytes for Esc followed by the character.
  case alt(Character)
  /// A named key with modifiers.
  case modified(Named, Modifiers)

  /// The keys that terminals report with modifiers.
  public enum Named: UInt8, Hashable, Sendable, CaseIterable {
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, backspace, delete
  }
}

/// The modifiers held down with a key or a mouse button.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public static let shift = Self(rawValue: 1)
  public static let alt = Self(rawValue: 2)
  public static let control = Self(rawValue: 4)

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

extension Key.Named {
  /// The key without modifiers.
  public var key: Key {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .home: .home
    case .end: .end
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .enter: .enter
    case .backspace: .backspace
    case .delete: .delete
    }
  }
}

extension Key {
  /// The key typed after Esc if terminals send the same bytes for both; nil for keys without that ambiguity.
  var withoutAlt: Key? {
    switch self {
    case .alt(let character): .character(character)
    case .modified(.enter, .alt): .enter
    case .modified(.backspace, .alt): .backspace
    default: nil
    }
  }
}

extension Key {
  /// The label on the screen: `j`, `^N`, `Enter`, `Down`.
  public var label: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(" "): "^Space"
    case .control(let letter): "^\(letter.uppercased())"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "S-Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    case .alt(let character): "Alt-\(Key.character(character).label)"
    case .modified(let named, let modifiers): modifiers.label + named.key.label
    }
  }

  /// Parses a key name of tmux's `send-keys` (`j`, `Enter`, `C-d`, `PageDown`, `Space`, `M-b`, `C-S-Left`) or a label
  /// (`^D`, `PgDn`, `Alt-b`). Returns nil for other names.
  public init?(tmuxName name: String) {
    if let named = Self.tmuxNames[name] {
      self = named
    } else if let letter = Self.controlled(by: name) {
      self = .control(letter)
    } else if name.hasPrefix("F"), !name.hasPrefix("F+"), let number = Int(name.dropFirst()),
      (1...20).contains(number)
    {
      self = .function(number)
    } else if name.count == 1, let character = name.first {
      self = .character(character)
    } else if let key = Self.modified(by: name) {
      self = key
    } else {
      return nil
    }
  }

  /// Parses `M-b` or `C-S-Left`.
  private static func modified(by name: String) -> Key? {
    var (modifiers, rest): (Modifiers, Substring) = ([], name[...])
    while let prefix = Modifiers.prefixes.first(where: { rest.hasPrefix($0.name) && rest.count > $0.name.count }) {
      modifiers.insert(prefix.modifier)
      rest = rest.dropFirst(prefix.name.count)
    }
    guard !modifiers.isEmpty, let key = Key(tmuxName: String(rest)) else { return nil }
    if let named = Named.allCases.first(where: { $0.key == key }) { return .modified(named, modifiers) }
    guard modifiers == .alt, case .character(let character) = key, character.isASCII else { return nil }
    return .alt(character)
  }

  /// The lower case letter of `C-d` or `^D`, or one of four other characters that Control modifies, as in `C-_`.
  private static func controlled(by name: String) -> Character? {
    let isControl = name.hasPrefix("C-") && name.count == 3 || name.hasPrefix("^") && name.count == 2
    guard isControl, let letter = name.last, letter.isASCII, letter.isLetter || #"\]^_"#.contains(letter) else {
      return nil
    }
    return Character(letter.lowercased())
  }

  private static let tmuxNames: [String: Key] = [
    "Enter": .enter, "Tab": .tab, "BTab": .backTab, "Escape": .escape, "BSpace": .backspace, "DC": .delete,
    "Delete": .delete, "Space": .character(" "), "Up": .up, "Down": .down, "Left": .left, "Right": .right,
    "Home": .home, "End": .end, "PageUp": .pageUp, "PPage": .pageUp, "PgUp": .pageUp, "PageDown": .pageDown,
    "NPage": .pageDown, "PgDn": .pageDown, "C-Space": .control(" "),
    "S-Tab": .backTab, "Esc": .escape, "Backspace": .backspace, "^Space": .control(" "),
  ]
}

extension Modifiers {
  /// The prefixes in key names.
  fileprivate static let prefixes: [(name: String, modifier: Modifiers)] = [
    ("Alt-", .alt), ("S-", .shift), ("^", .control), ("C-", .control), ("M-", .alt),
  ]

  /// `S-^` for Shift and Control.
  fileprivate var label: String {
    Self.prefixes.prefix(3).filter { contains($0.modifier) }.map(\.name).joined()
  }
}

/// Keys pressed in succession: mostly one, `g s` has two.
public struct KeySequence: Hashable, Sendable {
  public let keys: [Key]

  public init(_ keys: [Key]) {
    self.keys = keys
  }

  /// Parses space-separated key names: `g s`, `C-d`; nil if one is invalid.
  public init?(_ names: String) {
    let keys = names.split(separator: " ").map { Key(tmuxName: String($0)) }
    guard !keys.isEmpty, !keys.contains(nil) else { return nil }
    self.init(keys.compactMap(\.self))
  }

  /// The names in a form that `init(_:)` parses: `g s`, `^D`.
  public var names: String { keys.map(\.label).joined(separator: " ") }

  /// Whether the sequence is equal to or longer than the given prefix.
  public func starts(with other: KeySequence) -> Bool { keys.starts(with: other.keys) }

  /// The label on the screen: `gs`, `Space s`.
  public var label: String {
    let labels = keys.map(\.label)
    return labels.joined(separator: labels.allSatisfy { $0.count == 1 } ? "" : " ")
  }
}

extension KeySequence: ExpressibleByStringLiteral {
  public init(stringLiteral names: String) {
    guard let sequence = KeySequence(names) else { preconditionFailure("“\(names)” names no keys") }
    self = sequence
  }
}
