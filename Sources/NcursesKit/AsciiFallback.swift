import TerminalKit

/// What stands for a cell where the locale knows ASCII alone.
enum AsciiFallback {
  /// The cell in one ASCII character.
  static func text(of cell: Canvas.Cell) -> String {
    guard let first = cell.text.unicodeScalars.first, !first.isASCII else { return cell.text }
    if let known = known[first] { return String(known) }
    let base = first.properties.generalCategory == .spaceSeparator ? " " : decomposedBase(of: first)
    return base ?? "?"
  }

  /// `e` of `é`.
  private static func decomposedBase(of scalar: Unicode.Scalar) -> String? {
    // Strings compare by canonical equivalence: an ASCII letter that equals the scalar with one of the common marks.
    guard (0xC0...0x17F).contains(scalar.value) else { return nil }
    return bases[scalar].map(String.init)
  }

  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    let marks = (0x300...0x331).compactMap(Unicode.Scalar.init)
    let letters = (0x41...0x7A).compactMap(Unicode.Scalar.init).filter(\.properties.isAlphabetic)
    let composed = (0xC0...0x17F).compactMap(Unicode.Scalar.init)
    let composedByText = Dictionary(composed.map { (String($0), $0) }, uniquingKeysWith: { first, _ in first })
    var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
    for letter in letters {
      for mark in marks {
        var text = String(letter)
        text.unicodeScalars.append(mark)
        if let scalar = composedByText[text] { bases[scalar] = letter }
      }
    }
    return bases
  }()

  private static let known: [Unicode.Scalar: Character] = [
    "─": "-", "│": "|", "▌": "|", "━": "=", "…": ".", "•": "*", "·": "|", "×": "x", "–": "-", "—": "-",
    "‘": "'", "’": "'", "“": "\"", "”": "\"", "„": "\"", "«": "<", "»": ">", "↩": "<", "⟲": "@", "♥": "*", "→": ">",
    "←": "<", "↑": "^", "↓": "v", "ß": "s", "Ø": "O", "ø": "o", "æ": "a", "Æ": "A", "ł": "l", "Ł": "L", "ı": "i",
    "└": "`", "├": "|", "⋮": ":",
  ]
}
