import Domain
import TerminalKit

extension CellImage {
  /// nil if the picture is empty or its number of cells does not match its size.
  public init?(_ picture: DrawnPicture) {
    func rgb(_ color: UInt32?) -> RGB? { color.map { RGB($0) } }
    self.init(
      size: Size(width: picture.width, height: picture.height),
      cells: picture.cells.map {
        Canvas.Cell(picture: $0.character, foreground: rgb($0.foreground), background: rgb($0.background))
      }, pixels: picture.raster.flatMap(PixelImage.init))
  }
}

extension PixelImage {
  fileprivate init?(_ raster: PictureRaster) {
    self.init(
      size: Size(width: raster.size.width, height: raster.size.height),
      cell: Size(width: raster.cell.width, height: raster.cell.height),
      palette: raster.palette.map { $0.map { RGB($0) } }, bytes: raster.bytes)
  }
}
