/// Text indexed by code points, as in X's data.
struct CodePoints {
  /// The distance between marks. Code points in between are found by counting from the mark before.
  private static let stride = 256

  let string: String
  let count: Int
  /// The start of every 256th code point; empty for ASCII, where each is a byte.
  private let marks: [String.Index]

  init(_ string: String) {
    self.string = string
    count =
      string.utf8.withContiguousStorageIfAvailable { bytes in
        // All bytes of a code point except the first begin with 10 (RFC 3629).
        bytes.reduce(0) { $0 &+ ($1 & 0xC0 == 0x80 ? 0 : 1) }
      } ?? string.unicodeScalars.count
    marks = count == string.utf8.count ? [] : Self.marks(of: string)
  }

  var indices: Range<Int> { 0..<count }

  subscript(range: Range<Int>) -> Substring {
    let start = index(range.lowerBound)
    return string[start..<(range.upperBound == count ? string.endIndex : index(range.upperBound))]
  }

  /// The first occurrence of a string; nil if missing.
  func firstRange(of needle: String) -> Range<Int>? {
    guard let place = string.utf8.firstRange(of: needle.utf8) else { return nil }
    let start = offset(of: place.lowerBound)
    return start..<start + needle.unicodeScalars.count
  }

  func offset(of index: String.Index) -> Int {
    string.unicodeScalars.distance(from: string.startIndex, to: index)
  }
}

extension CodePoints {
  private func index(_ offset: Int) -> String.Index {
    if marks.isEmpty { return string.utf8.index(string.startIndex, offsetBy: offset) }
    return string.unicodeScalars.index(marks[offset / Self.stride], offsetBy: offset % Self.stride)
  }

  private static func marks(of string: String) -> [String.Index] {
    var marks = [string.startIndex]
    while let last = marks.last,
      let next = string.unicodeScalars.index(last, offsetBy: stride, limitedBy: string.endIndex)
    {
      marks.append(next)
    }
    return marks
  }
}
