/// Conversion between text positions and screen cells.
extension EditorLayout {
  /// A text position, and which of its two cells is meant at a soft line break.
  struct Spot: Hashable {
    var position: Int
    /// Whether it is after the last cell of a line rather than before the first cell of the next one.
    var isAtLineEnd = false
  }

  /// The index of the line with a spot.
  func line(of spot: Spot) -> Int {
    let unit = unit(at: spot.position)
    let line = lines.partitionPoint { $0.start > unit } - 1
    return spot.isAtLineEnd && lines[line].start == unit && isBroken(before: line) ? line - 1 : line
  }

  /// The column of a spot in its line, at most the width.
  func column(of spot: Spot, in line: Int) -> Int {
    let end = unit(at: spot.position)
    let start = lines[line].drawn.lowerBound
    return end > start ? min(width, content.units[start..<end].reduce(0) { $0 + $1.width }) : 0
  }

  /// The positions in a line, except its end at a soft line break. Empty if the line is inside of a cluster.
  func positions(in line: Int) -> Range<Int> {
    let next = line + 1 < lines.count ? position(atUnit: lines[line + 1].start) : unitEnds.count + 1
    return min(position(atUnit: lines[line].start), next)..<next
  }

  /// The last spot of a line at or left of a column.
  func spot(in line: Int, column: Int) -> Spot {
    let positions = positions(in: line)
    guard var found = positions.first else { return Spot(position: max(0, positions.lowerBound - 1)) }
    var (unit, cells) = (lines[line].drawn.lowerBound, 0)
    for position in positions {
      let end = self.unit(at: position)
      while unit < end {
        cells += content.units[unit].width
        unit += 1
      }
      if min(cells, width) > column { return Spot(position: found) }
      found = position
    }
    let end = self.end(of: line)
    return end.isAtLineEnd && self.column(of: end, in: line) <= column ? end : Spot(position: found)
  }

  func start(of line: Int) -> Spot { Spot(position: positions(in: line).lowerBound) }

  /// The end of the drawn part of a line; at the end of a paragraph, after its trailing spaces.
  func end(of line: Int) -> Spot {
    let positions = positions(in: line)
    guard line + 1 < lines.count, isBroken(before: line + 1) else {
      return Spot(position: max(0, positions.upperBound - 1))
    }
    let end = lines[line].drawn.upperBound
    let position = position(atUnit: end)
    guard unit(at: position) == end else { return Spot(position: max(positions.lowerBound, position - 1)) }
    return Spot(position: position, isAtLineEnd: end == lines[line + 1].start)
  }

  /// Whether a line continues the paragraph of the previous line.
  func isBroken(before line: Int) -> Bool {
    line > 0 && lines[line].start > 0 && content.units[lines[line].start - 1].kind != .lineEnd
  }
}
