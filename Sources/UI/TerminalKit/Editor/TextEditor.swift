/// A multi-line text editor: drawing, commands and mouse handling.
///
/// Lines wrap like a post one cell narrower than the editor, because the cursor after a full line needs a cell. All
/// changes go through `edit`, which notifies `didChange`.
///
/// While it has the focus (`ViewController.focusedEditor`), printable keys insert text, commands of the screen precede
/// those of the editor, and only the global commands in `EditorCommands.beside` are available.
@MainActor
public final class TextEditor {
  /// The effect of an edit.
  public enum Change: Hashable, Sendable {
    case text
    /// The cursor or the selection.
    case selection
  }

  public private(set) var content: EditedText
  /// Shown while the text is empty.
  public var placeholder: String
  /// Styled ranges; later ones are in front. Ranges beyond the text are ignored. Update them after changes of the text.
  public var marks: [TextMark] = []
  /// Called after each change.
  public var didChange: (@MainActor (Change) -> Void)?
  /// Called with copied or cut text that was selected.
  public var didCopy: (@MainActor (String) -> Void)?
  /// The position of the cursor on the last canvas; nil if it was not visible.
  var cursorPosition: Point?
  /// All commands, independent of the content.
  public private(set) lazy var availableCommands = makeAvailableCommands()

  private var cachedLayout = EditorLayout(width: 80)
  /// Whether the cursor is after the last cell of a line rather than before the first cell of the next one.
  private var isAtLineEnd = false
  /// The column to return to when moving vertically.
  private var goalColumn: Int?
  /// The first visible line.
  var top = 0
  /// Visible lines of the last draw; a typical value before, because keys may arrive earlier.
  var height = 10
  /// Whether drawing scrolls to the cursor. False after the wheel was used.
  var followsCursor = true

  /// - Parameter keepsLines: Whether the text may contain line ends. Text without them still wraps.
  public init(_ text: String = "", placeholder: String = "", keepsLines: Bool = true) {
    content = EditedText(text, keepsLines: keepsLines)
    self.placeholder = placeholder
  }

  public var text: String { content.text }

  /// Changes the text or the selection and scrolls to the cursor.
  public func edit(_ change: (inout EditedText) -> Void) {
    edit(goalColumn: nil, change)
  }

  private func edit(goalColumn: Int?, isAtLineEnd: Bool = false, _ change: (inout EditedText) -> Void) {
    let before = (content.version, content.cursor, content.selection, self.isAtLineEnd)
    change(&content)
    (self.goalColumn, self.isAtLineEnd, followsCursor) = (goalColumn, isAtLineEnd, true)
    guard before != (content.version, content.cursor, content.selection, isAtLineEnd) else { return }
    didChange?(before.0 == content.version ? .selection : .text)
  }

  /// Whether the key inserts text, and so triggers no command while the editor is focused.
  public nonisolated static func handles(_ key: Key) -> Bool {
    if case .character = key { true } else { false }
  }

  /// Inserts a printable character.
  /// - Returns: Whether the key was handled.
  public func handle(_ key: Key) -> Bool {
    guard case .character(let character) = key else { return false }
    edit { $0.type(String(character)) }
    return true
  }

  /// Inserts pasted text.
  public func paste(_ text: String) {
    edit { $0.paste(text) }
  }

  /// The number of screen lines at a width, of the placeholder if the text is empty.
  public func lineCount(width: Int) -> Int {
    guard content.isEmpty else { return layout(width: width).lines.count }
    return max(1, TextLayout.wrap(StyledText(placeholder), width: Self.lineWidth(in: width)).count)
  }
}

// MARK: - Lines

extension TextEditor {
  /// Maximum cells per line in an area. In a narrow one the cursor covers the last cell of a full line.
  static func lineWidth(in width: Int) -> Int { width > 2 ? width - 1 : max(1, width) }

  /// The current lines.
  func layout(width: Int? = nil) -> EditorLayout {
    let width = width.map(Self.lineWidth) ?? cachedLayout.width
    let change = content.takeChange()
    if let change, change.clusters.count == cachedLayout.unitEnds.count {
      cachedLayout = EditorLayout(content.clusters, width: width)
    } else if let change {
      cachedLayout.update(content.clusters, change)
    }
    cachedLayout.setWidth(width, of: content.clusters)
    cachedLayout.setAddresses(marks.filter(isAddress).map(\.range))
    return cachedLayout
  }

  private func isAddress(_ mark: TextMark) -> Bool {
    mark.style == .link && content.string(mark.range).utf8.contains(UInt8(ascii: "/"))
  }

  var caretPosition: EditorLayout.CaretPosition {
    EditorLayout.CaretPosition(position: content.cursor, isAtLineEnd: isAtLineEnd)
  }

  func move(to caret: EditorLayout.CaretPosition, goalColumn: Int? = nil, selects: Bool) {
    edit(goalColumn: goalColumn, isAtLineEnd: caret.isAtLineEnd) { $0.move(to: caret.position, selects: selects) }
  }

  /// Moves by screen lines, keeping the original column. Moves to the start or end of the text beyond the first or last
  /// line.
  public func move(lines step: Int, selects: Bool = false) {
    let layout = layout()
    let line = layout.line(of: caretPosition)
    let column = goalColumn ?? layout.column(of: caretPosition, in: line)
    var target = line + step
    // Skips lines inside of a cluster.
    while layout.lines.indices.contains(target), layout.positions(in: target).isEmpty { target += step.signum() }
    if layout.lines.indices.contains(target) {
      move(to: layout.caretPosition(in: target, column: column), goalColumn: column, selects: selects)
    } else {
      move(to: .init(position: target < 0 ? 0 : content.end), goalColumn: column, selects: selects)
    }
  }

  /// Moves by visible lines, with one line of overlap.
  public func move(pages step: Int, selects: Bool = false) {
    let lines = step * max(1, height - 1)
    let line = layout().line(of: caretPosition)
    move(lines: max(-max(1, line), min(lines, max(1, layout().lines.count - 1 - line))), selects: selects)
  }

  /// Moves to the start or end of the screen line; from there to that of the paragraph.
  func moveInLine(_ direction: TextDirection, selects: Bool = false) {
    let layout = layout()
    let line = layout.line(of: caretPosition)
    let target = direction == .backward ? layout.start(of: line) : layout.end(of: line)
    let whole = EditorLayout.CaretPosition(position: content.position(.paragraph, direction))
    move(to: target == caretPosition ? whole : target, selects: selects)
  }

  /// Moves to the start or end of the paragraph; from there to that of the adjacent one.
  func moveByParagraph(_ direction: TextDirection, selects: Bool = false) {
    edit { text in
      let near = text.position(.paragraph, direction)
      let far = text.clusters.position(.character, direction, of: near)
      text.move(
        to: near == text.cursor ? text.clusters.position(.paragraph, direction, of: far) : near, selects: selects)
    }
  }
}
