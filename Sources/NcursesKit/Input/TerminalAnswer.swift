import TerminalKit

/// What a terminal says when it is asked. Source: xterm's Control Sequences, “Operating System Commands” and “Send Device
/// Attributes (Primary DA)”.
enum TerminalAnswer: Hashable, Sendable {
  case background(RGB)
  /// Its attributes, which every terminal tells: those that were asked for something before and have said nothing will
  /// not do so any more.
  case attributes

  /// Asks for the background, then for the attributes.
  static let question = Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)

  /// - Parameter command: what stands between `ESC ]` and its end: `11;rgb:1e1e/1e1e/1e1e`.
  init?(command: [UInt8]) {
    let text = String(decoding: command, as: UTF8.self)
    guard text.hasPrefix("11;"), let color = RGB(named: text.dropFirst(3)) else { return nil }
    self = .background(color)
  }
}

extension RGB {
  /// A colour as X names it: `rgb:1e1e/1e1e/1e1e`, each part of one to four digits, the same with an opacity behind it, or
  /// `#1e1e1e`. Source: XParseColor(3).
  fileprivate init?(named name: Substring) {
    let parts: [Substring]
    if let colon = name.firstIndex(of: ":") {
      let space = name[..<colon]
      guard space == "rgb" || space == "rgba" else { return nil }
      parts = Array(name[name.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false).prefix(3))
    } else {
      let digits = name.dropFirst()
      guard name.first == "#", !digits.isEmpty, digits.utf8.count.isMultiple(of: 3) else { return nil }
      let length = digits.count / 3
      parts = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
    }
    let numbers = parts.compactMap(Self.part)
    guard numbers.count == 3 else { return nil }
    self.init(red: numbers[0], green: numbers[1], blue: numbers[2])
  }

  /// `1e1e` of `ffff`, `f` of `f`.
  private static func part(_ digits: Substring) -> UInt8? {
    guard 1...4 ~= digits.utf8.count, digits.utf8.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let number = Int(digits, radix: 16)
    else { return nil }
    return UInt8(number * 255 / (1 << (4 * digits.utf8.count) - 1))
  }
}

/// Takes in a terminal's answer up to its end.
struct AnswerBuffer {
  /// What is longer says nothing that is known. In bytes.
  private static let maxLength = 64

  /// Whether it began with `ESC ]`.
  private let isCommand: Bool
  private var bytes: [UInt8] = []
  private var isTooLong = false
  /// Whether the last byte was Esc, which begins ST.
  private var isAfterEscape = false

  init(isCommand: Bool) {
    self.isCommand = isCommand
  }

  /// - Returns: whether it ends with this byte.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == 7 || isAfterEscape && byte == UInt8(ascii: "\\") { return true }
    isAfterEscape = byte == 0x1B
    if isAfterEscape { return false }
    isTooLong = isTooLong || bytes.count >= Self.maxLength
    if !isTooLong { bytes.append(byte) }
    return false
  }

  /// What it says; nil where that is nothing that Tern has asked for.
  var answer: TerminalAnswer? { isCommand && !isTooLong ? TerminalAnswer(command: bytes) : nil }
}
