/// Conversion between text positions and screen cells.
extension EditorLayout {
  /// A text position, and which of its two cells is meant at a soft line break.
  struct CaretPosition: Hashable {
    var position: Int
    /// Whether it is after the last cell of a line rather than before the first cell of the next one.
    var isAtLineEnd = false
  }

  /// The index of the line with a caret position.
  func line(of caret: CaretPosition) -> Int {
    let unit = unit(at: caret.position)
    let line = lines.partitionPoint { $0.start > unit } - 1
    return caret.isAtLineEnd && lines[line].start == unit && isBroken(before: line) ? line - 1 : line
  }

  /// The column of a caret position in its line, at most the width.
  func column(of caret: CaretPosition, in line: Int) -> Int {
    let end = unit(at: caret.position)
    let start = lines[line].drawn.lowerBound
    return end > start ? min(width, content.units[start..<end].reduce(0) { $0 + $1.width }) : 0
  }

  /// The positions in a line, except its end at a soft line break. Empty if the line is inside of a cluster.
  func positions(in line: Int) -> Range<Int> {
    let next = line + 1 < lines.count ? position(atUnit: lines[line + 1].start) : unitEnds.count + 1
    return min(position(atUnit: lines[line].start), next)..<next
  }

  /// The last caret position of a line at or left of a column.
  func caretPosition(in line: Int, column: Int) -> CaretPosition {
    let positions = positions(in: line)
    guard var found = positions.first else { return CaretPosition(position: max(0, positions.lowerBound - 1)) }
    var (unit, cells) = (lines[line].drawn.lowerBound, 0)
    for position in positions {
      let end = self.unit(at: position)
      while unit < end {
        cells += content.units[unit].width
        unit += 1
      }
      if min(cells, width) > column { return CaretPosition(position: found) }
      found = position
    }
    let end = self.end(of: line)
    return end.isAtLineEnd && self.column(of: end, in: line) <= column ? end : CaretPosition(position: found)
  }

  func start(of line: Int) -> CaretPosition { CaretPosition(position: positions(in: line).lowerBound) }

  /// The end of the drawn part of a line; at the end of a paragraph, after its trailing spaces.
  func end(of line: Int) -> CaretPosition {
    let positions = positions(in: line)
    guard line + 1 < lines.count, isBroken(before: line + 1) else {
      return CaretPosition(position: max(0, positions.upperBound - 1))
    }
    let end = lines[line].drawn.upperBound
    let position = position(atUnit: end)
    guard unit(at: position) == end else { return CaretPosition(position: max(positions.lowerBound, position - 1)) }
    return CaretPosition(position: position, isAtLineEnd: end == lines[line + 1].start)
  }

  /// Whether a line continues the paragraph of the previous line.
  func isBroken(before line: Int) -> Bool {
    line > 0 && lines[line].start > 0 && content.units[lines[line].start - 1].kind != .lineEnd
  }
}
