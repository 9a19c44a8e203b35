import TerminalKit

/// A response of the terminal to a query. Sources: xterm's Control Sequences, “Operating System Commands”, “Send Device
/// Attributes (Primary DA)”, “Window manipulation (XTWINOPS)” and “XTSMGRAPHICS”, and kitty's “Terminal graphics
/// protocol”.
enum TerminalResponse: Hashable, Sendable {
  case background(RGB)
  /// The device attributes, which every terminal reports. Earlier queries without a response will not be answered.
  case attributes(hasSixel: Bool)
  /// Whether kitty's graphics protocol is supported.
  case kitty(isSupported: Bool)
  /// The size of a cell in pixels.
  case cell(Size)
  /// The size of the text area in pixels.
  case area(Size)
  /// The number of colour registers for sixels.
  case sixelColors(Int)

  /// Queries the background, then the attributes.
  static let backgroundQuery = Array("\u{1B}]11;?\u{1B}\\".utf8) + attributesQuery
  /// Queries the attributes, always last.
  static let attributesQuery = Array("\u{1B}[c".utf8)
  /// Queries kitty graphics with a picture of one pixel.
  static let kittyQuery = Array("\u{1B}_Gi=\(kittyNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\".utf8)
  /// Queries the size of a cell and of the text area.
  static let cellQuery = Array("\u{1B}[16t\u{1B}[14t".utf8)
  /// Queries the number of colour registers. Supported only by terminals that have some.
  static let colorQuery = Array("\u{1B}[?1;1;0S".utf8)

  /// The id of the queried picture, which is never shown.
  private static let kittyNumber = 1_952_805_485

  /// - Parameter command: The content between `ESC ]` and the terminator: `11;rgb:1e1e/1e1e/1e1e`.
  init?(command: [UInt8]) {
    let text = String(decoding: command, as: UTF8.self)
    guard text.hasPrefix("11;"), let color = RGB(named: text.dropFirst(3)) else { return nil }
    self = .background(color)
  }

  /// - Parameter string: The content between `ESC _` and the terminator: `Gi=31;OK`.
  init?(application string: [UInt8]) {
    let text = String(decoding: string, as: UTF8.self)
    guard text.first == "G", let words = text.firstIndex(of: ";"),
      text[..<words].dropFirst().split(separator: ",").contains("i=\(Self.kittyNumber)")
    else { return nil }
    self = .kitty(isSupported: text[words...] == ";OK")
  }

  /// Parses a control sequence: `?62;4;22` and `c`, `6;18;9` and `t`, `?1;0;256` and `S`.
  init?(parameters: String, final: Character) {
    let isPrivate = parameters.first == "?"
    let parts = parameters.dropFirst(isPrivate ? 1 : 0).split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts.map { Int($0) }
    switch (isPrivate, final, numbers.first ?? nil) {
    // The first number is the terminal class.
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
  /// A colour in X notation: `rgb:1e1e/1e1e/1e1e` with one to four digits each, the same with an alpha component, or
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

  /// Scales `1e1e` of at most `ffff`, `f` of at most `f`, to a byte.
  private static func part(_ digits: Substring) -> UInt8? {
    guard 1...4 ~= digits.utf8.count, digits.utf8.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let number = Int(digits, radix: 16)
    else { return nil }
    return UInt8(number * 255 / (1 << (4 * digits.utf8.count) - 1))
  }
}

/// Collects a response up to its terminator.
struct ResponseBuffer {
  /// Maximum length in bytes; longer responses are unknown.
  private static let maxLength = 64

  /// The second byte: `]` for a command, `_` for an application string.
  private let introducer: UInt8
  private var bytes: [UInt8] = []
  private var isTooLong = false
  /// Whether the last byte was Esc, which may start ST.
  private var isAfterEscape = false

  init(introducer: UInt8) {
    self.introducer = introducer
  }

  /// - Returns: Whether the byte completes the response.
  mutating func feed(_ byte: UInt8) -> Bool {
    if byte == 7 || isAfterEscape && byte == UInt8(ascii: "\\") { return true }
    isAfterEscape = byte == 0x1B
    if isAfterEscape { return false }
    isTooLong = isTooLong || bytes.count >= Self.maxLength
    if !isTooLong { bytes.append(byte) }
    return false
  }

  /// The parsed response; nil if it is unknown.
  var response: TerminalResponse? {
    guard !isTooLong else { return nil }
    return switch introducer {
    case UInt8(ascii: "]"): TerminalResponse(command: bytes)
    case UInt8(ascii: "_"): TerminalResponse(application: bytes)
    default: nil
    }
  }
}
