import FoundationEssentials
import TerminalKit

/// What kitty's protocol says of pictures. Nothing of it is answered (`q=2`), and what a picture consists of is sent in
/// base64: whatever it is, it drives nothing. Source: kitty's “Terminal graphics protocol”.
enum KittyGraphics {
  /// The number of the first picture: others that show pictures here count from 1.
  static let firstNumber = 1_952_805_486
  /// How much of a picture is sent at once, in packed bytes: 4,096 in base64, which is the most.
  static let pieceLength = 3_072

  /// A piece of a picture. With the last one the terminal has it, and does not show it yet.
  /// - Parameters:
  ///   - bytes: of the picture, packed: `pieceLength` of them, unless they are the last.
  ///   - number: nil in all pieces but the first.
  static func piece(_ bytes: [UInt8], isLast: Bool, of image: PixelImage, number: Int?) -> [UInt8] {
    let size = "s=\(image.size.width),v=\(image.size.height)"
    let keys = number.map { "a=t,t=d,f=24,o=z,\(size),i=\($0)," } ?? ""
    return command("\(keys)q=2,m=\(isLast ? 0 : 1)", Data(bytes))
  }

  /// Ends a picture of which pieces are missing, and has the terminal forget it.
  static func abandon(_ number: Int) -> [UInt8] { end + delete(number) }

  /// Ends a picture of which pieces are missing: old terminals take the next one for its rest otherwise, also where they are
  /// to forget it. Where none has been begun, it is nothing.
  static let end = command("q=2,m=0")

  /// Shows a picture that the terminal has, in the middle of so many cells.
  /// - Parameter placement: tells this place of the picture from others.
  static func show(_ image: PixelImage, number: Int, placement: Int, at place: Point, cells: Size) -> [UInt8] {
    let margin = PictureMargin(of: image, in: cells)
    let keys = "a=p,i=\(number),p=\(placement),X=\(margin.rest.width),Y=\(margin.rest.height),C=1,q=2"
    return CursorRestoringSequence.around(
      command(keys), at: Point(row: place.row + margin.cells.height, column: place.column + margin.cells.width))
  }

  /// Takes a picture away; the terminal keeps it.
  static func hide(_ number: Int, placement: Int) -> [UInt8] { command("a=d,d=i,i=\(number),p=\(placement),q=2") }

  /// Has the terminal forget a picture.
  static func delete(_ number: Int) -> [UInt8] { command("a=d,d=I,i=\(number),q=2") }

  /// Has the terminal forget all that is on this screen.
  static let deleteAll = command("a=d,d=A,q=2")

  private static func command(_ keys: String, _ payload: Data? = nil) -> [UInt8] {
    Array("\u{1B}_G\(keys)".utf8) + (payload.map { [0x3B] + Array($0.base64EncodedData()) } ?? [])
      + CursorRestoringSequence.stringEnd
  }
}

/// What is free to the left of a picture and above it that stands in the middle of its cells.
struct PictureMargin {
  /// Whole cells.
  let cells: Size
  /// The pixels that are left then.
  let rest: Size

  init(of image: PixelImage, in cells: Size) {
    let width = max(0, cells.width * image.cell.width - image.size.width) / 2
    let height = max(0, cells.height * image.cell.height - image.size.height) / 2
    self.cells = Size(width: width / image.cell.width, height: height / image.cell.height)
    rest = Size(width: width % image.cell.width, height: height % image.cell.height)
  }
}

/// Something that begins at the cursor, and leaves it where it was. Source: ECMA-48, 8.3.21; DEC's DECSC and DECRC.
enum CursorRestoringSequence {
  static let stringEnd = Array("\u{1B}\\".utf8)

  static func around(_ bytes: [UInt8], at place: Point) -> [UInt8] {
    Array("\u{1B}7\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8) + bytes + Array("\u{1B}8".utf8)
  }
}
