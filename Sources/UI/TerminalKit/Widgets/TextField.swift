/// A single line of text input.
@MainActor
public final class TextField {
  /// In scalars. Limits the layout work, which covers the whole text at each draw.
  public static let maxPastedLength = 4_096

  public private(set) var text = ""
  /// Whether the text is shown as dots.
  public let isSecure: Bool
  /// Shown while the field is empty: what can be typed.
  private let placeholder: String

  public init(text: String = "", isSecure: Bool = false, placeholder: String = "") {
    self.text = text
    self.placeholder = placeholder
    self.isSecure = isSecure
  }

  /// Whether the key inserts or edits text, and so triggers no command while the field is focused.
  public nonisolated static func handles(_ key: Key) -> Bool {
    switch key {
    case .character, .backspace, .delete, .control("h"), .control("k"), .control("u"), .control("w"): true
    default: false
    }
  }

  /// Inserts a printable character or applies an editing key.
  /// - Returns: Whether the key was handled.
  public func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): text.append(character)
    case .backspace, .delete, .control("h"): if !text.isEmpty { text.removeLast() }
    // The cursor is at the end: there is nothing to cut.
    case .control("k"): break
    case .control("u"): text = ""
    case .control("w"): removeLastWord()
    default: return false
    }
    return true
  }

  /// Inserts pasted text up to `maxPastedLength`. Line ends and tabs become spaces, trailing line ends and control
  /// characters are removed.
  public func paste(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    let line = lines[..<end].joined(separator: " ").replacing("\t", with: " ")
    let printable = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
    var remaining = Self.maxPastedLength - self.text.unicodeScalars.count
    let fitting = String(String.UnicodeScalarView(printable)).prefix { character in
      remaining -= character.unicodeScalars.count
      return remaining >= 0
    }
    self.text += fitting
  }

  public func clear() {
    text = ""
  }

  /// Draws the end of the text with the cursor after it if focused, otherwise the beginning.
  public func draw(on canvas: inout Canvas, row: Int, column: Int, width: Int, isFocused: Bool, style: Style = .plain) {
    let shown = isSecure ? String(repeating: "•", count: text.count) : TextLayout.sanitized(text)
    guard isFocused else {
      canvas.draw(shown, row: row, column: column, width: width, style: style)
      return
    }
    if text.isEmpty { canvas.draw(placeholder, row: row, column: column + 1, width: width - 1, style: .muted) }
    var glyphs = TextLayout.glyphs(of: shown)[...]
    var shownWidth = glyphs.reduce(0) { $0 + $1.width }
    while shownWidth > max(0, width - 1), let first = glyphs.popFirst() { shownWidth -= first.width }
    let tail = glyphs.flatMap(\.pieces).map(\.text).joined()
    let end = canvas.draw(tail, row: row, column: column, width: width, style: style)
    canvas.cursor = Point(row: row, column: min(end, column + max(0, width - 1)))
  }

  private func removeLastWord() {
    while text.last?.isWhitespace == true { text.removeLast() }
    while let last = text.last, !last.isWhitespace { text.removeLast() }
  }
}
