import TerminalKit

/// Parser of mouse reports: three numbers in one of the formats in xterm's Control Sequences, “Mouse Tracking”.
enum MouseReport {
  /// The result of parsing the bytes after `ESC [ M`.
  enum ParseResult: Equatable {
    case incomplete
    /// The number of bytes consumed; the event is nil if no valid cell is reported.
    case complete(MouseEvent?, length: Int)
  }

  /// The X10 format: each number plus 32 is a byte, or a UTF-8 character (mode 1005). The two are indistinguishable, so
  /// valid UTF-8 is decoded as such.
  static func read(x10 bytes: ArraySlice<UInt8>) -> ParseResult {
    var numbers: [Int] = []
    var rest = bytes
    while numbers.count < 3 {
      guard let byte = rest.first else { return .incomplete }
      // 0 represents positions beyond the range of a byte; other control characters do not belong to the report.
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

  /// The formats of SGR (mode 1006), `ESC [ < 0 ; 20 ; 8 M`, and urxvt (mode 1015), `ESC [ 32 ; 20 ; 8 M`; nil for
  /// other sequences and invalid cells.
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
