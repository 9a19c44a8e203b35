/// Sanitized text split into pieces for cells.
///
/// Built once from untrusted text, and then measured, truncated and wrapped without Unicode lookups.
struct SanitizedText {
  /// A piece of a glyph, in the order of `bytes`.
  struct Unit {
    /// The end in `bytes`; the start is the end of the previous unit.
    var end: Int
    var width: Int
    var kind: BreakClass
    /// Whether it belongs to the glyph of the previous piece.
    var joins: Bool
  }

  /// UTF-8.
  private(set) var bytes: [UInt8] = []
  private(set) var units: [Unit] = []
  /// The total width.
  private(set) var cells = 0

  let keepsLines: Bool
  let cellWidth: CellWidth
  private let maxWidth: Int
  let limit: Int

  /// - Parameters:
  ///   - keepsLines: Whether line ends are kept; otherwise they become spaces.
  ///   - maxWidth: Wider pieces become U+FFFD.
  ///   - limit: Appending stops after this number of cells is exceeded.
  init(keepsLines: Bool = false, maxWidth: Int = 2, limit: Int = .max, cellWidth: CellWidth = CellWidth()) {
    self.keepsLines = keepsLines
    self.maxWidth = maxWidth
    self.limit = limit
    self.cellWidth = cellWidth
  }

  /// Whether the text is a single line of printable ASCII, which is drawn unchanged with one byte per cell.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
  }

  var isFull: Bool { cells > limit }

  /// The start of a unit in `bytes`.
  func start(of unit: Int) -> Int {
    unit == 0 ? 0 : units[unit - 1].end
  }

  /// The text of a range of units.
  func string(_ range: Range<Int>) -> String {
    string(bytes: start(of: range.lowerBound)..<start(of: range.upperBound))
  }

  func string(bytes range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

// MARK: - Building

extension SanitizedText {
  /// Reserves capacity for the first part. Later parts rely on exponential growth, because exact reservations would
  /// copy the arrays each time.
  mutating func reserve(_ count: Int) {
    guard units.isEmpty else { return }
    bytes.reserveCapacity(count)
    units.reserveCapacity(count)
  }

  /// Appends a printable ASCII byte as a glyph.
  mutating func appendUnit(ascii byte: UInt8) {
    bytes.append(byte)
    units.append(Unit(end: bytes.count, width: 1, kind: BreakClass(ascii: byte), joins: false))
    cells += 1
  }

  /// Appends a scalar. Returns false if U+FFFD was appended because it is too wide.
  @discardableResult
  mutating func appendUnit(_ scalar: Unicode.Scalar, width: Int, kind: BreakClass, joins: Bool) -> Bool {
    let fits = width <= maxWidth
    bytes.append(contentsOf: (fits ? scalar : .replacement).utf8)
    units.append(Unit(end: bytes.count, width: fits ? width : 1, kind: kind, joins: joins))
    cells += fits ? width : 1
    return fits
  }

  mutating func appendLineEnd() {
    bytes.append(0x0A)
    units.append(Unit(end: bytes.count, width: 0, kind: .lineEnd, joins: false))
  }

  /// Adds a combining mark to the last piece.
  mutating func appendMark(_ scalar: Unicode.Scalar) {
    guard !units.isEmpty else { return }
    bytes.append(contentsOf: scalar.utf8)
    units[units.count - 1].end = bytes.count
  }

  /// Keeps a trailing space at the end of a line.
  mutating func preserveTrailingSpace() {
    guard let last = units.last, last.kind == .space else { return }
    units[units.count - 1].kind = .word
  }

  /// Treats ideographs and dashes of an address like letters, so that no line breaks at them.
  mutating func preventBreaks(_ range: Range<Int>) {
    for index in range where units[index].kind.dividesAddress { units[index].kind = .word }
  }

  /// Replaces units with another sanitized text; the boundaries must be cluster boundaries.
  mutating func replace(_ range: Range<Int>, with other: SanitizedText) {
    let part = start(of: range.lowerBound)..<start(of: range.upperBound)
    cells += other.cells - units[range].reduce(0) { $0 + $1.width }
    bytes.replaceSubrange(part, with: other.bytes)
    units.replaceSubrange(range, with: other.units)
    let (end, shift) = (range.lowerBound + other.units.count, other.bytes.count - part.count)
    for index in range.lowerBound..<end { units[index].end += part.lowerBound }
    for index in end..<units.count { units[index].end += shift }
  }

  /// Replaces the last piece with another scalar.
  mutating func replaceLast(with scalar: Unicode.Scalar, width: Int) {
    guard let last = units.popLast() else { return }
    bytes.removeSubrange(start(of: units.count)...)
    cells -= last.width
    appendUnit(scalar, width: width, kind: last.kind, joins: last.joins)
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
