import TerminalKit

/// Tracks pictures shown in pixels, and produces the output to show the requested ones chunk by chunk. A picture is
/// drawn with characters until its pixels have been sent.
struct PictureDisplay {
  /// A requested picture.
  private struct ShownPicture {
    let picture: PlacedPicture
    let image: PixelImage
    /// The number of its first rows shown in pixels.
    var rows = 0
    /// Distinguishes it from pictures shown in the same cells before.
    let serial: Int
    var mark: RGB { PictureDisplay.marks[serial % PictureDisplay.marks.count] }
  }

  /// A picture in the terminal's memory.
  private struct TransmittedPicture {
    let image: PixelImage
    let number: Int
  }

  /// The next output.
  enum Step {
    case bytes([UInt8])
    /// Cells have changed: draw a frame and send these bytes with it.
    case frame([UInt8])
  }

  /// Output before and after the next frame.
  struct Change: Equatable {
    var before: [UInt8] = []
    var after: [UInt8] = []
  }

  /// Colours that are distinct in every colour terminal.
  private static let marks = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFF00FF, 0x00FFFF].map { RGB($0) }
  /// The maximum number of pictures in the terminal's memory that are no longer shown.
  private static let maxTransmitted = 4

  private var graphics: GraphicsProtocol?
  private var shownPictures: [ShownPicture] = []
  /// In order of transmission.
  private var transmitted: [TransmittedPicture] = []
  /// The picture being sent, and its remaining data.
  private var sending: (picture: TransmittedPicture, rest: PixelPacker)?
  private var lastNumber = 0
  private var lastSerial = 0

  /// Whether no pictures are requested.
  var isEmpty: Bool { shownPictures.isEmpty }

  /// Whether there is more to send.
  var isUnfinished: Bool { sending != nil || shownPictures.contains { $0.rows < $0.picture.image.size.height } }

  /// Blanks the cells covered by pixels.
  func clear(_ canvas: inout Canvas) {
    for shown in shownPictures where shown.rows > 0 { canvas.clear(shown.picture, rows: shown.rows, mark: shown.mark) }
  }

  /// Sets the requested pictures.
  mutating func show(_ pictures: [PlacedPicture], by graphics: GraphicsProtocol?) -> Change {
    var change = Change()
    if graphics != self.graphics {
      change.before = removeAll()
      self.graphics = graphics
    }
    guard let graphics else { return change }
    let requested = pictures.filter { $0.image.pixels.map(graphics.shows) == true }
    let removed = shownPictures.filter { !requested.contains($0.picture) }
    shownPictures.removeAll { !requested.contains($0.picture) }
    for picture in requested where !shownPictures.contains(where: { $0.picture == picture }) {
      guard let image = picture.image.pixels else { continue }
      lastSerial += 1
      shownPictures.append(ShownPicture(picture: picture, image: image, serial: lastSerial))
    }
    guard graphics == .kitty else { return change }
    for removed in removed where removed.rows > 0 {
      if let number = number(of: removed.image) {
        change.before += KittyGraphics.hide(number, placement: removed.serial)
      }
    }
    let placeable = shownPictures.indices.filter {
      shownPictures[$0].rows == 0 && number(of: shownPictures[$0].image) != nil
    }
    // Other commands are not allowed during a transmission, so it is restarted.
    if let sending {
      let isRequested = shownPictures.contains { $0.image == sending.picture.image }
      if !isRequested || !change.before.isEmpty || !placeable.isEmpty {
        change.before = KittyGraphics.abortTransmission(sending.picture.number) + change.before + deleteUnplaced()
        self.sending = nil
      }
    }
    for index in placeable { change.after += placeImage(index) }
    return change
  }

  /// The next output; nil if everything has been sent.
  mutating func next() -> Step? {
    guard let index = shownPictures.firstIndex(where: { $0.rows < $0.picture.image.size.height }) else { return nil }
    let shown = shownPictures[index]
    let cells = shown.picture.image.size
    switch graphics {
    case .sixel:
      self.shownPictures[index].rows += 1
      return .frame(SixelEncoder.row(shown.rows, of: shown.image, at: shown.picture.position, cells: cells))
    case .kitty:
      if number(of: shown.image) != nil { return .frame(placeImage(index)) }
      return .bytes(nextPiece(of: shown.image))
    case nil: return nil
    }
  }

  /// Discards all pictures, so that requested ones are sent again.
  /// - Returns: the bytes that delete them. An incomplete sequence must have been finished before.
  mutating func removeAll() -> [UInt8] {
    var bytes = sending.map { KittyGraphics.abortTransmission($0.picture.number) } ?? []
    for picture in transmitted { bytes += KittyGraphics.delete(picture.number) }
    (shownPictures, transmitted, sending) = ([], [], nil)
    return bytes
  }

  private func number(of image: PixelImage) -> Int? { transmitted.first { $0.image == image }?.number }

  /// kitty up to 0.32 deletes all unplaced pictures with any deleted one, so they cannot be relied on in any terminal.
  private mutating func deleteUnplaced() -> [UInt8] {
    let unplaced = transmitted.filter { picture in !shownPictures.contains { $0.rows > 0 && $0.image == picture.image }
    }
    transmitted.removeAll { picture in unplaced.contains { $0.number == picture.number } }
    return unplaced.flatMap { KittyGraphics.delete($0.number) }
  }

  private mutating func placeImage(_ index: Int) -> [UInt8] {
    let (image, picture) = (shownPictures[index].image, shownPictures[index].picture)
    guard let number = number(of: image) else { return [] }
    shownPictures[index].rows = picture.image.size.height
    return KittyGraphics.show(
      image, number: number, placement: shownPictures[index].serial, at: picture.position, cells: picture.image.size)
  }

  private mutating func nextPiece(of image: PixelImage) -> [UInt8] {
    var bytes: [UInt8] = []
    let isFirst = sending == nil
    if isFirst {
      if transmitted.count >= Self.maxTransmitted { bytes += deleteUnplaced() }
      lastNumber += 1
      // Ids may be reused after a long time.
      let picture = TransmittedPicture(image: image, number: KittyGraphics.firstNumber + lastNumber % 10_000)
      sending = (picture, PixelPacker(image))
    }
    guard let (picture, rest) = sending else { return bytes }
    let (packed, isLast) = rest.next(KittyGraphics.pieceLength)
    bytes += KittyGraphics.piece(packed, isLast: isLast, of: picture.image, number: isFirst ? picture.number : nil)
    if isLast {
      transmitted.append(picture)
      sending = nil
    }
    return bytes
  }
}
