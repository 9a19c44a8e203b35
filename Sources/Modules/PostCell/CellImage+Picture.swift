import Domain
import TerminalKit

extension CellImage {
  /// nil where there is nothing to show.
  public init?(_ picture: DrawnPicture) {
    func rgb(_ color: UInt32?) -> RGB? { color.map { RGB($0) } }
    self.init(
      size: Size(width: picture.width, height: picture.height),
      cells: picture.cells.map {
        Canvas.Cell(picture: $0.character, foreground: rgb($0.foreground), background: rgb($0.background))
      })
  }
}
