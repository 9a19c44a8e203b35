/// A picture in pixels, in row-major order, for terminals with graphics.
public struct PixelImage: Hashable, Sendable {
  /// In pixels.
  public let size: Size
  /// The size of a terminal cell that the picture was rendered for, in pixels.
  public let cell: Size
  /// The colours that `bytes` index; nil if `bytes` has red, green and blue of each pixel.
  public let palette: [RGB]?
  public let bytes: [UInt8]

  /// Returns nil if the number of bytes does not match the size, or an index is outside of the palette.
  public init?(size: Size, cell: Size, palette: [RGB]?, bytes: [UInt8]) {
    guard 1...Self.maxSide ~= size.width, 1...Self.maxSide ~= size.height, cell.width > 0, cell.height > 0,
      bytes.count == size.width * size.height * (palette == nil ? 3 : 1)
    else { return nil }
    if let palette {
      guard 1...256 ~= palette.count, palette.count > Int(bytes.max() ?? 0) else { return nil }
    }
    self.size = size
    self.cell = cell
    self.palette = palette
    self.bytes = bytes
  }

  private static let maxSide = 1_000_000

  public func hash(into hasher: inout Hasher) {
    // Hashing millions of bytes would be slow.
    hasher.combine(size)
    hasher.combine(palette)
  }
}

/// The form in which pictures are shown, as configured by the user.
public enum PictureForm: String, Hashable, Sendable, CaseIterable {
  /// The best form that the terminal reports to support.
  case auto
  /// Block characters.
  case symbols
  /// Pixels by the kitty graphics protocol.
  case kitty
  /// Pixels by sixel, as in DEC's VT340.
  case sixel
}
