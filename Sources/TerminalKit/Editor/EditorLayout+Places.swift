/// Where places in the text are on the screen.
extension EditorLayout {
  /// A place in the text, and which of two cells it means where a line was broken at it.
  struct Spot: Hashable {
    var place: Int
    /// Whether it is behind the last cell of a line, and not before the first one of the next.
    var isAtLineEnd = false
  }

  /// The line that the cursor is in when it is at a spot.
  func line(of spot: Spot) -> Int {
    let unit = unit(at: spot.place)
    let line = lines.partitionPoint { $0.start > unit } - 1
    return spot.isAtLineEnd && lines[line].start == unit && isBroken(before: line) ? line - 1 : line
  }

  /// The cell of a line before which the cursor is when it is at a spot: the width of the lines where it is behind as much
  /// as there is room for.
  func column(of spot: Spot, in line: Int) -> Int {
    let end = unit(at: spot.place)
    let start = lines[line].drawn.lowerBound
    return end > start ? min(width, content.units[start..<end].reduce(0) { $0 + $1.width }) : 0
  }

  /// The places that are in a line, but for that at its very end where the next goes on; none where all of it is a part of
  /// one cluster.
  func places(in line: Int) -> Range<Int> {
    let next = line + 1 < lines.count ? place(atUnit: lines[line + 1].start) : unitEnds.count + 1
    return min(place(atUnit: lines[line].start), next)..<next
  }

  /// The last spot of a line that is not right of a cell.
  func spot(in line: Int, column: Int) -> Spot {
    let places = places(in: line)
    guard var found = places.first else { return Spot(place: max(0, places.lowerBound - 1)) }
    var (unit, cells) = (lines[line].drawn.lowerBound, 0)
    for place in places {
      let end = self.unit(at: place)
      while unit < end {
        cells += content.units[unit].width
        unit += 1
      }
      if min(cells, width) > column { return Spot(place: found) }
      found = place
    }
    let end = self.end(of: line)
    return end.isAtLineEnd && self.column(of: end, in: line) <= column ? end : Spot(place: found)
  }

  func start(of line: Int) -> Spot { Spot(place: places(in: line).lowerBound) }

  /// Behind what is drawn of a line; behind its blanks too, where it ends a paragraph.
  func end(of line: Int) -> Spot {
    let places = places(in: line)
    guard line + 1 < lines.count, isBroken(before: line + 1) else { return Spot(place: max(0, places.upperBound - 1)) }
    let end = lines[line].drawn.upperBound
    let place = place(atUnit: end)
    guard unit(at: place) == end else { return Spot(place: max(places.lowerBound, place - 1)) }
    return Spot(place: place, isAtLineEnd: end == lines[line + 1].start)
  }

  /// Whether a line goes on with the paragraph of the line before it.
  func isBroken(before line: Int) -> Bool {
    line > 0 && lines[line].start > 0 && content.units[lines[line].start - 1].kind != .lineEnd
  }
}
