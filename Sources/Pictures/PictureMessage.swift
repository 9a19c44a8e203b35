import CPictures
import Domain

/// What the process that decodes a picture says of it: numbers of four bytes, the lowest first, then words, then cells.
/// Whoever reads it believes nothing of it: the picture may have made that process its own.
enum PictureMessage {
  static let mark = Array("TERNPIC1".utf8)
  private static let numbers = 6
  private static let cellSize = 12
  private static let maxWords = 200

  /// The most that is read of one, in bytes.
  static func maxSize(for request: PictureRequest) -> Int {
    mark.count + 4 * numbers + maxWords + request.width * request.height * cellSize
  }

  /// - Parameter picture: as the decoder has left it.
  static func bytes(_ outcome: tern_picture_outcome, _ picture: tern_picture) -> [UInt8] {
    let words = withUnsafeBytes(of: picture.words) { Array($0.prefix { $0 != 0 }.prefix(maxWords)) }
    var bytes = mark
    let told = outcome == TERN_PICTURE_DONE && picture.moves != 0 ? TERN_PICTURE_DONE_MOVES : outcome
    let isDone = outcome == TERN_PICTURE_DONE && picture.cells != nil
    let (width, height) = isDone ? (picture.width, picture.height) : (0, 0)
    for number in [
      Int32(bitPattern: told.rawValue), width, height, picture.pixel_width, picture.pixel_height, Int32(words.count),
    ] {
      append(number, to: &bytes)
    }
    bytes += words
    let cells = UnsafeBufferPointer(start: picture.cells, count: Int(width) * Int(height))
    bytes.reserveCapacity(bytes.count + cells.count * cellSize)
    for cell in cells {
      append(Int32(bitPattern: cell.character), to: &bytes)
      append(cell.foreground, to: &bytes)
      append(cell.background, to: &bytes)
    }
    return bytes
  }

  /// - Returns: nil where it makes no sense, or is more than was asked for.
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
    guard 0...maxWords ~= Int(read[5]), rest.count >= Int(read[5]) else { return nil }
    let words = String(decoding: rest.prefix(Int(read[5])), as: UTF8.self).escapingControls
    rest = rest.dropFirst(Int(read[5]))
    let outcome = tern_picture_outcome(rawValue: UInt32(bitPattern: read[0]))
    if outcome == TERN_PICTURE_CRASHED, 1...64 ~= width { return .failure(.crashed(signal: width)) }
    guard outcome == TERN_PICTURE_DONE || outcome == TERN_PICTURE_DONE_MOVES else {
      return failure(outcome, words, pixels).map { .failure($0) }
    }
    guard 1...request.width ~= width, 1...request.height ~= height, rest.count == width * height * cellSize else {
      return nil
    }
    var cells: [DrawnPicture.Cell] = []
    cells.reserveCapacity(width * height)
    while let character = takeNumber(&rest), let foreground = takeNumber(&rest), let background = takeNumber(&rest) {
      cells.append(
        DrawnPicture.Cell(
          character: self.character(UInt32(bitPattern: character), request.look), foreground: color(foreground),
          background: color(background)))
    }
    let moves = outcome == TERN_PICTURE_DONE_MOVES
    return DrawnPicture(width: width, height: height, cells: cells, pixels: pixels, moves: moves)
      .map { .success($0) }
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
    _ outcome: tern_picture_outcome, _ words: String, _ pixels: PixelSize
  ) -> PictureFailure? {
    switch outcome {
    case TERN_PICTURE_UNKNOWN: .unknownKind(words.isEmpty ? "no picture" : words)
    case TERN_PICTURE_DAMAGED: .damaged(words)
    case TERN_PICTURE_TOO_MANY_PIXELS: .tooManyPixels(pixels)
    case TERN_PICTURE_NO_MEMORY: .noMemory
    case TERN_PICTURE_NO_LIBRARY: .noLibrary(words)
    case TERN_PICTURE_TOO_SLOW: .tooSlow(seconds: PictureProcess.seconds)
    default: nil
    }
  }

  /// What stands in one cell of every terminal, and drives none: visible ASCII and the block elements. Else a blank.
  private static func character(_ value: UInt32, _ look: PictureLook) -> Unicode.Scalar {
    let isMeant = 0x20...0x7E ~= value || !look.isASCII && 0x2580...0x259F ~= value
    return isMeant ? Unicode.Scalar(value) ?? " " : " "
  }

  private static func color(_ value: Int32) -> UInt32? {
    0...0xFFFFFF ~= value ? UInt32(value) : nil
  }
}
