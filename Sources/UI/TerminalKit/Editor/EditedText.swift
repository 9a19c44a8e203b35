/// Text that is edited, with cursor, selection, cut text and undo history. A value type without knowledge of keys and
/// screen lines.
///
/// Positions count grapheme clusters; a line end counts as one. Use `position(atByte:)` and `byte(at:)` to convert
/// UTF-8 offsets.
public struct EditedText: Sendable {
  /// Maximum length in bytes of UTF-8; excess input is dropped.
  public static let maxLength = 1_000_000

  /// Whether the text may contain line ends.
  let keepsLines: Bool
  private(set) var clusters = ClusterText()
  public private(set) var cursor = 0
  /// The fixed end of the selection; the cursor is the other end. nil without selection.
  public private(set) var mark: Int?
  /// Whether the mark was set by a command, so that movements do not clear it.
  private var keepsMark = false
  private var history = EditHistory()
  /// The text that was cut or copied last.
  private var cutText = ""
  /// Whether the last action was a cut, to which the next one is joined.
  private var lastWasCut = false
  /// Incremented with each change of the text.
  public private(set) var version = 0
  /// Changes of the text since the last `takeChange`.
  private var change: ClusterText.Change?

  public init(_ text: String = "", keepsLines: Bool = true) {
    self.keepsLines = keepsLines
    apply(EditHistory.Edit(byte: 0, removed: [], inserted: fitting(text, instead: 0)))
    cursor = clusters.count
  }

  public var text: String { String(decoding: clusters.bytes, as: UTF8.self) }

  /// The last position.
  public var end: Int { clusters.count }

  public var isEmpty: Bool { clusters.count == 0 }

  /// The selected clusters; nil if the selection is empty.
  public var selection: Range<Int>? {
    guard let mark, mark != cursor else { return nil }
    return min(mark, cursor)..<max(mark, cursor)
  }

  public var selectedText: String? { selection.map { clusters.string($0) } }

  public func string(_ range: Range<Int>) -> String { clusters.string(bounded(range)) }

  /// The position at an UTF-8 offset, or the next one if the offset is within a cluster.
  public func position(atByte byte: Int) -> Int { clusters.position(atByte: min(byte, clusters.bytes.count)) }

  /// The UTF-8 offset of a position.
  public func byte(at position: Int) -> Int { clusters.byte(at: bounded(position)) }

  /// The target of a movement from the cursor.
  public func position(_ unit: TextUnit, _ direction: TextDirection) -> Int {
    clusters.position(unit, direction, of: cursor)
  }

  public var canUndo: Bool { !history.undoSteps.isEmpty }
  public var canRedo: Bool { !history.redoSteps.isEmpty }

  /// Returns and resets the changes since the last call, merged into one; nil if there are none.
  mutating func takeChange() -> ClusterText.Change? {
    defer { change = nil }
    return change
  }
}

// MARK: - Cursor and selection

extension EditedText {
  /// - Parameter selects: whether to extend the selection.
  public mutating func move(to position: Int, selects: Bool = false) {
    endRun()
    if selects {
      mark = mark ?? cursor
    } else if !keepsMark {
      mark = nil
    }
    cursor = bounded(position)
  }

  /// Moves by a unit. Moving by a character from a selection goes to its edge.
  public mutating func move(_ unit: TextUnit, _ direction: TextDirection, selects: Bool = false) {
    guard unit == .character, !selects, !keepsMark, let selection else {
      return move(to: position(unit, direction), selects: selects)
    }
    move(to: direction == .forward ? selection.upperBound : selection.lowerBound)
  }

  /// Sets the mark, so that movements extend the selection.
  mutating func setMark() {
    endRun()
    (mark, keepsMark) = (cursor, true)
  }

  mutating func deselect() {
    endRun()
    (mark, keepsMark) = (nil, false)
  }

  public mutating func select(_ range: Range<Int>) {
    endRun()
    let range = bounded(range)
    (mark, cursor, keepsMark) = (range.lowerBound, range.upperBound, false)
  }
}

// MARK: - Changes

extension EditedText {
  /// Replaces the selection with typed text.
  public mutating func type(_ text: String) {
    put(text, in: selection ?? cursor..<cursor, .typing)
  }

  /// Replaces the selection with pasted text.
  public mutating func paste(_ text: String) {
    endRun()
    put(text, in: selection ?? cursor..<cursor)
  }

  /// Replaces a range and moves the cursor after it.
  public mutating func replace(_ range: Range<Int>, with text: String) {
    endRun()
    put(text, in: bounded(range))
  }

