extension Canvas {
  /// One cell of the screen: a base character with at most four marks, as curses keeps it. It is plain memory, because
  /// thousands of them are compared and copied at each key.
  public struct Cell: Hashable, Sendable {
    /// 1 or 2; 0 in the right half of a wide character.
    public let width: Int8
    public private(set) var style: Style
    private let base: UInt32
    private var mark1: UInt32 = 0
    private var mark2: UInt32 = 0
    private var mark3: UInt32 = 0
    private var mark4: UInt32 = 0

    public static let blank = Cell(ascii: UInt8(ascii: " "), style: .plain)

    /// - Parameter text: a base character and its marks; empty in the right half of a wide character.
    public init(text: String, width: Int8, style: Style) {
      var scalars = text.unicodeScalars.lazy.map(\.value).makeIterator()
      base = scalars.next() ?? 0
      self.width = width
      self.style = style
      mark1 = scalars.next() ?? 0
      mark2 = scalars.next() ?? 0
      mark3 = scalars.next() ?? 0
      mark4 = scalars.next() ?? 0
    }

    public init(ascii: UInt8, style: Style) {
      base = UInt32(ascii)
      width = 1
      self.style = style
    }

    /// The same cell on another ground.
    func on(_ ground: Style.Ground) -> Cell {
      var cell = self
      cell.style.ground = ground
      return cell
    }

    public var text: String {
      if let ascii { return String(Unicode.Scalar(ascii)) }
      return String(String.UnicodeScalarView(scalars.lazy.compactMap(Unicode.Scalar.init)))
    }

    /// Whether it is this character and nothing else.
    func isOf(_ character: Unicode.Scalar) -> Bool { base == character.value && mark1 == 0 }

    /// The one character, where it is ASCII and has no marks.
    public var ascii: UInt8? { mark1 == 0 && base != 0 && base < 0x80 ? UInt8(base) : nil }

    /// The characters, the base first.
    public var scalars: ArraySlice<UInt32> { [base, mark1, mark2, mark3, mark4].prefix { $0 != 0 } }
  }
}
