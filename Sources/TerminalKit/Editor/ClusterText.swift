/// A text as an editor needs it: cut into clusters, which are what a person takes for characters. A place in it is the
/// number of clusters before it.
///
/// A change cuts anew what it can have changed and nothing else. Where clusters end depends on what is before, and on one
/// scalar behind: from the first end on that the old text had, too, all is as it was.
struct ClusterText: Sendable {
  /// What a change has done: these clusters have become so many.
  struct Change: Hashable, Sendable {
    let clusters: Range<Int>
    let count: Int

    /// Both as one, with what lies between them.
    func joined(with next: Change) -> Change {
      let start = min(clusters.lowerBound, next.clusters.lowerBound)
      let end = max(clusters.lowerBound + count, next.clusters.upperBound)
      return Change(
        clusters: start..<end - count + clusters.count, count: end - start - next.clusters.count + next.count)
    }
  }

  /// UTF-8.
  private(set) var bytes: [UInt8] = []
  /// Where each cluster ends in `bytes`.
  private var ends: [Int] = []

  /// How many clusters it has.
  var count: Int { ends.count }

  /// Where a place is in `bytes`.
  func byte(at place: Int) -> Int { place == 0 ? 0 : ends[place - 1] }

  /// The first place that is not before a byte.
  func place(atByte byte: Int) -> Int { byte <= 0 ? 0 : ends.partitionPoint { $0 >= byte } + 1 }

  func bytes(of range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[byte(at: range.lowerBound)..<byte(at: range.upperBound)]
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes(of: range), as: UTF8.self) }

  /// The first byte of a cluster.
  func firstByte(of cluster: Int) -> UInt8 { bytes[byte(at: cluster)] }

  /// The first scalar of a cluster.
  func firstScalar(of cluster: Int) -> Unicode.Scalar {
    let first = firstByte(of: cluster)
    if first < 0x80 { return Unicode.Scalar(first) }
    return String(decoding: bytes(of: cluster..<cluster + 1), as: UTF8.self).unicodeScalars.first ?? .replacement
  }

  func isLineEnd(_ cluster: Int) -> Bool { firstByte(of: cluster) == 0x0A }
}

extension ClusterText {
  /// Puts other bytes in the place of some. Both are whole scalars.
  mutating func replace(bytes range: Range<Int>, with new: [UInt8]) -> Change {
    let shift = new.count - range.count
    // The cluster in front may go on in what is new.
    let first = max(0, ends.partitionPoint { $0 >= range.lowerBound })
    let rest = place(atByte: range.upperBound)
    bytes.replaceSubrange(range, with: new)
    let (cut, next) = recut(from: byte(at: first), upTo: rest, shift: shift)
    ends.replaceSubrange(first..<next, with: cut)
    if shift != 0 { for index in first + cut.count..<ends.count { ends[index] += shift } }
    return Change(clusters: first..<next, count: cut.count)
  }

  /// Cuts the text from a byte on, until all that follows is as it was.
  /// - Parameters:
  ///   - rest: the first cluster whose bytes have not changed.
  ///   - shift: how far these have moved.
  /// - Returns: the new ends, and the first old cluster that stays.
  private func recut(from start: Int, upTo rest: Int, shift: Int) -> (ends: [Int], next: Int) {
    var margin = 4
    while true {
      let last = min(count, rest + margin)
      let end = last == count ? bytes.count : byte(at: last) + shift
      var (cut, position, next): ([Int], Int, Int) = ([], start, rest)
      for character in String(decoding: bytes[start..<end], as: UTF8.self) {
        position += character.utf8.count
        cut.append(position)
        // Where it is cut off, nobody knows what it would be.
        guard position < end else { break }
        while next < last, byte(at: next) + shift < position { next += 1 }
        if next < last, byte(at: next) + shift == position { return (cut, next) }
      }
      if last == count { return (cut, count) }
      margin *= 4
    }
  }
}

extension ClusterText {
  /// A text as it may stand in an editor: without control characters, be they told by what stands for them, but for tabs
  /// and the ends of lines, of which there is one kind.
  /// - Parameter keepsLines: whether the end of a line stays one; else it is a blank.
  static func harmless(_ text: String, keepsLines: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var last: Unicode.Scalar?
    for told in text.unicodeScalars {
      let scalar = told.unescapedControl ?? told
      defer { last = scalar }
      if scalar.endsLine {
        if scalar != "\n" || last != "\r" { bytes.append(keepsLines ? 0x0A : 0x20) }
      } else if scalar == "\t" || !scalar.isControl {
        bytes.append(contentsOf: scalar.utf8)
      }
    }
    return bytes
  }
}
