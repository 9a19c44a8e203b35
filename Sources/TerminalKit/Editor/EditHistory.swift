/// What was done to a text, and how to take it back. Memory alone bounds it.
struct EditHistory: Sendable {
  /// Some bytes became others.
  struct Edit: Sendable {
    /// The first of them.
    let byte: Int
    var removed: [UInt8]
    var inserted: [UInt8]
  }

  /// Where a person was.
  struct Standing: Hashable, Sendable {
    var cursor: Int
    var mark: Int?
  }

  /// What is taken back at once.
  struct Step: Sendable {
    var edits: [Edit]
    let before: Standing
    var after: Standing
  }

  /// What edits are joined into one step as long as they follow one another.
  enum Run: Hashable, Sendable {
    case typing
    case deleting(TextDirection)
  }

  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// What the last step may still be joined with.
  private var run: Run?

  /// What is done next is a step of its own.
  mutating func endRun() { run = nil }

  mutating func note(_ edit: Edit, _ run: Run?, before: Standing, after: Standing) {
    undone = []
    defer { self.run = run }
    if run != nil, run == self.run, var step = done.popLast() {
      if let joined = step.edits.last.flatMap({ $0.joined(with: edit) }) {
        step.edits[step.edits.count - 1] = joined
        step.after = after
        return done.append(step)
      }
      done.append(step)
    }
    done.append(Step(edits: [edit], before: before, after: after))
  }

  mutating func takeBack() -> Step? {
    run = nil
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  mutating func doAgain() -> Step? {
    run = nil
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }
}

extension EditHistory.Edit {
  /// What is written without blanks is not all taken back at once, either. In bytes.
  private static let maxRun = 60

  /// Both as one; nil where one does not go on where the other ends, or a word begins between them.
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
