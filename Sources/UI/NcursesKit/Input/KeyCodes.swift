import CNcurses
import TerminalKit

/// The key sequences of a terminal: those of terminfo, and common ones, because the terminal type is often not exact.
struct KeyCodes {
  enum Match: Equatable {
    case none
    /// More bytes may complete a key.
    case partial
    /// The first `length` bytes are a key; nil for keys without a name in Tern. `mayContinue` is true if all bytes may
    /// start another key.
    case key(Key?, length: Int, mayContinue: Bool)
  }

  private var keys: [[UInt8]: Key?] = [:]
  /// All proper prefixes.
  private var beginnings: Set<[UInt8]> = []
  private var firstBytes: Set<UInt8> = []

  /// - Parameter sequences: Later entries take precedence.
  init(_ sequences: [(bytes: [UInt8], key: Key?)]) {
    for (bytes, key) in sequences where !bytes.isEmpty { add(bytes, key) }
    for (text, key) in Self.common {
      let bytes = Array(text.utf8)
      if keys[bytes] == nil, !beginnings.contains(bytes) { add(bytes, key) }
    }
  }

  private mutating func add(_ bytes: [UInt8], _ key: Key?) {
    keys[bytes] = .some(key)
    firstBytes.insert(bytes[0])
    for length in 1..<max(1, bytes.count) { beginnings.insert(Array(bytes[..<length])) }
  }

  /// Whether any key starts with this byte.
  func hasKey(startingWith byte: UInt8) -> Bool { firstBytes.contains(byte) }

  /// Matches the longest key at the start of the bytes.
  func match(_ bytes: [UInt8]) -> Match {
    if let key = keys[bytes] { return .key(key, length: bytes.count, mayContinue: beginnings.contains(bytes)) }
    if beginnings.contains(bytes) { return .partial }
    var shorter = bytes
    while shorter.count > 1 {
      shorter.removeLast()
      if let key = keys[shorter] { return .key(key, length: shorter.count, mayContinue: false) }
    }
    return .none
  }
}

extension KeyCodes {
  /// The sequences of the terminal that curses was last started on.
  @MainActor
  static func ofTerminal() -> KeyCodes {
    KeyCodes(
      terminfoNames.compactMap { name in
        guard let value = tigetstr(name), Int(bitPattern: value) != -1 else { return nil }
        return (String(cString: value).utf8.map { $0 == 0x80 ? 0 : $0 }, key(named: name))
      })
  }

  /// The names of all key capabilities except the mouse, whose prefix (`ESC [ M`, recently `ESC [ <`) is always parsed
  /// as a report.
  @MainActor private static let terminfoNames: [String] = {
    var names: [String] = []
    while let name = tern_string_capability(Int32(names.count)) { names.append(String(cString: name)) }
    return names.filter { $0.hasPrefix("k") && $0 != "kmous" }
  }()

  private static func key(named name: String) -> Key? {
    switch name {
    case "kcuu1": .up
    case "kcud1": .down
    case "kcub1": .left
    case "kcuf1": .right
    // The VT220's Find and Select keys are in the position of Home and End.
    case "khome", "kfnd": .home
    case "kend", "kslt": .end
    case "kpp": .pageUp
    case "knp": .pageDown
    case "kbs": .backspace
    case "kdch1": .delete
    case "kcbt": .backTab
    case "kent": .enter
    case "kri": .modified(.up, .shift)
    case "kind": .modified(.down, .shift)
    case "kLFT": .modified(.left, .shift)
    case "kRIT": .modified(.right, .shift)
    case "kHOM": .modified(.home, .shift)
    case "kEND": .modified(.end, .shift)
    case "kPRV": .modified(.pageUp, .shift)
    case "kNXT": .modified(.pageDown, .shift)
    case "kDC": .modified(.delete, .shift)
    default: Int(name.dropFirst(2)).flatMap { name.hasPrefix("kf") && 1...20 ~= $0 ? .function($0) : nil }
    }
  }

  private static let common: [(String, Key)] =
    ["\u{1B}[", "\u{1B}O"].flatMap { start in
      [("A", Key.up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end)].map { (start + $0, $1) }
    } + [
      ("\u{1B}[1~", .home), ("\u{1B}[7~", .home), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end), ("\u{1B}[3~", .delete),
      ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab), ("\u{1B}OM", .enter),
      ("\u{1B}OP", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[[A", .function(1)),
      ("\u{1B}[15~", .function(5)), ("\u{1B}[[E", .function(5)),
    ]
}
