import CPictures
import Domain

/// The response of the decoding process: little-endian 32-bit numbers, a message, and the cells. If pixels were
/// requested, their size, palette and data follow. The reader must validate everything, because a malicious picture may
/// control the process.
enum PictureMessage {
  static let mark = Array("TERNPIC1".utf8)
  private static let numbers = 6
  private static let cellSize = 12
  private static let maxMessageLength = 200
  private static let rasterNumbers = 3
  private static let maxColors = Int(TERN_PICTURE_MAX_COLORS)
  private static let maxPixels = Int(TERN_PICTURE_MAX_SHOWN_PIXELS)

  /// The maximum size of a message in bytes.
  static func maxSize(for request: PictureRequest) -> Int {
    let size = mark.count + 4 * numbers + maxMessageLength + request.width * request.height * cellSize
    return size + (request.style.pixels == nil ? 0 : 4 * rasterNumbers + 3 * maxColors + 3 * maxPixels)
  }

  /// - Parameter picture: The result of the decoder.
  static func bytes(
    _ outcome: tern_picture_outcome, _ picture: tern_picture, for request: tern_picture_request
  ) -> [UInt8] {
    let message = withUnsafeBytes(of: picture.message) { Array($0.prefix { $0 != 0 }.prefix(maxMessageLength)) }
    var bytes = mark
    let code = outcome == TERN_PICTURE_DONE && picture.is_animated != 0 ? TERN_PICTURE_DONE_ANIMATED : outcome
    let isDone = outcome == TERN_PICTURE_DONE && picture.cells != nil
    let (width, height) = isDone ? (picture.width, picture.height) : (0, 0)
    for number in [
      Int32(bitPattern: code.rawValue), width, height, picture.pixel_width, picture.pixel_height, Int32(message.count),
    ] {
      append(number, to: &bytes)
    }
    bytes += message
    let cells = UnsafeBufferPointer(start: picture.cells, count: Int(width) * Int(height))
    bytes.reserveCapacity(bytes.count + cells.count * cellSize)
    for cell in cells {
      append(Int32(bitPattern: cell.character), to: &bytes)
      append(cell.foreground, to: &bytes)
      append(cell.background, to: &bytes)
    }
    if isDone, request.cell_width > 0 { append(rasterOf: picture, to: &bytes) }
    return bytes
  }

  private static func append(rasterOf picture: tern_picture, to bytes: inout [UInt8]) {
    for number in [picture.raster_width, picture.raster_height, picture.color_count] { append(number, to: &bytes) }
    withUnsafeBytes(of: picture.colors) { bytes += $0.prefix(3 * Int(picture.color_count)) }
    let count = Int(picture.raster_width) * Int(picture.raster_height) * (picture.color_count == 0 ? 3 : 1)
    bytes += UnsafeBufferPointer(start: picture.raster, count: picture.raster == nil ? 0 : count)
  }

