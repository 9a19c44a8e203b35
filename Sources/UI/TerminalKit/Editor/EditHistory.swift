/// Undo and redo steps of edited text. The number of steps is not limited.
struct EditHistory: Sendable {
  /// A replacement of bytes.
  struct Edit: Sendable {
    /// The offset of the first byte.
    let byte: Int
    var removed: [UInt8]
    var inserted: [UInt8]
  }

  /// Cursor and mark.
  struct CursorState: Hashable, Sendable {
    var cursor: Int
    var mark: Int?
  }

  /// Edits that are undone together.
  struct Step: Sendable {
    var edits: [Edit]
    let before: CursorState
    var after: CursorState
  }

  /// Kinds of edits that are merged into one step as long as they are adjacent.
  enum Run: Hashable, Sendable {
    case typing
    case deleting(TextDirection)
  }

  private(set) var undoSteps: [Step] = []
  private(set) var redoSteps: [Step] = []
  /// The kind of edit that the last step may be merged with.
  private var run: Run?

  /// Ends the current run, so that the next edit starts a new step.
  mutating func endRun() { run = nil }

  mutating func record(_ edit: Edit, _ run: Run?, before: CursorState, after: CursorState) {
    redoSteps = []
    defer { self.run = run }
    if run != nil, run == self.run, var step = undoSteps.popLast() {
      if let joined = step.edits.last.flatMap({ $0.joined(with: edit) }) {
        step.edits[step.edits.count - 1] = joined
        step.after = after
        return undoSteps.append(step)
      }
      undoSteps.append(step)
    }
    undoSteps.append(Step(edits: [edit], before: before, after: after))
  }

  mutating func undo() -> Step? {
    run = nil
    guard let step = undoSteps.popLast() else { return nil }
    redoSteps.append(step)
    return step
  }

  mutating func redo() -> Step? {
    run = nil
    guard let step = redoSteps.popLast() else { return nil }
    undoSteps.append(step)
    return step
  }
}

extension EditHistory.Edit {
  /// Maximum bytes per step, so that text without spaces is not undone completely.
  private static let maxRun = 60

  /// Merges adjacent edits; nil if they are not adjacent or a word starts between them.
  fileprivate func joined(with next: Self) -> Self? {
    var joined = self
    guard max(inserted.count, removed.count) < Self.maxRun else { return nil }
    if next.removed.isEmpty, next.byte == byte + inserted.count {
      guard !(Self.isBlank(inserted.last) && !Self.isBlank(next.inserted.first)) else { return nil }
      joined.inserted += next.inserted
      return joined
    }
    guard inserted.isEmpty, next.inserted.isEmpty else { return nil }
    if next.byte + next.removed.count == byte {
      guard !(Self.isBlank(next.removed.last) && !Self.isBlank(removed.first)) else { return nil }
      return Self(byte: next.byte, removed: next.removed + removed, inserted: [])
    }
    guard next.byte == byte, !(Self.isBlank(removed.last) && !Self.isBlank(next.removed.first)) else { return nil }
    joined.removed += next.removed
    return joined
  }

  private static func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }
}
