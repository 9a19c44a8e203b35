import Glibc
import TerminalKit
import TestSupport
import Testing

/// Layout time of long clusters is linear.
@Suite struct TextLongClusterTests {
  init() { UTF8Locale.set() }

  static let parts = [
    "\u{301}", "\u{489}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{1F3FF}", "\u{200D}👩", "🇯", "\u{1161}", "\u{11A8}",
    "\u{1100}", "\u{600}", "\u{94D}क", "\u{93E}", "\u{202E}", "\u{E0041}", "\u{0}", " \u{301}", " )", "\u{3099}", "ー",
  ]

  @Test("A cluster four times as long takes about four times the time", arguments: parts)
  func endless(part: String) {
    let (short, long) = (text(part, 4_000), text(part, 16_000))
    // Quadratic behaviour would take sixteen times as long.
    let ratios = (0..<5).lazy.map { _ in nanoseconds { layOut(long) } / nanoseconds { layOut(short) } }
    #expect(ratios.contains { $0 < 8 })
    #expect(TextLayout.wrap(StyledText(long), width: 40).allSatisfy { TextLayout.width(of: $0.plain) <= 40 })
    #expect(TextLayout.glyphs(of: long).flatMap(\.pieces).allSatisfy { $0.text.unicodeScalars.count <= 5 })
  }

  @Test("Four of a hundred marks are kept")
  func zalgo() {
    let marks = (0x300..<0x364).compactMap(Unicode.Scalar.init).filter { $0 != "\u{34F}" }
    let text = "Z" + String(String.UnicodeScalarView(marks)) + "algo"
    #expect(TextLayout.sanitized(text) == "Z\u{300}\u{301}\u{302}\u{303}algo")
    #expect(TextLayout.width(of: text) == 5)
  }

  private func text(_ part: String, _ count: Int) -> String { "Z" + String(repeating: part, count: count) }

  private func layOut(_ text: String) {
    _ = TextLayout.wrap(StyledText(text), width: 40)
    _ = TextLayout.truncate(text, to: 40)
    var canvas = Canvas(size: Size(width: 40, height: 1))
    canvas.draw(text, row: 0, column: 0)
  }

  /// CPU time of this thread only.
  private func nanoseconds(of work: () -> Void) -> Double {
    var start = timespec()
    var end = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    work()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
  }
}
