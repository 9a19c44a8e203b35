import TerminalKit
import TestSupport
import Testing
import UnicodeSupport

/// Wrapping compared to Unicode line breaking (UAX #14).
@Suite struct LineBreakTests {
  init() { UTF8Locale.set() }

  /// The drawable scalars of a class with width 1.
  private func scalars(of names: Set<Substring>) throws -> [Unicode.Scalar] {
    try UnicodeFile.lineBreak.lines().flatMap { line -> [Unicode.Scalar] in
      let fields = line.content.split(separator: ";")
      guard fields.count == 2, names.contains(fields[1].prefix { $0 != " " }) else { return [] }
      let bounds = fields[0].split(whereSeparator: { $0 == "." || $0 == " " }).compactMap { UInt32($0, radix: 16) }
      guard let first = bounds.first, let last = bounds.last else { return [] }
      return (first...last).compactMap(Unicode.Scalar.init).filter { TextLayout.sanitized("\($0)") == "\($0)" }
    }
  }

  private func lines(_ text: String, _ width: Int) -> [String] {
    TextLayout.wrap(StyledText(text), width: width).map(\.plain)
  }

  @Test func `No line starts with a character that forbids it`() throws {
    let closing = try scalars(of: ["CL", "CP", "EX", "IS", "NS", "CJ"])
    try #require(closing.count > 200)
    for scalar in closing {
      for text in ["一二三\(scalar)四五六", "一二三 \(scalar) 四五六", "one\(scalar) two \(scalar) four"] {
        for width in 8...12 {
          #expect(
            !lines(text, width).contains { $0.unicodeScalars.first == scalar },
            "U+\(String(scalar.value, radix: 16)) at \(width)")
        }
      }
    }
  }

  @Test func `No line ends with a character that forbids it`() throws {
    let opening = try scalars(of: ["OP"])
    try #require(opening.count > 80)
    for scalar in opening {
      for text in ["一二三\(scalar)四五六", "一二三 \(scalar) 四五六", "one \(scalar)two \(scalar) four"] {
        for width in 8...12 {
          #expect(
            !lines(text, width).contains { $0.unicodeScalars.last == scalar },
            "U+\(String(scalar.value, radix: 16)) at \(width)")
        }
      }
    }
  }
}
