import CNcurses
import Glibc
import TerminalKit

/// The state of pictures in a terminal.
struct TerminalPictures {
  var form = PictureForm.auto
  var support = GraphicsSupport { name in getenv(name).map { String(cString: $0) } }
  var display = PictureDisplay()
  /// Created when the first picture is sent; nil if the terminal cannot be opened for it.
  var sender: PictureSender?
  /// The last canvas, if it has pictures in pixels.
  var canvas: Canvas?
  /// Whether pictures are enabled, so that the terminal's capabilities must be queried.
  var isEnabled = false
  /// The mode that the crash guard switches off.
  var mode: TerminalMode?
}

extension NcursesTerminal {
  /// Bytes of pictures that are sent before input is read again.
  private static let maxBytesPerSend = 32 * 1_024
  /// The maximum duration of one send.
  private static let maxSendDuration = Duration.milliseconds(5)

  /// The configured form of pictures.
  public var pictureForm: PictureForm {
    get { pictures.form }
    set {
      guard newValue != pictures.form else { return }
      pictures.form = newValue
      if pictures.isEnabled { queryGraphics() }
    }
  }

  /// The format for pictures in pixels; nil for characters, and until the terminal has reported its support.
  public var pictureFormat: PictureFormat? {
    guard let graphics, let cell = pictures.support.cell(of: size) else { return nil }
    return switch graphics {
    case .kitty: PictureFormat(cell: cell, colors: nil)
    case .sixel(let colors): PictureFormat(cell: cell, colors: colors)
    }
  }

  private var graphics: GraphicsProtocol? {
    showsSymbols && pictureColors > 0 ? pictures.support.graphics(pictures.form) : nil
  }

  /// Queries the terminal's capabilities unless done before. Does not wait; `readEvents` processes the responses.
  public func queryGraphics() {
    guard isOpen, supportsQueries, showsSymbols, pictureColors > 0 else { return }
    if !pictures.isEnabled { pictures.support.cellsDidChange(systemCell) }
    pictures.isEnabled = true
    // One query at a time.
    guard !expectsResponse, let query = pictures.support.nextQuery(pictures.form) else { return }
    // Some terminals print unknown sequences, so the query is sent in the first line, which is redrawn.
    sendQuery(CursorRestoringSequence.around(query, at: Point(row: 0, column: 0)))
    output.writeFrame { painter.redraw(lines: 1 + query.count / max(1, size.width)) }
  }

  /// Processes responses and sends the next query.
  func process(_ responses: [TerminalResponse]) {
    for response in responses { pictures.support.apply(response) }
    if pictures.isEnabled, !responses.isEmpty { queryGraphics() }
  }

  private var systemCell: Size? {
    var (height, width): (Int32, Int32) = (0, 0)
    guard tern_cell_size(STDOUT_FILENO, &height, &width) == 0 else { return nil }
    return Size(width: Int(width), height: Int(height))
  }

  /// Deletes all pictures, for example after a resize or an erased screen.
  func removePictures(cellsMayDiffer: Bool = false) {
    let deletion = pictures.display.removeAll()
    pictures.canvas = nil
    if !deletion.isEmpty { send(deletion) }
    if cellsMayDiffer, pictures.isEnabled {
      pictures.support.cellsDidChange(systemCell)
      queryGraphics()
    }
  }

  /// Shows a canvas, with its pictures in pixels if possible.
  func showWithPictures(_ canvas: Canvas) {
    let format = pictureFormat
    let shown = format == nil ? [] : canvas.fullyVisiblePictures.filter { $0.image.pixels?.cell == format?.cell }
    if !shown.isEmpty, pictures.sender == nil { startPictures() }
    let change = pictures.display.show(pictures.sender == nil ? [] : shown, by: graphics)
    pictures.canvas = pictures.display.isEmpty ? nil : canvas
    paint(canvas, before: change.before, after: change.after)
  }

  /// Draws a canvas with curses, leaving out cells covered by pixels.
  /// - Parameters:
  ///   - before: Bytes to write directly before.
  ///   - after: Bytes to write directly after.
  func paint(_ canvas: Canvas, before: [UInt8] = [], after: [UInt8] = []) {
    finishSequence()
    output.writeFrame(before: before, after: after) { put(canvas) }
  }

  private func put(_ canvas: Canvas) {
    var canvas = canvas
    pictures.display.clear(&canvas)
    // Scrolling by the terminal would move the pixels.
    idlok(window, pictures.display.isEmpty)
    let signed = glyphSet == .ascii ? canvas.withASCIIDecorations() : canvas
    painter.show(supportsUnicode ? signed : signed.inLocale())
  }

  private func startPictures() {
    pictures.sender = PictureSender(to: STDOUT_FILENO)
    pictures.mode = TerminalMode(
      on: [], off: CursorRestoringSequence.stringEnd + KittyGraphics.endTransmission + KittyGraphics.deleteAll)
    guardModes()
  }

  /// The descriptor to wait on for writing; nil if there is nothing to send.
  public var pictureOutput: Int32? {
    guard isOpen, let sender = pictures.sender,
      sender.hasUnsentBytes || pictures.canvas != nil && pictures.display.isUnfinished
    else { return nil }
    return sender.descriptor
  }

  /// Sends a limited part of the pending pictures without blocking.
  public func sendPictures() {
    guard isOpen, let sender = pictures.sender else { return }
    var remaining = Self.maxBytesPerSend
    let end = ContinuousClock.now + Self.maxSendDuration
    while remaining > 0, .now < end {
      guard let count = sender.send() else { return }
      remaining -= count
      guard let canvas = pictures.canvas, let step = pictures.display.next() else { return }
      switch step {
      case .bytes(let bytes): sender.add(bytes)
      case .frame(let bytes):
        sender.add(output.record { put(canvas) } + bytes)
      }
    }
  }

  /// Whether a sequence of a picture has been sent in part.
  public var isSendingSequence: Bool { isOpen && pictures.sender?.hasUnsentBytes == true }

  /// Sends the rest of an incomplete sequence, because no other output may be inserted.
  func finishSequence() {
    if let sender = pictures.sender, sender.hasUnsentBytes { output.send(sender.takeUnsent()) }
  }

  /// Terminates an incomplete sequence, because other output may have been inserted. Everything must be redrawn.
  func abortSequence() {
    guard let sender = pictures.sender, sender.hasUnsentBytes else { return }
    _ = sender.takeUnsent()
    output.send(CursorRestoringSequence.stringEnd + (graphics == .kitty ? KittyGraphics.endTransmission : []))
  }
}
