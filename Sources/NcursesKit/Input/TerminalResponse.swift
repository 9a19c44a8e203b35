import TerminalKit

/// What a terminal says when it is asked. Sources: xterm's Control Sequences, “Operating System Commands”, “Send Device
/// Attributes (Primary DA)”, “Window manipulation (XTWINOPS)” and “XTSMGRAPHICS”, and kitty's “Terminal graphics protocol”.
enum TerminalResponse: Hashable, Sendable {
  case background(RGB)
  /// Its attributes, which every terminal tells: those that were asked for something before and have said nothing will
  /// not do so any more.
  case attributes(hasSixel: Bool)
  /// Whether it takes pictures by kitty's protocol.
  case kitty(isTaken: Bool)
  /// How large a cell is, in pixels.
  case cell(Size)
  /// How large all of its cells are together, in pixels.
  case area(Size)
  /// How many colours a picture of sixels can have.
  case sixelColors(Int)

  /// Asks for the background, then for the attributes.
  static let question = Array("\u{1B}]11;?\u{1B}\\".utf8) + end
  /// Asks for the attributes: what comes last, whatever else is asked.
  static let end = Array("\u{1B}[c".utf8)
  /// Asks whether a picture of one pixel would be taken.
  static let kittyQuestion = Array("\u{1B}_Gi=\(kittyNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\".utf8)
  /// Asks for the size of a cell, and of all cells.
  static let cellQuestion = Array("\u{1B}[16t\u{1B}[14t".utf8)
  /// Asks for the number of colour registers. Only a terminal that has some knows it.
  static let colorQuestion = Array("\u{1B}[?1;1;0S".utf8)

  /// The number of the picture that is asked about; it is shown nowhere.
  private static let kittyNumber = 1_952_805_485

  /// - Parameter command: what stands between `ESC ]` and its end: `11;rgb:1e1e/1e1e/1e1e`.
  init?(command: [UInt8]) {
    let text = String(decoding: command, as: UTF8.self)
    guard text.hasPrefix("11;"), let color = RGB(named: text.dropFirst(3)) else { return nil }
    self = .background(color)
  }

  /// - Parameter string: what stands between `ESC _` and its end: `Gi=31;OK`.
  init?(application string: [UInt8]) {
    let text = String(decoding: string, as: UTF8.self)
    guard text.first == "G", let words = text.firstIndex(of: ";"),
      text[..<words].dropFirst().split(separator: ",").contains("i=\(Self.kittyNumber)")
    else { return nil }
    self = .kitty(isTaken: text[words...] == ";OK")
  }

  /// A control sequence: `?62;4;22` and `c`, `6;18;9` and `t`, `?1;0;256` and `S`.
  init?(parameters: String, final: Character) {
    let isPrivate = parameters.first == "?"
    let parts = parameters.dropFirst(isPrivate ? 1 : 0).split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts.map { Int($0) }
    switch (isPrivate, final, numbers.first ?? nil) {
    // The first number says what kind of terminal it is.
    case (true, "c", _): self = .attributes(hasSixel: numbers.dropFirst().contains(4))
    case (false, "t", 6?): self.init(numbers) { .cell($0) }
    case (false, "t", 4?): self.init(numbers) { .area($0) }
    case (true, "S", 1?):
      guard numbers.count == 3, numbers[1] == 0, let count = numbers[2], 1...Self.maxLength ~= count else { return nil }
      self = .sixelColors(count)
    default: return nil
    }
  }

  private static let maxLength = 0xFFFF

  private init?(_ numbers: [Int?], _ make: (Size) -> Self) {
    guard numbers.count == 3, let height = numbers[1], let width = numbers[2], 1...Self.maxLength ~= height,
      1...Self.maxLength ~= width
    else { return nil }
    self = make(Size(width: width, height: height))
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
struct ResponseBuffer {
  /// What is longer says nothing that is known. In bytes.
  private static let maxLength = 64

  /// The second byte that it began with: `]` of a command, `_` of a string for an application.
  private let introducer: UInt8
  private var bytes: [UInt8] = []
  private var isTooLong = false
  /// Whether the last byte was Esc, which begins ST.
  private var isAfterEscape = false

  init(introducer: UInt8) {
    self.introducer = introducer
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
  var answer: TerminalResponse? {
    guard !isTooLong else { return nil }
    return switch introducer {
    case UInt8(ascii: "]"): TerminalResponse(command: bytes)
    case UInt8(ascii: "_"): TerminalResponse(application: bytes)
    default: nil
    }
  }
}
