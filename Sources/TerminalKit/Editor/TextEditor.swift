/// A text of several lines that a person edits: it draws itself, knows what its keys do, and answers to the mouse.
///
/// Lines are broken as in a post that is as wide as the editor less one cell: the last one is the cursor's where a line is
/// full. All that changes goes through `edit`, and `didChange` is told.
///
/// While it has the focus (`ViewController.focusedEditor`) printable keys are text, a screen's other commands come before
/// the editor's, and of what every screen has only that is left which cannot be mistaken (`EditorCommands.beside`).
@MainActor
public final class TextEditor {
  /// What an edit has changed.
  public enum Change: Hashable, Sendable {
    case text
    /// The cursor or what is selected.
    case selection
  }

  public private(set) var content: EditedText
  /// What is said where there is no text.
  public var placeholder: String
  /// What looks different; later ones are in front. What goes beyond the text is passed over. They are to be set anew when
  /// the text has changed.
  public var marks: [TextMark] = []
  /// Called after each change.
  public var didChange: (@MainActor (Change) -> Void)?
  /// Called with what is copied or cut out where it was selected.
  public var copies: (@MainActor (String) -> Void)?
  /// Where the cursor is on the canvas that it was drawn on last; nil where it is out of sight, or was not drawn.
  public internal(set) var cursorPlace: Point?
  /// What can be done with it, whatever it holds.
  public private(set) lazy var availableCommands = makeAvailableCommands()

  private var cachedLayout = EditorLayout(width: 80)
  /// Whether the cursor is behind the last cell of a line, and not before the first one of the next.
  private var isAtLineEnd = false
  /// The cell that moving up and down comes back to.
  private var goal: Int?
  /// The first line that is drawn.
  var top = 0
  /// Lines that there was room for when it was drawn last. What is usual, until then: keys may come before that.
  var height = 10
  /// Whether the cursor is to be seen: not where somebody has turned the wheel.
  var followsCursor = true

  /// - Parameter keepsLines: whether the text may have several lines. One that may not is wrapped, too.
  public init(_ text: String = "", placeholder: String = "", keepsLines: Bool = true) {
    content = EditedText(text, keepsLines: keepsLines)
    self.placeholder = placeholder
  }

  public var text: String { content.text }

  /// Changes the text or the selection, and has the cursor be seen.
  public func edit(_ change: (inout EditedText) -> Void) {
    edit(goal: nil, change)
  }

  private func edit(goal: Int?, isAtLineEnd: Bool = false, _ change: (inout EditedText) -> Void) {
    let before = (content.version, content.cursor, content.selection, self.isAtLineEnd)
    change(&content)
    (self.goal, self.isAtLineEnd, followsCursor) = (goal, isAtLineEnd, true)
    guard before != (content.version, content.cursor, content.selection, isAtLineEnd) else { return }
    didChange?(before.0 == content.version ? .selection : .text)
  }

  /// Whether a key is text, and means nothing else while a person types.
  public nonisolated static func takes(_ key: Key) -> Bool {
    if case .character = key { true } else { false }
  }

  /// Takes a printable character.
  /// - Returns: whether the key was one.
  public func handle(_ key: Key) -> Bool {
    guard case .character(let character) = key else { return false }
    edit { $0.type(String(character)) }
    return true
  }

  /// Takes in text that was pasted.
  public func paste(_ text: String) {
    edit { $0.paste(text) }
  }

  /// Lines that the text takes where it is so wide, its placeholder where it has none.
  public func lineCount(width: Int) -> Int {
    guard content.isEmpty else { return layout(width: width).lines.count }
    return max(1, TextLayout.wrap(StyledText(placeholder), width: Self.lineWidth(in: width)).count)
  }
}

// MARK: - Lines

extension TextEditor {
  /// Cells that a line takes at most in an area. Where it is narrow, the cursor stands on the last cell of a full line.
  static func lineWidth(in width: Int) -> Int { width > 2 ? width - 1 : max(1, width) }

  /// The lines as they are now.
  func layout(width: Int? = nil) -> EditorLayout {
    let width = width.map(Self.lineWidth) ?? cachedLayout.width
    let change = content.takeChange()
    if let change, change.clusters.count == cachedLayout.unitEnds.count {
      cachedLayout = EditorLayout(content.clusters, width: width)
    } else if let change {
      cachedLayout.update(content.clusters, change)
    }
    cachedLayout.setWidth(width, of: content.clusters)
    cachedLayout.keepTogether(marks.filter(isAddress).map(\.range))
    return cachedLayout
  }

  private func isAddress(_ mark: TextMark) -> Bool {
    mark.style == .link && content.string(mark.range).utf8.contains(UInt8(ascii: "/"))
  }

  var spot: EditorLayout.Spot { EditorLayout.Spot(place: content.cursor, isAtLineEnd: isAtLineEnd) }

  func move(to spot: EditorLayout.Spot, goal: Int? = nil, selects: Bool) {
    edit(goal: goal, isAtLineEnd: spot.isAtLineEnd) { $0.move(to: spot.place, selects: selects) }
  }

  /// Moves up or down by lines of the screen, in the column where the movement began. Above the first line is the
  /// beginning of the text, below the last its end.
  public func move(lines step: Int, selects: Bool = false) {
    let layout = layout()
    let line = layout.line(of: spot)
    let column = goal ?? layout.column(of: spot, in: line)
    var target = line + step
    // None of the cursor's places is in a line that is but a part of one cluster.
    while layout.lines.indices.contains(target), layout.places(in: target).isEmpty { target += step.signum() }
    if layout.lines.indices.contains(target) {
      move(to: layout.spot(in: target, column: column), goal: column, selects: selects)
    } else {
      move(to: .init(place: target < 0 ? 0 : content.end), goal: column, selects: selects)
    }
  }

  /// Moves by as many lines as there is room for, less one.
  public func move(pages step: Int, selects: Bool = false) {
    let lines = step * max(1, height - 1)
    let line = layout().line(of: spot)
    move(lines: max(-max(1, line), min(lines, max(1, layout().lines.count - 1 - line))), selects: selects)
  }

  /// Moves to the beginning or the end of the line on the screen; from there, to that of the whole line.
  public func moveInLine(_ direction: TextDirection, selects: Bool = false) {
    let layout = layout()
    let line = layout.line(of: spot)
    let target = direction == .backward ? layout.start(of: line) : layout.end(of: line)
    let whole = EditorLayout.Spot(place: content.place(.paragraph, direction))
    move(to: target == spot ? whole : target, selects: selects)
  }

  /// Moves to the beginning or the end of the whole line; from there, to that of the line before or after.
  public func moveByParagraph(_ direction: TextDirection, selects: Bool = false) {
    edit { text in
      let near = text.place(.paragraph, direction)
      let far = text.clusters.place(.character, direction, of: near)
      text.move(to: near == text.cursor ? text.clusters.place(.paragraph, direction, of: far) : near, selects: selects)
    }
  }
}
