import Domain

/// Draws the same picture for every file, unless there is a fault.
struct FaultyDrawing: PictureDrawing {
  let faults: Faults

  func draw(_ picture: StoredPicture, _ request: PictureRequest) async throws(PictureFailure) -> DrawnPicture {
    do {
      try await faults.play()
    } catch {
      throw error == .cancelled ? .cancelled : .decoderFailed(error.clause)
    }
    let cell = DrawnPicture.Cell(character: "#", foreground: 0xC0_8040)
    let cells = Array(repeating: cell, count: request.width * request.height)
    let size = PixelSize(width: 640, height: 480)
    guard let drawn = DrawnPicture(width: request.width, height: request.height, cells: cells, pixels: size) else {
      throw .decoderFailed("invalid size")
    }
    return drawn
  }
}
