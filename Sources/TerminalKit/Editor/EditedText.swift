/// A text that a person edits, with the cursor, what is selected, what was killed, and all that can be taken back. A value:
/// it knows neither keys nor lines on a screen.
///
/// A place is the number of clusters before it, a line end being one. Whoever counts in bytes of UTF-8 asks `place(atByte:)`
/// and `byte(at:)`.
public struct EditedText: Sendable {
  /// What is more is not taken in. In bytes of UTF-8.
  public static let maxLength = 1_000_000

  /// Whether a line end may stand in it.
  public let keepsLines: Bool
  private(set) var clusters = ClusterText()
  public private(set) var cursor = 0
  /// Where the selection begins, or ends; the cursor is its other end.
  public private(set) var mark: Int?
  /// Whether the mark was set by itself: movements keep it.
  private var keepsMark = false
  private var history = EditHistory()
  public var kills = KillRing()
  /// What the last thing done was, where the next one depends on that.
  private var last: LastAction?
  /// Counts changes of the text: it is the same text as long as this stays the same.
  public private(set) var version = 0
  /// What was changed since somebody last asked.
  private var change: ClusterText.Change?

  private enum LastAction: Hashable, Sendable {
    case kill
    case yank(Range<Int>)
  }

  public init(_ text: String = "", keepsLines: Bool = true) {
    self.keepsLines = keepsLines
    apply(EditHistory.Edit(byte: 0, removed: [], inserted: fitting(text, instead: 0)))
    cursor = clusters.count
  }

  public var text: String { String(decoding: clusters.bytes, as: UTF8.self) }

  /// The last place.
  public var end: Int { clusters.count }

  public var isEmpty: Bool { clusters.count == 0 }

  /// The clusters that are selected; nil where none is.
  public var selection: Range<Int>? {
    guard let mark, mark != cursor else { return nil }
    return min(mark, cursor)..<max(mark, cursor)
  }

  public var selectedText: String? { selection.map { clusters.string($0) } }

  public func string(_ range: Range<Int>) -> String { clusters.string(bounded(range)) }

  /// The place at a byte of the text's UTF-8, or the first one behind it where it is within a cluster.
  public func place(atByte byte: Int) -> Int { clusters.place(atByte: min(byte, clusters.bytes.count)) }

  /// How many bytes of UTF-8 are before a place.
  public func byte(at place: Int) -> Int { clusters.byte(at: bounded(place)) }

  /// Where a movement from the cursor leads.
  public func place(_ unit: TextUnit, _ direction: TextDirection) -> Int { clusters.place(unit, direction, of: cursor) }

  public var canUndo: Bool { !history.done.isEmpty }
  public var canRedo: Bool { !history.undone.isEmpty }

  /// What has been changed since the last call, as one change; nil where nothing has.
  mutating func takeChange() -> ClusterText.Change? {
    defer { change = nil }
    return change
  }
}

// MARK: - The cursor and the selection

extension EditedText {
  /// - Parameter selects: whether what lies between is selected from now on.
  public mutating func move(to place: Int, selects: Bool = false) {
    endRun()
    if selects {
      mark = mark ?? cursor
    } else if !keepsMark {
      mark = nil
    }
    cursor = bounded(place)
  }

  /// Moves by a unit; from what is selected, by a character, to its end there.
  public mutating func move(_ unit: TextUnit, _ direction: TextDirection, selects: Bool = false) {
    guard unit == .character, !selects, !keepsMark, let selection else {
      return move(to: place(unit, direction), selects: selects)
    }
    move(to: direction == .forward ? selection.upperBound : selection.lowerBound)
  }

  /// Has movements select from here on.
  public mutating func setMark() {
    endRun()
    (mark, keepsMark) = (cursor, true)
  }

