/// A picture in the pixels of a terminal, row after row.
public struct PictureRaster: Hashable, Sendable {
  public let size: PixelSize
  /// The cell that it was made for.
  public let cell: PixelSize
  /// The colours that `bytes` are the numbers of, as 0xRRGGBB; nil where `bytes` are red, green and blue of each pixel.
  public let palette: [UInt32]?
  public let bytes: [UInt8]

  /// nil where there are not as many pixels as that, or one has a colour that there is not.
  public init?(size: PixelSize, cell: PixelSize, palette: [UInt32]?, bytes: [UInt8]) {
    let (count, isTooMany) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !isTooMany, bytes.count / (palette == nil ? 3 : 1) == count,
      palette != nil || bytes.count.isMultiple(of: 3)
    else { return nil }
    if let palette {
      guard 1...256 ~= palette.count, palette.count > Int(bytes.max() ?? 0) else { return nil }
    }
    self.size = size
    self.cell = cell
    self.palette = palette
    self.bytes = bytes
  }

  public func hash(into hasher: inout Hasher) {
    // There are millions of them.
    hasher.combine(size)
    hasher.combine(palette)
  }
}

/// What pixels a picture is to be given in.
public struct PicturePixels: Hashable, Sendable {
  /// What a cell of a terminal may measure on either side, in pixels.
  public static let cellSides = 2...200

  /// How large a cell of the terminal is.
  public var cell: PixelSize
  /// How many colours there may be at the most, from 2 to 256; nil where there are all.
  public var colors: Int?
  /// What shows where the picture is transparent, as 0xRRGGBB.
  public var ground: UInt32

  public init(cell: PixelSize, colors: Int?, ground: UInt32) {
    func side(_ length: Int) -> Int { min(max(Self.cellSides.lowerBound, length), Self.cellSides.upperBound) }
    self.cell = PixelSize(width: side(cell.width), height: side(cell.height))
    self.colors = colors.map { min(max(2, $0), 256) }
    self.ground = ground & 0xFFFFFF
  }
}