  /// Replaces the text in one undo step. The common prefix and suffix keep the cursor; a cursor at the end stays at the
  /// end.
  public mutating func replaceAll(with text: String) {
    endRun()
    let (old, new) = (clusters.bytes, fitting(text, instead: clusters.bytes.count))
    guard old != new else { return }
    let remaining = min(old.count, new.count)
    var start = zip(old, new).prefix { $0 == $1 }.count
    while start > 0, start < old.count && old[start].isWithinScalar || start < new.count && new[start].isWithinScalar {
      start -= 1
    }
    var tail = 0
    while tail < remaining - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    while tail > 0, old[old.count - tail].isWithinScalar { tail -= 1 }
    let position = byte(at: cursor)
    let edit = EditHistory.Edit(
      byte: start, removed: Array(old[start..<old.count - tail]), inserted: Array(new[start..<new.count - tail]))
    let isAtEnd = position == old.count
    let moved =
      position <= start && !isAtEnd ? position : max(start + edit.inserted.count, position - old.count + new.count)
    perform(edit, cursorAtByte: moved)
  }

  /// Deletes the selection, or a unit if nothing is selected.
  public mutating func delete(_ unit: TextUnit, _ direction: TextDirection) {
    if let selection { return replace(selection, with: "") }
    put("", in: between(position(unit, direction)), unit == .character ? .deleting(direction) : nil)
  }

  /// Cuts the selection, or a unit if nothing is selected. Consecutive cuts are merged. Cutting to the end of a line at
  /// its end cuts the line end.
  public mutating func kill(_ unit: TextUnit, _ direction: TextDirection) {
    var range = selection ?? between(position(unit, direction))
    if range.isEmpty, unit == .paragraph { range = between(position(.character, direction)) }
    let killed = clusters.string(range)
    if selection == nil, lastWasCut {
      cutText = direction == .forward ? cutText + killed : killed + cutText
    } else if !killed.isEmpty {
      cutText = killed
    }
    endRun()
    put("", in: range)
    lastWasCut = true
  }

  /// Copies the selection.
  public mutating func copy() {
    guard let selectedText else { return }
    cutText = selectedText
    deselect()
  }

  /// Inserts the text that was cut or copied last.
  mutating func yank() {
    if !cutText.isEmpty { paste(cutText) }
  }

  public mutating func undo() {
    endRun()
    guard let step = history.undo() else { return }
    for edit in step.edits.reversed() {
      apply(EditHistory.Edit(byte: edit.byte, removed: edit.inserted, inserted: edit.removed))
    }
    restore(step.before)
  }

  public mutating func redo() {
    endRun()
    guard let step = history.redo() else { return }
    for edit in step.edits { apply(edit) }
    restore(step.after)
  }
}

extension EditedText {
  private var cursorState: EditHistory.CursorState { EditHistory.CursorState(cursor: cursor, mark: mark) }

  private mutating func restore(_ cursorState: EditHistory.CursorState) {
    (cursor, mark, keepsMark) = (cursorState.cursor, cursorState.mark, false)
  }

  private mutating func endRun() {
    history.endRun()
    lastWasCut = false
  }

  private mutating func put(_ text: String, in range: Range<Int>, _ run: EditHistory.Run? = nil) {
    lastWasCut = false
    let removed = Array(clusters.bytes(of: range))
    let edit = EditHistory.Edit(
      byte: clusters.byte(at: range.lowerBound), removed: removed, inserted: fitting(text, instead: removed.count))
    perform(edit, run, cursorAtByte: edit.byte + edit.inserted.count)
  }

  private mutating func perform(_ edit: EditHistory.Edit, _ run: EditHistory.Run? = nil, cursorAtByte byte: Int) {
    guard !edit.removed.isEmpty || !edit.inserted.isEmpty else { return }
    let before = cursorState
    apply(edit)
    restore(EditHistory.CursorState(cursor: clusters.position(atByte: byte)))
    history.record(edit, run, before: before, after: cursorState)
  }

  private mutating func apply(_ edit: EditHistory.Edit) {
    let done = clusters.replace(bytes: edit.byte..<edit.byte + edit.removed.count, with: edit.inserted)
    change = change?.joined(with: done) ?? done
    version += 1
  }

  /// The sanitized text, truncated to the space left after removing a number of bytes.
  private func fitting(_ text: String, instead removed: Int) -> [UInt8] {
    let bytes = ClusterText.sanitized(text, keepsLines: keepsLines)
    var remaining = Self.maxLength - clusters.bytes.count + removed
    guard bytes.count > remaining else { return bytes }
    let part = String(decoding: bytes, as: UTF8.self).prefix { character in
      remaining -= character.utf8.count
      return remaining >= 0
    }
    return Array(part.utf8)
  }

  private func between(_ position: Int) -> Range<Int> { min(position, cursor)..<max(position, cursor) }

  private func bounded(_ position: Int) -> Int { min(max(0, position), clusters.count) }

  private func bounded(_ range: Range<Int>) -> Range<Int> { bounded(range.lowerBound)..<bounded(range.upperBound) }
}

extension UInt8 {
  /// Whether the byte continues a scalar in UTF-8.
  fileprivate var isWithinScalar: Bool { self & 0xC0 == 0x80 }
}
