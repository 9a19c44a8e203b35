/// A single line of text input.
@MainActor
public final class TextField {
  /// In scalars. Limits the layout work, which covers the whole text at each draw.
  public static let maxPastedLength = 4_096

  private var edited: EditedText
  /// Whether the text is shown as dots.
  public let isSecure: Bool
  /// Whether keys move the cursor; false for a field whose letters choose a value.
  public let movesCursor: Bool
  /// Shown while the field is empty: what can be typed.
  private let placeholder: String

  public init(text: String = "", isSecure: Bool = false, placeholder: String = "", movesCursor: Bool = true) {
    edited = EditedText(text, keepsLines: false)
    self.movesCursor = movesCursor
    self.placeholder = placeholder
    self.isSecure = isSecure
  }

  public var text: String { edited.text }

  /// The keys that insert or edit text or move in it, and so trigger no command while the field is focused.
  public var handledKeys: @Sendable (Key) -> Bool {
    { [movesCursor] key in
      if case .character = key { return true }
      return Self.deletion(by: key) != nil || movesCursor && Self.movement(by: key) != nil
    }
  }

  /// Inserts a printable character or applies an editing key.
  /// - Returns: whether the key was handled.
  public func handle(_ key: Key, whenChanged didChange: () -> Void = {}) -> Bool {
    let version = edited.version
    defer { if edited.version != version { didChange() } }
    if case .character(let character) = key {
      edited.type(String(character))
    } else if let edit = Self.deletion(by: key) ?? (movesCursor ? Self.movement(by: key) : nil) {
      edit(&edited)
    } else {
      return false
    }
    return true
  }

  private nonisolated static func deletion(by key: Key) -> (@Sendable (inout EditedText) -> Void)? {
    switch key {
    case .backspace, .control("h"): { $0.delete(.character, .backward) }
    case .delete, .control("d"): { $0.delete(.character, .forward) }
    case .control("w"), .modified(.backspace, .control): { $0.delete(.blankWord, .backward) }
    case .modified(.delete, .control): { $0.delete(.word, .forward) }
    case .control("k"): { $0.delete(.text, .forward) }
    case .control("u"): { $0.delete(.text, .backward) }
    default: nil
    }
  }

  private nonisolated static func movement(by key: Key) -> (@Sendable (inout EditedText) -> Void)? {
    switch key {
    case .left, .control("b"): { $0.move(.character, .backward) }
    case .right, .control("f"): { $0.move(.character, .forward) }
    case .modified(.left, .control): { $0.move(.word, .backward) }
    case .modified(.right, .control): { $0.move(.word, .forward) }
    case .home, .control("a"): { $0.move(.text, .backward) }
    case .end, .control("e"): { $0.move(.text, .forward) }
    default: nil
    }
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
    edited.paste(String(fitting))
  }

  public func clear() {
    edited = EditedText(keepsLines: false)
  }

  /// Draws the text around the cursor if focused, otherwise the beginning.
  public func draw(on canvas: inout Canvas, row: Int, column: Int, width: Int, isFocused: Bool, style: Style = .plain) {
    guard isFocused else {
      canvas.draw(shown(0..<edited.end), row: row, column: column, width: width, style: style)
      return
    }
    if edited.isEmpty { canvas.draw(placeholder, row: row, column: column + 1, width: width - 1, style: .muted) }
    let after = shown(edited.cursor..<edited.end)
    // What is behind the cursor gets a third of the width at most.
    let maxBefore = max(0, width - 1 - min(TextLayout.width(of: after), width / 3))
    var before = TextLayout.glyphs(of: shown(0..<edited.cursor))[...]
    var beforeWidth = before.reduce(0) { $0 + $1.width }
    while beforeWidth > maxBefore, let first = before.popFirst() { beforeWidth -= first.width }
    let tail = before.flatMap(\.pieces).map(\.text).joined()
    canvas.draw(tail + after, row: row, column: column, width: width, style: style)
    canvas.cursor = Point(row: row, column: column + max(0, min(beforeWidth, width - 1)))
  }

  private func shown(_ range: Range<Int>) -> String {
    isSecure ? String(repeating: "•", count: range.count) : TextLayout.sanitized(edited.string(range))
  }
}
