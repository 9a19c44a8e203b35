import FoundationEssentials
import TerminalKit

/// Commands of kitty's graphics protocol, without responses (`q=2`). Picture data is sent in base64, so it cannot
/// contain control sequences. Source: kitty's “Terminal graphics protocol”.
enum KittyGraphics {
  /// The id of the first picture. Starts high, because other programs count from 1.
  static let firstNumber = 1_952_805_486
  /// Compressed bytes per chunk: 4,096 in base64, the maximum.
  static let pieceLength = 3_072

  /// A chunk of a picture. The last one completes the transmission without showing the picture.
  /// - Parameters:
  ///   - bytes: Compressed data of the picture: `pieceLength` bytes, or fewer in the last chunk.
  ///   - number: The id of the picture in the first chunk, nil in the others.
  static func piece(_ bytes: [UInt8], isLast: Bool, of image: PixelImage, number: Int?) -> [UInt8] {
    let size = "s=\(image.size.width),v=\(image.size.height)"
    let keys = number.map { "a=t,t=d,f=24,o=z,\(size),i=\($0)," } ?? ""
    return command("\(keys)q=2,m=\(isLast ? 0 : 1)", Data(bytes))
  }

  /// Ends an incomplete transmission and deletes the picture.
  static func abortTransmission(_ number: Int) -> [UInt8] { endTransmission + delete(number) }

  /// Ends an incomplete transmission. Old terminals otherwise treat the next picture as its rest, even if it is
  /// deleted. Without a transmission it has no effect.
  static let endTransmission = command("q=2,m=0")

  /// Shows a transmitted picture centred in an area.
  /// - Parameter placement: The id of this placement of the picture.
  static func show(_ image: PixelImage, number: Int, placement: Int, at position: Point, cells: Size) -> [UInt8] {
    let margin = PictureMargin(of: image, in: cells)
    let keys = "a=p,i=\(number),p=\(placement),X=\(margin.rest.width),Y=\(margin.rest.height),C=1,q=2"
    return CursorRestoringSequence.around(
      command(keys), at: Point(row: position.row + margin.cells.height, column: position.column + margin.cells.width))
  }

  /// Removes a placement; the terminal keeps the picture.
  static func hide(_ number: Int, placement: Int) -> [UInt8] { command("a=d,d=i,i=\(number),p=\(placement),q=2") }

  /// Deletes a picture from the terminal's memory.
  static func delete(_ number: Int) -> [UInt8] { command("a=d,d=I,i=\(number),q=2") }

  /// Deletes all pictures on the screen.
  static let deleteAll = command("a=d,d=A,q=2")

  private static func command(_ keys: String, _ payload: Data? = nil) -> [UInt8] {
    Array("\u{1B}_G\(keys)".utf8) + (payload.map { [0x3B] + Array($0.base64EncodedData()) } ?? [])
      + CursorRestoringSequence.stringEnd
  }
}

/// The margin left of and above a picture that is centred in its cells.
struct PictureMargin {
  /// In whole cells.
  let cells: Size
  /// The remaining pixels.
  let rest: Size

  init(of image: PixelImage, in cells: Size) {
    let width = max(0, cells.width * image.cell.width - image.size.width) / 2
    let height = max(0, cells.height * image.cell.height - image.size.height) / 2
    self.cells = Size(width: width / image.cell.width, height: height / image.cell.height)
    rest = Size(width: width % image.cell.width, height: height % image.cell.height)
  }
}

/// Sequences at another position that restore the cursor. Source: ECMA-48, 8.3.21; DEC's DECSC and DECRC.
enum CursorRestoringSequence {
  static let stringEnd = Array("\u{1B}\\".utf8)

  static func around(_ bytes: [UInt8], at position: Point) -> [UInt8] {
    Array("\u{1B}7\u{1B}[\(position.row + 1);\(position.column + 1)H".utf8) + bytes + Array("\u{1B}8".utf8)
  }
}
