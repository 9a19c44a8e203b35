/// A line that a person types into.
@MainActor
public final class TextField {
  /// In scalars: nobody types as much, and all of it is laid out whenever it is drawn.
  public static let maxPastedLength = 4_096

  public private(set) var text = ""
  /// Whether dots stand for what is typed.
  public let isSecure: Bool

  public init(text: String = "", isSecure: Bool = false) {
    self.text = text
    self.isSecure = isSecure
  }

  /// Whether a key is text or edits it, and means nothing else while a person types.
  public nonisolated static func takes(_ key: Key) -> Bool {
    switch key {
    case .character, .backspace, .delete, .control("h"), .control("u"), .control("w"): true
    default: false
    }
  }

  /// Takes a printable character or a key that edits.
  /// - Returns: whether the key was one of those.
  public func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): text.append(character)
    case .backspace, .delete, .control("h"): if !text.isEmpty { text.removeLast() }
    case .control("u"): text = ""
    case .control("w"): removeLastWord()
    default: return false
    }
    return true
  }

  /// Adds text that was pasted, up to a length that can be drawn at once. The field has one line: line ends and tabs become blanks, but for the line ends that
  /// end it, and control characters are left out.
  public func paste(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    let line = lines[..<end].joined(separator: " ").replacing("\t", with: " ")
    let printable = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
    var room = Self.maxPastedLength - self.text.unicodeScalars.count
    let fitting = String(String.UnicodeScalarView(printable)).prefix { character in
      room -= character.unicodeScalars.count
      return room >= 0
    }
    self.text += fitting
  }

  public func clear() {
    text = ""
  }

  /// Draws the end of the text and sets the terminal's cursor behind it; the beginning where nobody types into it.
  public func draw(on canvas: inout Canvas, row: Int, column: Int, width: Int, isFocused: Bool, style: Style = .plain) {
    let shown = isSecure ? String(repeating: "•", count: text.count) : TextLayout.sanitized(text)
    guard isFocused else {
      canvas.draw(shown, row: row, column: column, width: width, style: style)
      return
    }
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