  public mutating func deselect() {
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
  /// Takes in what a person types, in place of what is selected.
  public mutating func type(_ text: String) {
    put(text, in: selection ?? cursor..<cursor, .typing)
  }

  /// Takes in what was pasted, in place of what is selected.
  public mutating func paste(_ text: String) {
    endRun()
    put(text, in: selection ?? cursor..<cursor)
  }

  /// Puts a text in the place of some of this one, and the cursor behind it.
  public mutating func replace(_ range: Range<Int>, with text: String) {
    endRun()
    put(text, in: bounded(range))
  }

  /// Has another text in place of all, as one step. What both begin and end with stays as it is, and the cursor in it; at
  /// the end, it stays there.
  public mutating func replaceAll(with text: String) {
    endRun()
    let (old, new) = (clusters.bytes, fitting(text, instead: clusters.bytes.count))
    guard old != new else { return }
    let room = min(old.count, new.count)
    var start = zip(old, new).prefix { $0 == $1 }.count
    while start > 0, start < old.count && old[start].isWithinScalar || start < new.count && new[start].isWithinScalar {
      start -= 1
    }
    var tail = 0
    while tail < room - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    while tail > 0, old[old.count - tail].isWithinScalar { tail -= 1 }
    let place = byte(at: cursor)
    let edit = EditHistory.Edit(
      byte: start, removed: Array(old[start..<old.count - tail]), inserted: Array(new[start..<new.count - tail]))
    let isAtEnd = place == old.count
    let moved = place <= start && !isAtEnd ? place : max(start + edit.inserted.count, place - old.count + new.count)
    perform(edit, cursorAtByte: moved)
  }

  /// Deletes what is selected, else as much as is named.
  public mutating func delete(_ unit: TextUnit, _ direction: TextDirection) {
    if let selection { return replace(selection, with: "") }
    put("", in: between(place(unit, direction)), unit == .character ? .deleting(direction) : nil)
  }

  /// Cuts out what is selected, else as much as is named, to be put in elsewhere. What is cut out one after another is
  /// put in together. A line cut out to an end at which the cursor stands is the line end.
  public mutating func kill(_ unit: TextUnit, _ direction: TextDirection) {
    var range = selection ?? between(place(unit, direction))
    if range.isEmpty, unit == .paragraph { range = between(place(.character, direction)) }
    let killed = clusters.string(range)
    if selection == nil, last == .kill { kills.extend(with: killed, direction) } else { kills.add(killed) }
    endRun()
    put("", in: range)
    last = .kill
  }

  /// Copies what is selected, to be put in elsewhere.
  public mutating func copy() {
    guard let selectedText else { return }
    kills.add(selectedText)
    deselect()
  }

  /// Puts in what was killed or copied last.
  public mutating func yank() {
    kills.begin()
    yank(in: selection ?? cursor..<cursor)
  }

  /// Puts in what was killed before that in its place.
  public mutating func yankNext() {
    guard case .yank(let range)? = last else { return }
    kills.advance()
    yank(in: range)
  }

  private mutating func yank(in range: Range<Int>) {
    guard let text = kills.text else { return }
    endRun()
    put(text, in: range)
    last = .yank(min(range.lowerBound, cursor)..<cursor)
  }

  /// Has the character before the cursor change places with the one behind it; at the end of a line, with the one before.
  public mutating func transpose() {
    endRun()
    let middle = cursor == end || clusters.isLineEnd(cursor) ? cursor - 1 : cursor
    guard middle > 0, !clusters.isLineEnd(middle - 1), !clusters.isLineEnd(middle) else { return }
    put(clusters.string(middle..<middle + 1) + clusters.string(middle - 1..<middle), in: middle - 1..<middle + 1)
  }

  public mutating func undo() {
    endRun()
    guard let step = history.takeBack() else { return }
    for edit in step.edits.reversed() {
      apply(EditHistory.Edit(byte: edit.byte, removed: edit.inserted, inserted: edit.removed))
    }
    stand(step.before)
  }

  public mutating func redo() {
    endRun()
    guard let step = history.doAgain() else { return }
    for edit in step.edits { apply(edit) }
    stand(step.after)
  }
}

extension EditedText {
  private var standing: EditHistory.Standing { EditHistory.Standing(cursor: cursor, mark: mark) }

  private mutating func stand(_ standing: EditHistory.Standing) {
    (cursor, mark, keepsMark) = (standing.cursor, standing.mark, false)
  }

  private mutating func endRun() {
    history.endRun()
    last = nil
  }

  private mutating func put(_ text: String, in range: Range<Int>, _ run: EditHistory.Run? = nil) {
    last = nil
    let removed = Array(clusters.bytes(of: range))
    let edit = EditHistory.Edit(
      byte: clusters.byte(at: range.lowerBound), removed: removed, inserted: fitting(text, instead: removed.count))
    perform(edit, run, cursorAtByte: edit.byte + edit.inserted.count)
  }

  private mutating func perform(_ edit: EditHistory.Edit, _ run: EditHistory.Run? = nil, cursorAtByte byte: Int) {
    guard !edit.removed.isEmpty || !edit.inserted.isEmpty else { return }
    let before = standing
    apply(edit)
    stand(EditHistory.Standing(cursor: clusters.place(atByte: byte)))
    history.note(edit, run, before: before, after: standing)
  }

  private mutating func apply(_ edit: EditHistory.Edit) {
    let done = clusters.replace(bytes: edit.byte..<edit.byte + edit.removed.count, with: edit.inserted)
    change = change?.joined(with: done) ?? done
    version += 1
  }

  /// What of a text may come in, where some bytes go.
  private func fitting(_ text: String, instead removed: Int) -> [UInt8] {
    let bytes = ClusterText.harmless(text, keepsLines: keepsLines)
    var room = Self.maxLength - clusters.bytes.count + removed
    guard bytes.count > room else { return bytes }
    let part = String(decoding: bytes, as: UTF8.self).prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    return Array(part.utf8)
  }

  private func between(_ place: Int) -> Range<Int> { min(place, cursor)..<max(place, cursor) }

  private func bounded(_ place: Int) -> Int { min(max(0, place), clusters.count) }

  private func bounded(_ range: Range<Int>) -> Range<Int> { bounded(range.lowerBound)..<bounded(range.upperBound) }
}

extension UInt8 {
  /// Whether it goes on with a scalar, in UTF-8.
  fileprivate var isWithinScalar: Bool { self & 0xC0 == 0x80 }
}
