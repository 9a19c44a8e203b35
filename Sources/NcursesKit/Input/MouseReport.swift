import TerminalKit

/// What a terminal says of its mouse: three numbers, in one of the forms that xterm's Control Sequences describe under
/// “Mouse Tracking”.
enum MouseReport {
  /// What the bytes behind `ESC [ M` say.
  enum ParseResult: Equatable {
    case incomplete
    /// So many bytes belong to it; nil where no cell is meant.
    case complete(MouseEvent?, length: Int)
  }

  /// X10's form, each number a byte, or a character of UTF-8 (mode 1005), 32 added. Nothing says which of the two it is:
  /// what can be UTF-8 is taken for it.
  static func read(x10 bytes: ArraySlice<UInt8>) -> ParseResult {
    var numbers: [Int] = []
    var rest = bytes
    while numbers.count < 3 {
      guard let byte = rest.first else { return .incomplete }
      // 0 is said of a place that is too far away for a byte; any other control character belongs to something else.
      guard byte == 0 || byte >= 32 else { return .complete(nil, length: bytes.count - rest.count) }
      rest.removeFirst()
      guard 0xC2...0xDF ~= byte else {
        numbers.append(Int(byte) - 32)
        continue
      }
      guard let second = rest.first else { return .incomplete }
      if 0x80...0xBF ~= second {
        rest.removeFirst()
        numbers.append(Int(byte & 0x1F) << 6 + Int(second & 0x3F) - 32)
      } else {
        numbers.append(Int(byte) - 32)
      }
    }
    return .complete(
      event(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: false), length: bytes.count - rest.count)
  }

  /// SGR's form (mode 1006), `ESC [ < 0 ; 20 ; 8 M`, and urxvt's (mode 1015), `ESC [ 32 ; 20 ; 8 M`; nil where it is
  /// neither, or no cell is meant.
  static func event(parameters: String, final: Character) -> MouseEvent? {
    let isSGR = parameters.hasPrefix("<")
    let numbers = parameters.dropFirst(isSGR ? 1 : 0).split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    switch (isSGR, final) {
    case (true, "M"), (true, "m"):
      return event(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == "m")
    case (false, "M"): return event(code: numbers[0] - 32, column: numbers[1], row: numbers[2], isRelease: false)
    default: return nil
    }
  }

  private static func event(code: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
    guard 0...0xFF ~= code, 1...maxCells ~= column, 1...maxCells ~= row else { return nil }
    return MouseEvent(
      action(code, isRelease: isRelease), at: Point(row: row - 1, column: column - 1), modifiers: modifiers(code))
  }

  private static let maxCells = 0xFFFF

  private static func action(_ code: Int, isRelease: Bool) -> MouseEvent.Action {
    let number = code & 3
    let button: MouseEvent.Button? =
      switch (code & 0x80 != 0, number) {
      case (true, _): .other(8 + number)
      case (false, 0): .left
      case (false, 1): .middle
      case (false, 2): .right
      default: nil
      }
    if code & 0x40 != 0, code & 0x80 == 0 { return .scroll([.up, .down, .left, .right][number]) }
    if code & 0x20 != 0 { return .move(button) }
    guard let button, !isRelease else { return .release(button) }
    return .press(button)
  }

  private static func modifiers(_ code: Int) -> Modifiers {
    var modifiers: Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
