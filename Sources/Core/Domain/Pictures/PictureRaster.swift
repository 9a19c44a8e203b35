/// A picture in pixels, row by row.
public struct PictureRaster: Hashable, Sendable {
  public let size: PixelSize
  /// The size of the terminal cell that it was made for.
  public let cell: PixelSize
  /// The colours that `bytes` index, as 0xRRGGBB; nil if `bytes` are red, green and blue of each pixel.
  public let palette: [UInt32]?
  public let bytes: [UInt8]

  /// nil if the number of bytes does not match the size, or an index is out of the palette.
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
    // Hashing millions of bytes would be slow.
    hasher.combine(size)
    hasher.combine(palette)
  }
}

/// The pixel output to request for a picture.
public struct PicturePixels: Hashable, Sendable {
  /// The allowed size of a terminal cell in either direction, in pixels.
  public static let cellSides = 2...200

  /// The size of a terminal cell.
  public var cell: PixelSize
  /// Maximum number of colours, from 2 to 256; nil for no limit.
  public var colors: Int?
  /// The colour behind transparent pixels, as 0xRRGGBB.
  public var background: UInt32

  public init(cell: PixelSize, colors: Int?, background: UInt32) {
    func side(_ length: Int) -> Int { min(max(Self.cellSides.lowerBound, length), Self.cellSides.upperBound) }
    self.cell = PixelSize(width: side(cell.width), height: side(cell.height))
    self.colors = colors.map { min(max(2, $0), 256) }
    self.background = background & 0xFFFFFF
  }
}
