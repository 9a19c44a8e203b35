/// A text in the form in which it is drawn, cut into the pieces that go into cells.
///
/// It is built once, from the parts of a text, and then measured, cut and broken into lines without another look at
/// Unicode.
struct SanitizedText {
  /// A piece of a glyph, in the order of `bytes`.
  struct Unit {
    /// Where it ends in `bytes`; it starts where the one before it ends.
    var end: Int
    var width: Int
    var kind: BreakClass
    /// Whether it belongs to the same glyph as the piece before it.
    var joins: Bool
  }

  /// UTF-8.
  private(set) var bytes: [UInt8] = []
  private(set) var units: [Unit] = []
  /// What all units take together.
  private(set) var cells = 0

  let keepsLines: Bool
  let cellWidth: CellWidth
  private let maxWidth: Int
  let limit: Int

  /// - Parameters:
  ///   - keepsLines: whether the end of a line stays one; else it is a space.
  ///   - maxWidth: a piece that takes more cells than this becomes U+FFFD.
  ///   - limit: text is no longer taken in once it fills more cells than this.
  init(keepsLines: Bool = false, maxWidth: Int = 2, limit: Int = .max, cellWidth: CellWidth = CellWidth()) {
    self.keepsLines = keepsLines
    self.maxWidth = maxWidth
    self.limit = limit
    self.cellWidth = cellWidth
  }

  /// Whether the text is printable ASCII on one line: it is drawn as it stands, a byte to a cell.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
  }

  var isFull: Bool { cells > limit }

  /// Where a unit starts in `bytes`.
  func start(of unit: Int) -> Int {
    unit == 0 ? 0 : units[unit - 1].end
  }

  /// The text of some of its units.
  func string(_ range: Range<Int>) -> String {
    string(bytes: start(of: range.lowerBound)..<start(of: range.upperBound))
  }

  func string(bytes range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

// MARK: What its text is put together from

extension SanitizedText {
  /// Makes room for the first part. The arrays grow by themselves for those that follow: an exact room for each of
  /// many would have them copied each time.
  mutating func reserve(_ count: Int) {
    guard units.isEmpty else { return }
    bytes.reserveCapacity(count)
    units.reserveCapacity(count)
  }

  /// A byte of printable ASCII, a glyph by itself.
  mutating func place(ascii byte: UInt8) {
    bytes.append(byte)
    units.append(Unit(end: bytes.count, width: 1, kind: BreakClass(ascii: byte), joins: false))
    cells += 1
  }

  /// Says whether the scalar itself was placed, or U+FFFD because it is too wide.
  @discardableResult
  mutating func place(_ scalar: Unicode.Scalar, width: Int, kind: BreakClass, joins: Bool) -> Bool {
    let fits = width <= maxWidth
    bytes.append(contentsOf: (fits ? scalar : .replacement).utf8)
    units.append(Unit(end: bytes.count, width: fits ? width : 1, kind: kind, joins: joins))
    cells += fits ? width : 1
    return fits
  }

  mutating func placeLineEnd() {
    bytes.append(0x0A)
    units.append(Unit(end: bytes.count, width: 0, kind: .lineEnd, joins: false))
  }

  /// Puts a mark on the last piece.
  mutating func mark(_ scalar: Unicode.Scalar) {
    guard !units.isEmpty else { return }
    bytes.append(contentsOf: scalar.utf8)
    units[units.count - 1].end = bytes.count
  }

  /// Has the last piece stay where a line ends, though it is a space.
  mutating func keepSpace() {
    guard let last = units.last, last.kind == .space else { return }
    units[units.count - 1].kind = .word
  }

  /// Has the ideographs and dashes of an address stay together like letters.
  mutating func keepWhole(_ range: Range<Int>) {
    for index in range where units[index].kind.dividesAddress { units[index].kind = .word }
  }

  /// Puts another text, which is cut into clusters as this one is, in the place of some units.
  mutating func replace(_ range: Range<Int>, with other: SanitizedText) {
    let part = start(of: range.lowerBound)..<start(of: range.upperBound)
    cells += other.cells - units[range].reduce(0) { $0 + $1.width }
    bytes.replaceSubrange(part, with: other.bytes)
    units.replaceSubrange(range, with: other.units)
    let (end, shift) = (range.lowerBound + other.units.count, other.bytes.count - part.count)
    for index in range.lowerBound..<end { units[index].end += part.lowerBound }
    for index in end..<units.count { units[index].end += shift }
  }

  /// Puts another scalar in the place of the last piece.
  mutating func replaceLast(with scalar: Unicode.Scalar, width: Int) {
    guard let last = units.popLast() else { return }
    bytes.removeSubrange(start(of: units.count)...)
    cells -= last.width
    place(scalar, width: width, kind: last.kind, joins: last.joins)
  }
}

extension SanitizedText {
  var glyphs: [Glyph] {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(units.count)
    for index in units.indices {
      let piece = Glyph.Piece(text: string(index..<index + 1), width: units[index].width)
      if units[index].joins, !glyphs.isEmpty {
        glyphs[glyphs.count - 1].pieces.append(piece)
      } else {
        glyphs.append(Glyph(pieces: [piece]))
      }
    }
    return glyphs
  }
}
