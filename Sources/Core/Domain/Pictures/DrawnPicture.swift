/// A picture as rows of coloured characters for a terminal.
public struct DrawnPicture: Hashable, Sendable {
  /// A character in two colours.
  public struct Cell: Hashable, Sendable {
    public var character: Unicode.Scalar
    /// As 0xRRGGBB; nil for the terminal's default.
    public var foreground: UInt32?
    public var background: UInt32?

    public init(character: Unicode.Scalar, foreground: UInt32? = nil, background: UInt32? = nil) {
      self.character = character
      self.foreground = foreground
      self.background = background
    }
  }

  /// In cells.
  public let width: Int
  public let height: Int
  /// `width` × `height` cells, row by row.
  public let cells: [Cell]
  /// The size of the picture itself.
  public let pixels: PixelSize
  /// Whether it is the first frame of an animation.
  public let isAnimated: Bool
  /// The picture in pixels, for terminals that support them; nil if not requested.
  public let raster: PictureRaster?

  /// nil if the number of cells does not match the size, or the size is out of bounds.
  public init?(
    width: Int, height: Int, cells: [Cell], pixels: PixelSize, isAnimated: Bool = false, raster: PictureRaster? = nil
  ) {
    guard width > 0, height > 0, width <= PictureRequest.maxSide, height <= PictureRequest.maxSide,
      cells.count == width * height
    else { return nil }
    self.width = width
    self.height = height
    self.cells = cells
    self.pixels = pixels
    self.isAnimated = isAnimated
    self.raster = raster
  }
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size in a post or a file; nil unless both sides are at least 1.
  public init?(reportedWidth width: Int?, height: Int?) {
    guard let width, let height, 1...Self.maxReportedSide ~= width, 1...Self.maxReportedSide ~= height else {
      return nil
    }
    self.init(width: width, height: height)
  }

  /// Larger values in a post or a file are taken for errors.
  private static let maxReportedSide = 1_000_000
}

/// The size and style in which to draw a picture.
public struct PictureRequest: Hashable, Sendable {
  /// Maximum number of columns or rows.
  public static let maxSide = 1_000

  /// The bounds in cells. The picture keeps its proportions.
  public var width: Int
  public var height: Int
  public var style: PictureStyle

  public init(width: Int, height: Int, style: PictureStyle) {
    self.width = min(max(1, width), Self.maxSide)
    self.height = min(max(1, height), Self.maxSide)
    self.style = style
  }
}

/// The means available to draw pictures.
public struct PictureStyle: Hashable, Sendable {
  /// The number of colours; 0 for none.
  public var colors: Int
  /// Whether to use ASCII characters only.
  public var isASCII: Bool
  /// Whether the background is light, which matters without colours.
  public var isLight: Bool
  /// The pixels to return as well; nil for characters only.
  public var pixels: PicturePixels?

  public init(colors: Int = 256, isASCII: Bool = false, isLight: Bool = false, pixels: PicturePixels? = nil) {
    self.colors = colors
    self.isASCII = isASCII
    self.isLight = isLight
    self.pixels = pixels
  }
}
