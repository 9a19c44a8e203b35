/// ASCII replacements for characters that the locale cannot encode.
enum AsciiFallback {
  /// The maximum length outside of cells: that of the dots for "…".
  static let maxLength = 3

  /// The character in at most `width` ASCII characters; "?" if there is no replacement, empty for combining marks.
  static func text(for scalar: Unicode.Scalar, width: Int = maxLength) -> String {
    String(ascii(for: scalar).prefix(width))
  }

  private static func ascii(for scalar: Unicode.Scalar) -> String {
    if scalar.isASCII { return String(scalar) }
    if let known = transliterations[scalar] { return known }
    switch scalar.value {
    case 0x2500...0x257F: return line(scalar)
    case 0x2580...0x259F: return "#"
    // Fullwidth ASCII.
    case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0).map(String.init) ?? "?"
    default: break
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return " "
    case .dashPunctuation, .connectorPunctuation: return "-"
    case .initialPunctuation, .finalPunctuation: return "\""
    case .openPunctuation: return "("
    case .closePunctuation: return ")"
    case .decimalNumber, .otherNumber: return digit(scalar) ?? letter(of: scalar) ?? "?"
    case .nonspacingMark, .enclosingMark, .spacingMark, .format: return ""
    default: return letter(of: scalar) ?? "?"
    }
  }

  private static func line(_ scalar: Unicode.Scalar) -> String {
    let name = scalar.properties.name ?? ""
    switch (name.contains("HORIZONTAL"), name.contains("VERTICAL")) {
    case (true, false): return "-"
    case (false, true): return "|"
    default: return "+"
    }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> String? {
    scalar.properties.numericValue.flatMap { (0...9).contains($0) && $0 == $0.rounded() ? "\(Int($0))" : nil }
  }

  /// The sound of a letter according to its Unicode name: `e` of LATIN SMALL LETTER E WITH ACUTE, `ka` of HIRAGANA
  /// LETTER KA, `A` of MATHEMATICAL BOLD CAPITAL A.
  private static func letter(of scalar: Unicode.Scalar) -> String? {
    let words = (scalar.properties.name ?? "").split(separator: " ")
    guard scalar.properties.isAlphabetic || words.contains("LATIN") || words.first == "REGIONAL",
      let introduction = words.lastIndex(where: introductions.contains)
    else { return nil }
    let name = words[(introduction + 1)...].prefix { $0 != "WITH" }
    guard let sound = name.first(where: { $0.count == 1 }) ?? name.first, sound.allSatisfy(\.isASCII) else {
      return nil
    }
    return words.contains("CAPITAL") ? String(sound) : sound.lowercased()
  }

  private static let introductions: Set<Substring> = ["LETTER", "LIGATURE", "SYLLABLE", "CAPITAL", "SMALL", "SHORT"]

  private static let transliterations: [Unicode.Scalar: String] = {
    var known: [Unicode.Scalar: String] = [
      "…": "...", "•": "*", "·": "|", "×": "x", "÷": "/", "■": "#", "□": "o", "▣": "#", "▷": ">", "▸": ">", "◇": "*",
      "♪": "~",
      "○": "o", "◌": "o", "●": "*", "★": "*", "☆": "*",
      "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "«": "<<", "»": ">>", "‹": "<", "›": ">",
      "↩": "<", "⟲": "@", "♥": "*", "❤": "*", "→": ">", "←": "<", "↑": "^", "↓": "v", "└": "`", "├": "|", "┆": ":",
      "░": ".", "▒": ":", "▓": "+", "▀": "'", "▄": ".",
      "⋮": ":", "▌": "|", "━": "=", "═": "=", "‥": "..", "‼": "!!", "⁇": "??", "⁈": "?!", "⁉": "!?", "©": "c", "®": "r",
      "™": "tm", "°": "o", "℃": "oC", "€": "E", "£": "L", "¥": "Y", "§": "S", "¶": "P", "¡": "!", "¿": "?", "µ": "u",
      "‰": "%", "−": "-", "±": "+", "≤": "<", "≥": ">", "≈": "~", "≠": "#", "✓": "v", "✔": "v", "✗": "x", "✘": "x",
      "¬": "!", "¦": "|", "´": "'", "¨": "\"", "¸": ",", "¯": "-", "¢": "c", "¤": "o", "ª": "a", "º": "o",
      "ß": "ss", "ſ": "s", "ə": "e", "þ": "th", "Þ": "Th", "\u{FFFD}": "?", "\u{FFFC}": "?",
      "、": ", ", "。": ". ", "・": "| ", "「": "\"", "」": "\"", "『": "\"", "』": "\"", "ー": "- ", "〜": "~ ",
    ]
    // Letters whose names differ from their sounds.
    for (alphabet, sounds) in [
      ("αβγδεζηθικλμνξοπρσςτυφχψω", "abgdezitiklmnxoprsstyfhpo"),
      ("абвгдеёжзийклмнопрстуфхцчшщъыьэюяєіїґўђјљњћџ", "abvgdeezziiklmnoprstufhccss'y'euaeiigudjlncd"),
    ] {
      for (letter, sound) in zip(alphabet.unicodeScalars, sounds) {
        known[letter] = String(sound)
        let capital = letter.properties.uppercaseMapping.unicodeScalars
        if capital.count == 1, let first = capital.first { known[first] = sound.uppercased() }
      }
    }
    return known
  }()
}
