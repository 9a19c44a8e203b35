/// Text split into grapheme clusters, for editing. Positions count the clusters before them.
///
/// A change recomputes only the affected cluster boundaries. A boundary depends on the preceding text and one following
/// scalar, so recomputation stops at the first boundary that the old text also has.
struct ClusterText: Sendable {
  /// The effect of a change: a range of old clusters was replaced by `count` new ones.
  struct Change: Hashable, Sendable {
    let clusters: Range<Int>
    let count: Int

    /// Merges two successive changes, including the clusters between them.
    func joined(with next: Change) -> Change {
      let start = min(clusters.lowerBound, next.clusters.lowerBound)
      let end = max(clusters.lowerBound + count, next.clusters.upperBound)
      return Change(
        clusters: start..<end - count + clusters.count, count: end - start - next.clusters.count + next.count)
    }
  }

  /// UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The end of each cluster in `bytes`.
  private var ends: [Int] = []

  /// The number of clusters.
  var count: Int { ends.count }

  /// The byte offset of a position.
  func byte(at position: Int) -> Int { position == 0 ? 0 : ends[position - 1] }

  /// The first position at or after a byte offset.
  func position(atByte byte: Int) -> Int { byte <= 0 ? 0 : ends.partitionPoint { $0 >= byte } + 1 }

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
  /// Replaces a range of bytes. Range and replacement must consist of complete scalars.
  mutating func replace(bytes range: Range<Int>, with new: [UInt8]) -> Change {
    let shift = new.count - range.count
    // The preceding cluster may continue in the new text.
    let first = max(0, ends.partitionPoint { $0 >= range.lowerBound })
    let rest = position(atByte: range.upperBound)
    bytes.replaceSubrange(range, with: new)
    let (cut, next) = resegment(from: byte(at: first), upTo: rest, shift: shift)
    ends.replaceSubrange(first..<next, with: cut)
    if shift != 0 { for index in first + cut.count..<ends.count { ends[index] += shift } }
    return Change(clusters: first..<next, count: cut.count)
  }

  /// Recomputes boundaries from a byte on, until they match the old ones.
  /// - Parameters:
  ///   - rest: the first cluster with unchanged bytes.
  ///   - shift: the distance by which these bytes have moved.
  /// - Returns: the new boundaries, and the first old cluster that remains valid.
  private func resegment(from start: Int, upTo rest: Int, shift: Int) -> (ends: [Int], next: Int) {
    var margin = 4
    while true {
      let last = min(count, rest + margin)
      let end = last == count ? bytes.count : byte(at: last) + shift
      var (cut, byteEnd, next): ([Int], Int, Int) = ([], start, rest)
      for character in String(decoding: bytes[start..<end], as: UTF8.self) {
        byteEnd += character.utf8.count
        cut.append(byteEnd)
        // A cluster cut off at the end of the window may be incomplete.
        guard byteEnd < end else { break }
        while next < last, byte(at: next) + shift < byteEnd { next += 1 }
        if next < last, byte(at: next) + shift == byteEnd { return (cut, next) }
      }
      if last == count { return (cut, count) }
      margin *= 4
    }
  }
}

extension ClusterText {
  /// The UTF-8 of the text without control characters, escaped ones included. Tabs are kept and line ends normalised.
  /// - Parameter keepsLines: whether line ends are kept; otherwise they become spaces.
  static func sanitized(_ text: String, keepsLines: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var last: Unicode.Scalar?
    for escaped in text.unicodeScalars {
      let scalar = escaped.unescapedControl ?? escaped
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
