/// A picture as characters in colours, row after row: what a terminal can show of it.
public struct DrawnPicture: Hashable, Sendable {
  /// A character in two colours.
  public struct Cell: Hashable, Sendable {
    public var character: Unicode.Scalar
    /// 0xRRGGBB; nil is the terminal's own.
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
  /// `width` times `height` of them.
  public let cells: [Cell]
  /// How large the picture itself is.
  public let pixels: PixelSize
  /// Whether it is the first one of a picture that moves.
  public let moves: Bool
  /// The same in pixels, for terminals that show them; nil where it was not asked for.
  public let raster: PictureRaster?

  /// nil where there are not as many cells as that.
  public init?(
    width: Int, height: Int, cells: [Cell], pixels: PixelSize, moves: Bool = false, raster: PictureRaster? = nil
  ) {
    guard width > 0, height > 0, width <= PictureRequest.maxSide, height <= PictureRequest.maxSide,
      cells.count == width * height
    else { return nil }
    self.width = width
    self.height = height
    self.cells = cells
    self.pixels = pixels
    self.moves = moves
    self.raster = raster
  }
}

/// How large a picture is, in pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// What a picture is to be drawn as.
public struct PictureRequest: Hashable, Sendable {
  /// No terminal has more columns or rows.
  public static let maxSide = 1_000

  /// In cells: it becomes no larger, and keeps its proportions.
  public var width: Int
  public var height: Int
  public var look: PictureLook

  public init(width: Int, height: Int, look: PictureLook) {
    self.width = min(max(1, width), Self.maxSide)
    self.height = min(max(1, height), Self.maxSide)
    self.look = look
  }
}

/// What pictures can be made of.
public struct PictureLook: Hashable, Sendable {
  /// How many colours there are; 0: none.
  public var colors: Int
  /// Whether they are made of ASCII alone.
  public var isASCII: Bool
  /// Whether they stand on a light background. It matters where there are no colours.
  public var isLight: Bool
  /// What pixels they are to be given in as well; nil where they are made of characters alone.
  public var pixels: PicturePixels?

  public init(colors: Int = 256, isASCII: Bool = false, isLight: Bool = false, pixels: PicturePixels? = nil) {
    self.colors = colors
    self.isASCII = isASCII
    self.isLight = isLight
    self.pixels = pixels
  }
}
