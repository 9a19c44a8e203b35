import TerminalKit

/// The numbers of a key report: separated by `;`, each with further ones behind `:`.
struct KeyReportParameters {
  private let fields: [[Int?]]

  /// nil if there is anything but numbers, or none at all.
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

  /// The code of a key that is reported by its character, or by kitty's code for it; nil for any other report.
  ///
  /// `isCharacterReport` is false for the form of modifyOtherKeys, which has its code last and no text.
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

  /// nil if the number is none of modifiers, or a modifier is held down that Tern has no name for.
  var modifiers: KeyReportModifiers? { KeyReportModifiers(number: number(1) ?? 1) }

  /// Whether the key is not pressed but released. Kitty's event types: 1 is a press, 2 a repeat.
  var isRelease: Bool { number(1, 1) == 3 }

  /// The text that the key produces, as kitty reports it; a key without a name produces none.
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

/// The modifiers of a key report: 1, and 1 more for Shift, 2 for Alt, 4 for Control, 8 for Meta, which is taken for Alt. As
/// kitty has it, 16 is Hyper, 32 Meta, 64 Caps Lock and 128 Num Lock.
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

/// Which key was pressed: the code point of its character, or kitty's code for it.
struct KeyReportCode {
  let key: Int
  /// The code point with Shift held down, if the terminal reports it.
  let shifted: Int?
  /// The code point that the key has on a US keyboard, if the terminal reports it and it differs.
  let baseLayout: Int?

  /// Kitty's keys of the keypad that type a character.
  static let keypad: [Int: Unicode.Scalar] = {
    var keys: [Int: Unicode.Scalar] = [
      57_409: ".", 57_410: "/", 57_411: "*", 57_412: "-", 57_413: "+", 57_415: "=", 57_416: ",",
    ]
    for digit in 0...9 { keys[57_399 + digit] = Unicode.Scalar(UInt8(0x30 + digit)) }
    return keys
  }()

  /// The scalar with this code point, unless it is a control character.
  static func printable(_ code: Int) -> Unicode.Scalar? {
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else { return nil }
    return 0x7F...0x9F ~= scalar.value ? nil : scalar
  }

  /// The character that the key types with Shift and Caps Lock as they are.
  func character(_ modifiers: KeyReportModifiers) -> Unicode.Scalar? {
    guard let scalar = Self.keypad[key] ?? Self.printable(key) else { return nil }
    let isShifted = modifiers.held.contains(.shift)
    if isShifted, !modifiers.hasCapsLock, let other = shifted.flatMap(Self.printable) { return other }
    guard isShifted != modifiers.hasCapsLock else { return scalar }
    // The capital of a letter. What is above a digit depends on the keyboard, and terminals report that character itself.
    let capital = scalar.properties.uppercaseMapping.unicodeScalars
    return capital.count == 1 ? capital.first : scalar
  }

  /// The character of ASCII that the key types, on this keyboard or on a US one.
  func ascii(_ modifiers: KeyReportModifiers) -> Unicode.Scalar? {
    let base = baseLayout.map { Self(key: $0, shifted: nil, baseLayout: nil) }
    return [self, base].lazy.compactMap { $0?.character(modifiers) }.first { 0x20...0x7E ~= $0.value }
  }

  /// The control character that a plain terminal sends for the key with Control. Source: xterm, “Alt and Meta Keys”, and
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
