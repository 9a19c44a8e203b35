import TestSupport

/// Random text with all kinds of special characters, deterministic by seed.
struct RandomText {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private static let parts: [[String]] = [
    ["a", "of", "word", "longer-word", "x2", "3.14", "2026-11-20", "https://a.example/b?c=d&e", "@user@host", "#tag"],
    [" ", " ", " ", "  ", "\n", "\r\n", "\r", "\t", "\u{A0}", "\u{3000}", "\u{2028}", "\u{2003}"],
    [".", ",", "!", "?", "(", ")", "“", "”", "-", "—", "…", ":)", "\"", "'", "/", "//"],
    ["日", "本語", "がっこう", "コーヒー", "。", "「", "」", "、", "ｶﾞ", "한국", "가", "한"],
    ["\u{1100}", "\u{1161}", "\u{11A8}", "\u{1140}", "\u{D7CB}", "क्षि", "नम", "ที่", "ำ", "مَر", "\u{600}", "ש"],
    ["👩‍💻", "👍🏽", "🇯🇵", "🇫", "❤️", "1️⃣", "🏽", "🎉", "⌚", "🏴\u{E0067}\u{E007F}", "☝🏿", "👨‍👩‍👧"],
    ["\u{301}", "\u{302}\u{303}\u{304}\u{305}\u{306}", "\u{3099}", "\u{20E3}", "\u{FE0F}", "\u{200D}", "\u{200C}"],
    ["\u{1B}[31m", "\u{0}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{FFF9}"],
  ]

  mutating func text() -> String {
    let count = Int(generator.next() % 40)
    var text = ""
    for _ in 0..<count {
      if generator.next() % 16 == 0, let scalar = Unicode.Scalar(UInt32(generator.next() % 0x32000)) {
        text.unicodeScalars.append(scalar)
      } else {
        let kind = Self.parts[Int(generator.next() % UInt64(Self.parts.count))]
        text += kind[Int(generator.next() % UInt64(kind.count))]
      }
    }
    return text
  }
}
