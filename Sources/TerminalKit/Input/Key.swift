/// One key as the terminal tells it.
public enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Character)
  /// Control and a letter, in lower case.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right
  case home, end, pageUp, pageDown
  case function(Int)
}

extension Key {
  /// The key as a person reads it: `j`, `^N`, `Enter`, `Down`.
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
    }
  }

  /// The key with a name of tmux's `send-keys`: `j`, `Enter`, `C-d`, `PageDown`, `Space`; or with one that its label
  /// is, `^D` and `PgDn`. nil where it is none.
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
    } else {
      return nil
    }
  }

  /// The letter of `C-d` or `^D`, in lower case.
  private static func controlled(by name: String) -> Character? {
    let isControl = name.hasPrefix("C-") && name.count == 3 || name.hasPrefix("^") && name.count == 2
    guard isControl, let letter = name.last, letter.isASCII, letter.isLetter else { return nil }
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

/// Keys that are pressed one after another: mostly one, `g s` is two.
public struct KeySequence: Hashable, Sendable {
  public let keys: [Key]

  public init(_ keys: [Key]) {
    self.keys = keys
  }

  /// The keys by their names, with spaces between them: `g s`, `C-d`; nil where one is none.
  public init?(_ names: String) {
    let keys = names.split(separator: " ").map { Key(tmuxName: String($0)) }
    guard !keys.isEmpty, !keys.contains(nil) else { return nil }
    self.init(keys.compactMap(\.self))
  }

  /// The keys by names that `init(_:)` understands: `g s`, `^D`.
  public var names: String { keys.map(\.label).joined(separator: " ") }

  /// Whether the keys are these, or these and more.
  public func begins(with other: KeySequence) -> Bool { keys.starts(with: other.keys) }

  /// The keys as a person reads them: `gs`, `Space s`.
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