  /// - Returns: nil if the message is invalid or larger than requested.
  static func read(_ bytes: [UInt8], for request: PictureRequest) -> Result<DrawnPicture, PictureFailure>? {
    guard bytes.starts(with: mark) else { return nil }
    var rest = bytes.dropFirst(mark.count)
    var read: [Int32] = []
    for _ in 0..<numbers {
      guard let number = takeNumber(&rest) else { return nil }
      read.append(number)
    }
    let (width, height) = (Int(read[1]), Int(read[2]))
    let pixels = PixelSize(width: max(0, Int(read[3])), height: max(0, Int(read[4])))
    guard 0...maxMessageLength ~= Int(read[5]), rest.count >= Int(read[5]) else { return nil }
    let message = String(decoding: rest.prefix(Int(read[5])), as: UTF8.self).escapingControls
    rest = rest.dropFirst(Int(read[5]))
    let outcome = tern_picture_outcome(rawValue: UInt32(bitPattern: read[0]))
    if outcome == TERN_PICTURE_CRASHED, 1...64 ~= width { return .failure(.crashed(signal: width)) }
    guard outcome == TERN_PICTURE_DONE || outcome == TERN_PICTURE_DONE_ANIMATED else {
      return failure(outcome, message, pixels).map { .failure($0) }
    }
    guard 1...request.width ~= width, 1...request.height ~= height, rest.count >= width * height * cellSize else {
      return nil
    }
    let afterCells = rest.dropFirst(width * height * cellSize)
    rest = rest.prefix(width * height * cellSize)
    var raster: PictureRaster?
    if let requested = request.style.pixels {
      guard let found = self.raster(afterCells, requested, within: PixelSize(width: width, height: height)) else {
        return nil
      }
      raster = found.raster
    } else {
      guard afterCells.isEmpty else { return nil }
    }
    var cells: [DrawnPicture.Cell] = []
    cells.reserveCapacity(width * height)
    while let character = takeNumber(&rest), let foreground = takeNumber(&rest), let background = takeNumber(&rest) {
      cells.append(
        DrawnPicture.Cell(
          character: self.character(UInt32(bitPattern: character), request.style), foreground: color(foreground),
          background: color(background)))
    }
    let isAnimated = outcome == TERN_PICTURE_DONE_ANIMATED
    return DrawnPicture(
      width: width, height: height, cells: cells, pixels: pixels, isAnimated: isAnimated, raster: raster
    )
    .map { .success($0) }
  }

  /// - Parameter cells: The size of the picture in cells.
  /// - Returns: nil if the data is invalid; a nil raster if the message contains none.
  private static func raster(
    _ bytes: ArraySlice<UInt8>, _ requested: PicturePixels, within cells: PixelSize
  ) -> (raster: PictureRaster?, Void)? {
    var rest = bytes
    guard let width = takeNumber(&rest).map(Int.init), let height = takeNumber(&rest).map(Int.init),
      let colors = takeNumber(&rest).map(Int.init)
    else { return nil }
    if width == 0, height == 0, colors == 0, rest.isEmpty { return (nil, ()) }
    // The products cannot overflow.
    guard 1...cells.width * requested.cell.width ~= width, 1...cells.height * requested.cell.height ~= height,
      width * height <= maxPixels, requested.colors.map({ 1...$0 ~= colors }) ?? (colors == 0),
      rest.count == 3 * colors + width * height * (colors == 0 ? 3 : 1)
    else { return nil }
    let palette = stride(from: rest.startIndex, to: rest.startIndex + 3 * colors, by: 3).map { start in
      rest[start..<start + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return PictureRaster(
      size: PixelSize(width: width, height: height), cell: requested.cell, palette: colors == 0 ? nil : palette,
      bytes: Array(rest.dropFirst(3 * colors))
    ).map { ($0, ()) }
  }
}

extension PictureMessage {
  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> Int32? {
    guard bytes.count >= 4 else { return nil }
    defer { bytes = bytes.dropFirst(4) }
    return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int32($1) }
  }

  private static func failure(
    _ outcome: tern_picture_outcome, _ message: String, _ pixels: PixelSize
  ) -> PictureFailure? {
    switch outcome {
    case TERN_PICTURE_UNKNOWN: .unknownKind(message.isEmpty ? "not a picture" : message)
    case TERN_PICTURE_DAMAGED: .damaged(message)
    case TERN_PICTURE_TOO_MANY_PIXELS: .tooManyPixels(pixels)
    case TERN_PICTURE_NO_MEMORY: .noMemory
    case TERN_PICTURE_NO_LIBRARY: .noLibrary(message)
    case TERN_PICTURE_TOO_SLOW: .tooSlow(seconds: PictureProcess.seconds)
    default: nil
    }
  }

  /// Allows only visible ASCII and block elements, which have width 1 and no effect in all terminals; a space for
  /// others.
  private static func character(_ value: UInt32, _ style: PictureStyle) -> Unicode.Scalar {
    let isAllowed = 0x20...0x7E ~= value || !style.isASCII && 0x2580...0x259F ~= value
    return isAllowed ? Unicode.Scalar(value) ?? " " : " "
  }

  private static func color(_ value: Int32) -> UInt32? {
    0...0xFFFFFF ~= value ? UInt32(value) : nil
  }
}
