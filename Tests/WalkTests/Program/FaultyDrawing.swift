import Domain

/// Draws pictures without looking at them, unless a fault befalls it.
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
      throw .decoderFailed("there is no room")
    }
    return drawn
  }
}
