import TerminalKit

/// The parameters of a key report: fields separated by `;`, with subfields after `:`.
struct KeyReportParameters {
  private let fields: [[Int?]]

  /// Returns nil if there is anything but numbers, or nothing.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x3B ~= $0 }) else { return nil }
    var fields: [[Int?]] = []
    for field in text.split(separator: ";", omittingEmptySubsequences: false) {
      let parts = field.split(separator: ":", omittingEmptySubsequences: false)
      let numbers = parts.map { Int($0) }
      guard zip(parts, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
      fields.append(numbers)
    }
    self.fields = fields
  }

  var count: Int { fields.count }

  /// The first number of a field.
  func number(_ field: Int) -> Int? { number(field, 0) }

  private func number(_ field: Int, _ part: Int) -> Int? {
    guard fields.indices.contains(field), fields[field].indices.contains(part) else { return nil }
    return fields[field][part]
  }

  /// The code of a key reported by character or kitty code; nil for other reports.
  ///
  /// `isCharacterReport` is false for the format of modifyOtherKeys, which has the code last and no text.
  func characterCode(final: Character) -> (code: KeyReportCode, isCharacterReport: Bool)? {
    switch (count, final) {
    case (1...3, "u"):
      guard let key = number(0) ?? (text == nil ? nil : 0) else { return nil }
      return (KeyReportCode(key: key, shifted: number(0, 1), baseLayout: number(0, 2)), true)
    case (3, "~") where number(0) == 27:
      guard let key = number(2) else { return nil }
      return (KeyReportCode(key: key, shifted: nil, baseLayout: nil), false)
    default: return nil
    }
  }

  /// nil if the number is invalid, or a modifier without a name in Tern is held down.
  var modifiers: KeyReportModifiers? { KeyReportModifiers(number: number(1) ?? 1) }

  /// Whether the key was released. Kitty's event types: 1 is a press, 2 a repeat.
  var isRelease: Bool { number(1, 1) == 3 }

  /// The text produced by the key as reported by kitty; nil for unnamed keys.
  func text(of code: KeyReportCode) -> String? { KeyName(code: code.key) == .unnamed ? nil : text }

  /// The code points in the third field.
  private var text: String? {
    guard count == 3 else { return nil }
    let scalars = fields[2].map { $0.flatMap(KeyReportCode.printable) }
    let known = scalars.compactMap(\.self)
    guard !known.isEmpty, known.count == scalars.count else { return nil }
    return String(String.UnicodeScalarView(known))
  }
}

/// The modifiers of a key report: 1, plus 1 for Shift, 2 for Alt, 4 for Control, 8 for Meta, which is treated as Alt.
/// In kitty's protocol 16 is Hyper, 32 Meta, 64 Caps Lock and 128 Num Lock.
struct KeyReportModifiers {
  let held: Modifiers
  let hasCapsLock: Bool

  init?(number: Int) {
    guard 1...256 ~= number, (number - 1) & 0x30 == 0 else { return nil }
    let bits = number - 1
    var held = Modifiers(rawValue: UInt8(bits & 7))
    if bits & 8 != 0 { held.insert(.alt) }
    self.held = held
    hasCapsLock = bits & 64 != 0
  }
}

/// A pressed key: the code point of its character, or kitty's code for it.
struct KeyReportCode {
  let key: Int
  /// The code point with Shift, if reported.
  let shifted: Int?
  /// The code point on a US keyboard, if reported and different.
  let baseLayout: Int?

  /// Kitty's keypad keys that type a character.
  static let keypad: [Int: Unicode.Scalar] = {
    var keys: [Int: Unicode.Scalar] = [
      57_409: ".", 57_410: "/", 57_411: "*", 57_412: "-", 57_413: "+", 57_415: "=", 57_416: ",",
    ]
    for digit in 0...9 { keys[57_399 + digit] = Unicode.Scalar(UInt8(0x30 + digit)) }
    return keys
  }()

  /// The scalar with this code point; nil for control characters.
  static func printable(_ code: Int) -> Unicode.Scalar? {
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else { return nil }
    return 0x7F...0x9F ~= scalar.value ? nil : scalar
  }

  /// The character typed with the given state of Shift and Caps Lock.
  func character(_ modifiers: KeyReportModifiers) -> Unicode.Scalar? {
    guard let scalar = Self.keypad[key] ?? Self.printable(key) else { return nil }
    let isShifted = modifiers.held.contains(.shift)
    if isShifted, !modifiers.hasCapsLock, let other = shifted.flatMap(Self.printable) { return other }
    guard isShifted != modifiers.hasCapsLock else { return scalar }
    // The upper case letter. Other shifted characters depend on the keyboard and are reported by the terminal.
    let capital = scalar.properties.uppercaseMapping.unicodeScalars
    return capital.count == 1 ? capital.first : scalar
  }

  /// The ASCII character of the key on the current or a US keyboard.
  func ascii(_ modifiers: KeyReportModifiers) -> Unicode.Scalar? {
    let base = baseLayout.map { Self(key: $0, shifted: nil, baseLayout: nil) }
    return [self, base].lazy.compactMap { $0?.character(modifiers) }.first { 0x20...0x7E ~= $0.value }
  }

  /// The control character that a plain terminal sends for Control and the key. Source: xterm, “Alt and Meta Keys”, and
  /// kitty, “Legacy ctrl mapping of ASCII keys”.
  func control(_ modifiers: KeyReportModifiers) -> Unicode.Scalar? {
    guard let scalar = ascii(modifiers) else { return nil }
    switch scalar {
    case "a"..."z": return Unicode.Scalar(UInt8(scalar.value - 0x60))
    case "@"..."_": return Unicode.Scalar(UInt8(scalar.value - 0x40))
    case " ", "2": return "\0"
    case "3"..."7": return Unicode.Scalar(UInt8(scalar.value - 0x18))
    case "8", "?": return "\u{7F}"
    case "/": return "\u{1F}"
    case "~": return "\u{1E}"
    default: return nil
    }
  }
}
