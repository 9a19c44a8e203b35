import CNcurses
import Glibc
import TerminalKit

/// What a terminal is sent of pictures, and what is known of it.
struct TerminalPictures {
  var form = PictureForm.auto
  var support = GraphicsSupport { name in getenv(name).map { String(cString: $0) } }
  var stage = PictureStage()
  /// nil as long as there has been none to send, and where there cannot be.
  var sender: PictureSender?
  /// The canvas that was shown last, where it has pictures in pixels.
  var canvas: Canvas?
  /// Whether pictures are to be seen: what the terminal can show is to be known.
  var isWanted = false
  /// What a crash takes back.
  var mode: TerminalMode?
}

extension NcursesTerminal {
  /// How much of pictures is sent before keys are looked for, in bytes.
  private static let stretch = 32 * 1_024
  /// For how long that is begun with.
  private static let patience = Duration.milliseconds(5)

  /// What pictures are made of from now on.
  public var pictureForm: PictureForm {
    get { pictures.form }
    set {
      guard newValue != pictures.form else { return }
      pictures.form = newValue
      if pictures.isWanted { askAboutPictures() }
    }
  }

  /// What pictures have to be made of to be shown in pixels; nil where they are characters, as far as is known.
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

  /// Asks the terminal what it can show, unless it has been. It does not wait: what is answered `readEvents` reads.
  public func askAboutPictures() {
    guard isOpen, answersQuestions, showsSymbols, pictureColors > 0 else { return }
    if !pictures.isWanted { pictures.support.cellsDidChange(systemCell) }
    pictures.isWanted = true
    // One question after another.
    guard !expectsAnswer, let question = pictures.support.nextQuestion(pictures.form) else { return }
    // Some terminals show what they do not know. It is asked in the first line, and that is drawn anew.
    ask(CursorRestoringSequence.around(question, at: Point(row: 0, column: 0)))
    output.gather { painter.redraw(lines: 1 + question.count / max(1, size.width)) }
  }

  /// To be called with each answer, and when the last one has come.
  func takeOver(_ answers: [TerminalResponse]) {
    for answer in answers { pictures.support.take(answer) }
    if pictures.isWanted, !answers.isEmpty { askAboutPictures() }
  }

  private var systemCell: Size? {
    var (height, width): (Int32, Int32) = (0, 0)
    guard tern_cell_size(STDOUT_FILENO, &height, &width) == 0 else { return nil }
    return Size(width: Int(width), height: Int(height))
  }

  /// The screen may have another size now, or be blank.
  func forgetPictures(cellsMayDiffer: Bool = false) {
    let farewell = pictures.stage.forget()
    pictures.canvas = nil
    if !farewell.isEmpty { send(farewell) }
    if cellsMayDiffer, pictures.isWanted {
      pictures.support.cellsDidChange(systemCell)
      askAboutPictures()
    }
  }

  /// Shows a canvas with those of its pictures that can be shown in pixels.
  func showWithPictures(_ canvas: Canvas) {
    let format = pictureFormat
    let shown = format == nil ? [] : canvas.wholePictures.filter { $0.image.pixels?.cell == format?.cell }
    if !shown.isEmpty, pictures.sender == nil { beginPictures() }
    let change = pictures.stage.show(pictures.sender == nil ? [] : shown, by: graphics)
    pictures.canvas = pictures.stage.isEmpty ? nil : canvas
    paint(canvas, before: change.before, after: change.after)
  }

  /// Has curses draw a canvas, without the cells in which pixels stand.
  /// - Parameters:
  ///   - before: what is sent right before it.
  ///   - after: what is sent right after it.
  func paint(_ canvas: Canvas, before: [UInt8] = [], after: [UInt8] = []) {
    endSequence()
    output.gather(before: before, after: after) { put(canvas) }
  }

  private func put(_ canvas: Canvas) {
    var canvas = canvas
    pictures.stage.clear(&canvas)
    // Lines that the terminal moves would take pixels along.
    idlok(window, pictures.stage.isEmpty)
    let signed = signs == .ascii ? canvas.inASCIISigns() : canvas
    painter.show(showsAll ? signed : signed.inLocale())
  }

  private func beginPictures() {
    pictures.sender = PictureSender(to: STDOUT_FILENO)
    pictures.mode = TerminalMode(
      on: [], off: CursorRestoringSequence.stringEnd + KittyGraphics.end + KittyGraphics.deleteAll)
    guardModes()
  }

  /// Where the terminal is to be waited for that it takes more; nil where there is nothing to send.
  public var pictureOutput: Int32? {
    guard isOpen, let sender = pictures.sender, sender.isInside || pictures.canvas != nil && pictures.stage.isUnfinished
    else { return nil }
    return sender.descriptor
  }

  /// Sends what the terminal takes of pictures, but no more than a little at once.
  public func sendPictures() {
    guard isOpen, let sender = pictures.sender else { return }
    var room = Self.stretch
    let end = ContinuousClock.now + Self.patience
    while room > 0, .now < end {
      guard let count = sender.send() else { return }
      room -= count
      guard let canvas = pictures.canvas, let step = pictures.stage.next() else { return }
      switch step {
      case .bytes(let bytes): sender.add(bytes)
      case .frame(let bytes):
        sender.add(output.record { put(canvas) } + bytes)
      }
    }
  }

  /// Sends the rest of a sequence that has been begun: nothing else may come between.
  func endSequence() {
    if let sender = pictures.sender, sender.isInside { output.send(sender.takeUnsent()) }
  }

  /// Ends the sequence that has been begun, without its rest: something else may stand within it already. All is to be drawn
  /// anew.
  func cutSequence() {
    guard let sender = pictures.sender, sender.isInside else { return }
    _ = sender.takeUnsent()
    output.send(CursorRestoringSequence.stringEnd + (graphics == .kitty ? KittyGraphics.end : []))
  }
}
