import TerminalKit

/// Which pictures the terminal shows in pixels, and which it is to show: what has to be sent for that, piece by piece. As
/// long as a picture has not been sent, its characters stand there.
struct PictureStage {
  /// A picture that stands on the screen, or is to.
  private struct Shown {
    let picture: PlacedPicture
    let image: PixelImage
    /// Of its rows, those in which pixels stand.
    var rows = 0
    /// Tells it from what stood in its cells before.
    let serial: Int
    var mark: RGB { PictureStage.marks[serial % PictureStage.marks.count] }
  }

  /// A picture that the terminal has been sent.
  private struct Kept {
    let image: PixelImage
    let number: Int
  }

  /// What is to be sent next.
  enum Step {
    case bytes([UInt8])
    /// Other cells are blank now: a frame is to be drawn, and this to be sent with it.
    case frame([UInt8])
  }

  /// What is to be sent with the next frame.
  struct Change: Equatable {
    var before: [UInt8] = []
    var after: [UInt8] = []
  }

  /// Colours that are others in each terminal that has colours.
  private static let marks = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFF00FF, 0x00FFFF].map { RGB($0) }
  /// How many pictures a terminal is to keep that are on the screen no longer.
  private static let maxKept = 4

  private var graphics: GraphicsProtocol?
  private var shown: [Shown] = []
  /// The one that was sent last is the last one.
  private var kept: [Kept] = []
  /// The picture that is being sent, and what is left of it.
  private var sending: (picture: Kept, rest: PixelPacker)?
  private var lastNumber = 0
  private var lastSerial = 0

  /// Whether pictures are on the screen, or will be.
  var isEmpty: Bool { shown.isEmpty }

  /// Whether there is something to be sent.
  var isUnfinished: Bool { sending != nil || shown.contains { $0.rows < $0.picture.image.size.height } }

  /// Has the cells be blank in which pixels stand.
  func clear(_ canvas: inout Canvas) {
    for shown in shown where shown.rows > 0 { canvas.clear(shown.picture, rows: shown.rows, mark: shown.mark) }
  }

  /// Has these pictures be on the screen, and no others.
  mutating func show(_ pictures: [PlacedPicture], by graphics: GraphicsProtocol?) -> Change {
    var change = Change()
    if graphics != self.graphics {
      change.before = forget()
      self.graphics = graphics
    }
    guard let graphics else { return change }
    let wanted = pictures.filter { $0.image.pixels.map(graphics.shows) == true }
    let gone = shown.filter { !wanted.contains($0.picture) }
    shown.removeAll { !wanted.contains($0.picture) }
    for picture in wanted where !shown.contains(where: { $0.picture == picture }) {
      guard let image = picture.image.pixels else { continue }
      lastSerial += 1
      shown.append(Shown(picture: picture, image: image, serial: lastSerial))
    }
    guard graphics == .kitty else { return change }
    for gone in gone where gone.rows > 0 {
      if let number = number(of: gone.image) { change.before += KittyGraphics.hide(number, placement: gone.serial) }
    }
    let placeable = shown.indices.filter { shown[$0].rows == 0 && number(of: shown[$0].image) != nil }
    // Nothing else may be said of pictures while one is sent: that one begins anew.
    if let sending {
      let isWanted = shown.contains { $0.image == sending.picture.image }
      if !isWanted || !change.before.isEmpty || !placeable.isEmpty {
        change.before = KittyGraphics.abandon(sending.picture.number) + change.before + deleteUnplaced()
        self.sending = nil
      }
    }
    for index in placeable { change.after += place(index) }
    return change
  }

  /// What is to be sent next; nil where all has been.
  mutating func next() -> Step? {
    guard let index = shown.firstIndex(where: { $0.rows < $0.picture.image.size.height }) else { return nil }
    let shown = shown[index]
    let cells = shown.picture.image.size
    switch graphics {
    case .sixel:
      self.shown[index].rows += 1
      return .frame(SixelEncoder.row(shown.rows, of: shown.image, at: shown.picture.place, cells: cells))
    case .kitty:
      if number(of: shown.image) != nil { return .frame(place(index)) }
      return .bytes(nextPiece(of: shown.image))
    case nil: return nil
    }
  }

  /// Whatever the terminal shows is gone, or to be: what is wanted is sent anew.
  /// - Returns: what has the terminal forget it. What has been begun must have been sent to the end of its sequence.
  mutating func forget() -> [UInt8] {
    var bytes = sending.map { KittyGraphics.abandon($0.picture.number) } ?? []
    for picture in kept { bytes += KittyGraphics.delete(picture.number) }
    (shown, kept, sending) = ([], [], nil)
    return bytes
  }

  private func number(of image: PixelImage) -> Int? { kept.first { $0.image == image }?.number }

  /// kitty up to 0.32 forgets, with any picture that it is to forget, all that stand nowhere: none of them can be counted on
  /// after that, in whichever terminal.
  private mutating func deleteUnplaced() -> [UInt8] {
    let unplaced = kept.filter { kept in !shown.contains { $0.rows > 0 && $0.image == kept.image } }
    kept.removeAll { kept in unplaced.contains { $0.number == kept.number } }
    return unplaced.flatMap { KittyGraphics.delete($0.number) }
  }

  private mutating func place(_ index: Int) -> [UInt8] {
    let (image, picture) = (shown[index].image, shown[index].picture)
    guard let number = number(of: image) else { return [] }
    shown[index].rows = picture.image.size.height
    return KittyGraphics.show(
      image, number: number, placement: shown[index].serial, at: picture.place, cells: picture.image.size)
  }

  private mutating func nextPiece(of image: PixelImage) -> [UInt8] {
    var bytes: [UInt8] = []
    let isFirst = sending == nil
    if isFirst {
      if kept.count >= Self.maxKept { bytes += deleteUnplaced() }
      lastNumber += 1
      // They need not be others than those of long ago.
      let picture = Kept(image: image, number: KittyGraphics.firstNumber + lastNumber % 10_000)
      sending = (picture, PixelPacker(image))
    }
    guard let (picture, rest) = sending else { return bytes }
    let (packed, isLast) = rest.next(KittyGraphics.pieceLength)
    bytes += KittyGraphics.piece(packed, isLast: isLast, of: picture.image, number: isFirst ? picture.number : nil)
    if isLast {
      kept.append(picture)
      sending = nil
    }
    return bytes
  }
}
