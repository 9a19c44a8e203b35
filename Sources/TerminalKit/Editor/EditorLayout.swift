/// A text that is edited, in the lines that it takes: those that `TextLayout.wrap` makes of it. Of a change only what it
/// touches is put into its form for the screen anew, and only its paragraph is broken anew.
struct EditorLayout {
  /// A line on the screen.
  struct Line: Hashable {
    /// The first unit that belongs to it. What follows what is drawn belongs to it, too: blanks where a line was broken,
    /// the line end.
    var start: Int
    /// The units that are drawn.
    var drawn: Range<Int>
  }

  private(set) var content: SanitizedText
  /// How many units there are up to the end of each cluster.
  private(set) var unitEnds: [Int] = []
  private(set) var lines: [Line] = []
  /// Cells that a line takes at most.
  private(set) var width: Int
  /// Addresses that are kept together where that makes a difference, in clusters.
  private var addresses: [Range<Int>] = []

  init(_ text: ClusterText = ClusterText(), width: Int) {
    self.width = max(1, width)
    content = SanitizedText(keepsLines: true, maxWidth: self.width)
    lines = [Line(start: 0, drawn: 0..<0)]
    update(text, ClusterText.Change(clusters: 0..<0, count: text.count))
  }

  /// How many units there are before a place.
  func unit(at place: Int) -> Int { place == 0 ? 0 : unitEnds[place - 1] }

  /// The first place that is not before a unit.
  func place(atUnit unit: Int) -> Int { unit <= 0 ? 0 : unitEnds.partitionPoint { $0 >= unit } + 1 }

  /// Takes in what has been changed.
  /// - Parameter text: as it is now.
  mutating func update(_ text: ClusterText, _ change: ClusterText.Change) {
    var part = SanitizedText(keepsLines: true, maxWidth: width, cellWidth: content.cellWidth)
    let old = unit(at: change.clusters.lowerBound)..<unit(at: change.clusters.upperBound)
    var ends: [Int] = []
    ends.reserveCapacity(change.count)
    for cluster in change.clusters.lowerBound..<change.clusters.lowerBound + change.count {
      let bytes = text.bytes(of: cluster..<cluster + 1)
      if bytes.count == 1, let byte = bytes.first, 0x20..<0x7F ~= byte {
        part.place(ascii: byte)
      } else {
        part.append(String(decoding: bytes, as: UTF8.self))
      }
      ends.append(old.lowerBound + part.units.count)
    }
    let paragraph = paragraphs(around: old)
    content.replace(old, with: part)
    unitEnds.replaceSubrange(change.clusters, with: ends)
    let shift = part.units.count - old.count
    if shift != 0 { for index in change.clusters.lowerBound + ends.count..<unitEnds.count { unitEnds[index] += shift } }
    breakLines(of: paragraph, shift: shift)
  }

  /// Has lines be as wide from now on.
  mutating func setWidth(_ width: Int, of text: ClusterText) {
    let width = max(1, width)
    guard width != self.width else { return }
    let fitsOthers = min(width, 2) != min(self.width, 2)
    self.width = width
    // What is wide has another form where a line has no room for it.
    if fitsOthers {
      let addresses = addresses
      self = EditorLayout(text, width: width)
      self.addresses = addresses
    }
    if !fitsOthers || !addresses.isEmpty { breakAll() }
  }

  /// Has addresses be kept together, as those of links in a post are.
  mutating func keepTogether(_ ranges: [Range<Int>]) {
    let known = ranges.filter { range in units(of: range).contains { content.units[$0].kind.dividesAddress } }
    guard known != addresses else { return }
    addresses = known
    breakAll()
  }
}

extension EditorLayout {
  private func units(of range: Range<Int>) -> Range<Int> {
    let end = min(range.upperBound, unitEnds.count)
    return unit(at: min(range.lowerBound, end))..<unit(at: end)
  }

  /// The units of all paragraphs that some units touch, without the line end behind them.
  private func paragraphs(around range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, content.units[start - 1].kind != .lineEnd { start -= 1 }
    while end < content.units.count, content.units[end].kind != .lineEnd { end += 1 }
    return start..<end
  }

  private mutating func breakAll() {
    lines = broken(content.units.indices)
  }

  /// - Parameters:
  ///   - paragraphs: as they were.
  ///   - shift: by how many units they have grown.
  private mutating func breakLines(of paragraphs: Range<Int>, shift: Int) {
    let first = lines.partitionPoint { $0.start >= paragraphs.lowerBound }
    let next = lines.partitionPoint { $0.start > paragraphs.upperBound }
    let new = broken(paragraphs.lowerBound..<paragraphs.upperBound + shift)
    lines.replaceSubrange(first..<next, with: new)
    guard shift != 0 else { return }
    for index in first + new.count..<lines.count {
      let line = lines[index]
      lines[index] = Line(
        start: line.start + shift, drawn: line.drawn.lowerBound + shift..<line.drawn.upperBound + shift)
    }
  }

  private func broken(_ range: Range<Int>) -> [Line] {
    var text = content
    for address in addresses { text.keepWhole(units(of: address).clamped(to: range)) }
    var lines: [Line] = []
    for drawn in LineBreaker.lines(of: text, in: range, width: width) {
      // Blanks that a paragraph begins with may not be drawn.
      let isFirst =
        lines.isEmpty
        || content.units[lines[lines.count - 1].drawn.upperBound..<drawn.lowerBound]
          .contains { $0.kind == .lineEnd }
      lines.append(Line(start: isFirst ? paragraphStart(of: drawn.lowerBound) : drawn.lowerBound, drawn: drawn))
    }
    return lines
  }

  private func paragraphStart(of unit: Int) -> Int {
    var start = unit
    while start > 0, content.units[start - 1].kind != .lineEnd { start -= 1 }
    return start
  }
}

extension Array {
  /// The first index whose element is as wanted; the number of them where none is. All behind it are wanted, too.
  func partitionPoint(where isWanted: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
