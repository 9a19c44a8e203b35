extension Canvas {
  /// A cell of the screen: a base character and at most four combining marks, the limit of curses. Trivial memory
  /// without references, because thousands of cells are compared and copied at each key.
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

    /// - Parameter text: A base character and its combining marks; empty in the right half of a wide character.
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

    /// Creates a cell of a picture: a character in two theme-independent colours. nil is the terminal's default colour.
    public init(picture character: Unicode.Scalar, foreground: RGB?, background: RGB?) {
      base = character.value | Self.pictureMark
      width = 1
      style = .plain
      mark3 = foreground.map { $0.number | Self.pictureMark } ?? 0
      mark4 = background.map { $0.number | Self.pictureMark } ?? 0
    }

    /// A bit outside of Unicode. If set in the base, the last two marks are colours.
    private static let pictureMark: UInt32 = 1 << 31

    /// The colours of a picture cell; nil for other cells.
    public var pictureColors: PictureColors? {
      guard base & Self.pictureMark != 0 else { return nil }
      return PictureColors(
        foreground: mark3 == 0 ? nil : RGB(mark3), background: mark4 == 0 ? nil : RGB(mark4))
    }

    /// The cell with another background.
    func withBackground(_ background: Style.Background) -> Cell {
      var cell = self
      cell.style.background = background
      return cell
    }

    public var text: String {
      if let ascii { return String(Unicode.Scalar(ascii)) }
      return String(String.UnicodeScalarView(scalars.lazy.compactMap(Unicode.Scalar.init)))
    }

    /// Whether the cell contains exactly this character without marks.
    func isExactly(_ character: Unicode.Scalar) -> Bool { base == character.value && mark1 == 0 }

    /// The ASCII character of a cell without marks; nil for other cells.
    public var ascii: UInt8? { mark1 == 0 && base != 0 && base < 0x80 ? UInt8(base) : nil }

    /// The base character, then its marks.
    public var scalars: ArraySlice<UInt32> {
      base & Self.pictureMark != 0
        ? [base & ~Self.pictureMark] : [base, mark1, mark2, mark3, mark4].prefix { $0 != 0 }
    }
  }

  /// The colours of a picture cell; nil is the terminal's default colour.
  public struct PictureColors: Hashable, Sendable {
    public var foreground: RGB?
    public var background: RGB?

    public init(foreground: RGB?, background: RGB?) {
      self.foreground = foreground
      self.background = background
    }
  }
}
