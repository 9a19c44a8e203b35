/// The screen lines of edited text, equal to those of `TextLayout.wrap`. A change re-sanitizes only the changed
/// clusters and re-wraps only their paragraphs.
struct EditorLayout {
  struct Line: Hashable {
    /// The first unit of the line. Undrawn units after `drawn` also belong to it: spaces at a break and the line end.
    var start: Int
    /// The units that are drawn.
    var drawn: Range<Int>
  }

  private(set) var content: SanitizedText
  /// The number of units up to the end of each cluster.
  private(set) var unitEnds: [Int] = []
  private(set) var lines: [Line] = []
  /// Maximum cells per line.
  private(set) var width: Int
  /// Clusters of addresses that must not be broken at ideographs or dashes.
  private var addresses: [Range<Int>] = []

  init(_ text: ClusterText = ClusterText(), width: Int) {
    self.width = max(1, width)
    content = SanitizedText(keepsLines: true, maxWidth: self.width)
    lines = [Line(start: 0, drawn: 0..<0)]
    update(text, ClusterText.Change(clusters: 0..<0, count: text.count))
  }

  /// The number of units before a position.
  func unit(at position: Int) -> Int { position == 0 ? 0 : unitEnds[position - 1] }

  /// The first position at or after a unit.
  func position(atUnit unit: Int) -> Int { unit <= 0 ? 0 : unitEnds.partitionPoint { $0 >= unit } + 1 }

  /// Updates the lines after a change.
  /// - Parameter text: the text after the change.
  mutating func update(_ text: ClusterText, _ change: ClusterText.Change) {
    var part = SanitizedText(keepsLines: true, maxWidth: width, cellWidth: content.cellWidth)
    let old = unit(at: change.clusters.lowerBound)..<unit(at: change.clusters.upperBound)
    var ends: [Int] = []
    ends.reserveCapacity(change.count)
    for cluster in change.clusters.lowerBound..<change.clusters.lowerBound + change.count {
      let bytes = text.bytes(of: cluster..<cluster + 1)
      if bytes.count == 1, let byte = bytes.first, 0x20..<0x7F ~= byte {
        part.appendUnit(ascii: byte)
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

  /// Changes the width of lines.
  mutating func setWidth(_ width: Int, of text: ClusterText) {
    let width = max(1, width)
    guard width != self.width else { return }
    let fitsOthers = min(width, 2) != min(self.width, 2)
    self.width = width
    // Wide characters are replaced if they do not fit into a line.
    if fitsOthers {
      let addresses = addresses
      self = EditorLayout(text, width: width)
      self.addresses = addresses
    }
    if !fitsOthers || !addresses.isEmpty { breakAll() }
  }

  /// Sets the ranges of addresses, which are not broken inside words, like links in posts.
  mutating func setAddresses(_ ranges: [Range<Int>]) {
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

  /// The units of all paragraphs that intersect a range, without the final line end.
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
  ///   - paragraphs: the units before the change.
  ///   - shift: the number of added units.
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
    for address in addresses { text.preventBreaks(units(of: address).clamped(to: range)) }
    var lines: [Line] = []
    for drawn in LineBreaker.lines(of: text, in: range, width: width) {
      // Leading spaces of a paragraph may not be drawn.
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
  /// The first index whose element satisfies a predicate that is monotonic in the array; `count` if no element does.
  func partitionPoint(where predicate: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
