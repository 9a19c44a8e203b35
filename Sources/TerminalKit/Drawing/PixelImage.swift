/// A picture in pixels, for terminals that show them, row after row.
public struct PixelImage: Hashable, Sendable {
  /// In pixels.
  public let size: Size
  /// The cell that it was made for, in pixels.
  public let cell: Size
  /// The colours that `bytes` are the numbers of; nil where `bytes` are red, green and blue of each pixel.
  public let palette: [RGB]?
  public let bytes: [UInt8]

  /// nil where there are not as many pixels as that, or one has a colour that there is not.
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
    // There are millions of them.
    hasher.combine(size)
    hasher.combine(palette)
  }
}

/// What pictures are made of, where a person has decided it.
public enum PictureForm: String, Hashable, Sendable, CaseIterable {
  /// Of what the terminal says that it can show.
  case auto
  /// Of characters.
  case symbols
  /// Of pixels, by the graphics protocol of kitty.
  case kitty
  /// Of pixels, by sixel, as DEC's VT340 had it.
  case sixel
}
