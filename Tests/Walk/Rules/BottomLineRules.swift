import TerminalKit

/// Rules for the key hints of the bottom line.
@MainActor
enum BottomLineRules {
  struct KeyHint: Hashable {
    var key: String
    var hint: String
  }

  /// The key hints in the last row of a canvas.
  /// - Parameter hasPrompt: whether the row starts with a prompt.
  static func keyHints(on canvas: Canvas, hasPrompt: Bool) -> [KeyHint] {
    let row = canvas.size.height - 1
    var keyHints: [KeyHint] = []
    var isInKey = false
    for column in 0..<canvas.size.width {
      let cell = canvas[row, column]
      switch cell.style {
      case .accentBold where isInKey: keyHints[keyHints.count - 1].key += cell.text
      case .accentBold:
        keyHints.append(KeyHint(key: cell.text, hint: ""))
        isInKey = true
      default:
        isInKey = false
        if cell.style == .muted || cell.text == " ", !keyHints.isEmpty {
          keyHints[keyHints.count - 1].hint += cell.text
        }
      }
    }
    let trimmed = keyHints.map { KeyHint(key: $0.key, hint: $0.hint.trimmingSpaces) }
    // In a narrow row the prompt is omitted.
    return hasPrompt && canvas[row, 1].style == .accentBold ? Array(trimmed.dropFirst()) : trimmed
  }

  /// The emoji of a joined emoji are drawn side by side.
  private static func drawnLabel(of key: Key) -> String {
    String(String.UnicodeScalarView(key.label.unicodeScalars.filter { $0 != "\u{200D}" }))
  }

  /// The problem with the key hints, given the bindings; nil if there is none.
  /// - Parameter mayBeNone: whether the row may be too narrow for hints.
  static func problem(keyHints: [KeyHint], bindings: [KeyBinding], mayBeNone: Bool) -> String? {
    let keys = bindings.flatMap(\.keys)
    if Set(keys).count < keys.count {
      let twice = keys.filter { key in keys.filter { $0 == key }.count > 1 }
      return "bound twice: " + Set(twice).map(\.label).joined(separator: " ")
    }
    if keyHints.isEmpty, !mayBeNone { return "no key hints" }
    let active = Set(
      bindings.flatMap { binding -> [KeyHint] in
        guard let hint = binding.hint else { return [] }
        // The text follows the last key.
        let keys = binding.keys.prefix(binding.hintedKeyCount)
        return keys.prefix(1).map { KeyHint(key: drawnLabel(of: $0), hint: hint.trimmingSpaces) }
          + keys.dropLast().map { KeyHint(key: drawnLabel(of: $0), hint: "") }
          + keys.suffix(1).map { KeyHint(key: drawnLabel(of: $0), hint: hint.trimmingSpaces) }
      })
    if let inactive = keyHints.first(where: { !active.contains($0) }) {
      return "“\(inactive.key) \(inactive.hint)” has no binding"
    }
    if Set(keyHints.map(\.key)).count < keyHints.count { return "two hints for one key" }
    return nil
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
