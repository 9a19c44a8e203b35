import CNcurses
import Glibc
import TerminalKit

/// Curses without a terminal. The resulting screen is read back from curses.
@MainActor
public final class OffscreenTerminal {
  private let screen: OpaquePointer
  private let palette: Palette
  private var painter: CanvasPainter
  private var size: Size

  /// Uses the locale C.UTF-8 and the terminal type xterm-256color, regardless of the environment.
  public init(size: Size) throws(TerminalError) {
    Locale.useUTF8()
    use_env(false)
    guard let file = fopen("/dev/null", "r+e") else { throw .noTerminal }
    guard let screen = newterm("xterm-256color", file, file) else {
      fclose(file)
      throw .unknown(name: "xterm-256color")
    }
    self.screen = screen
    resizeterm(Int32(size.height), Int32(size.width))
    self.size = size
    palette = Palette(usesColor: true, theme: .dark, distinguishesBackgrounds: true)
    painter = CanvasPainter(palette: palette)
  }

  /// Changes the size. The screen is blank afterwards.
  public func resize(to size: Size) {
    set_term(screen)
    resizeterm(Int32(size.height), Int32(size.width))
    self.size = size
    painter.forget()
  }

  /// Draws a canvas and returns the screen as curses has it.
  public func show(_ canvas: Canvas, glyphSet: GlyphSet = .unicode) -> Canvas {
    // Curses has one current screen, and there may be several terminals. Switching from a screen other than 80×24 is
    // not possible: `resizeterm` followed by `set_term` crashes in curses 6.4.
    set_term(screen)
    painter.show(glyphSet == .ascii ? canvas.withASCIIDecorations() : canvas)
    return readBack(cursor: canvas.cursor)
  }

  /// Does not call `delscreen`, which would blank screens of other instances.
  public func close() {
    set_term(screen)
    endwin()
  }

  private func readBack(cursor: Point?) -> Canvas {
    var canvas = Canvas(size: size)
    canvas.cursor = cursor
    for row in 0..<size.height {
      var column = 0
      while column < size.width {
        let cell = readCell(row: row, column: column)
        canvas.set(cell, row: row, column: column)
        column += max(1, Int(cell.width))
      }
    }
    return canvas
  }

  private func readCell(row: Int, column: Int) -> Canvas.Cell {
    withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: Int(CCHARW_MAX) + 1) { buffer in
      var attributes: attr_t = 0
      var pair: Int16 = 0
      buffer.initialize(repeating: 0)
      let width = tern_get_cell(tern_curscr(), Int32(row), Int32(column), buffer.baseAddress, &attributes, &pair)
      var text = String.UnicodeScalarView()
      for character in buffer.prefix(while: { $0 != 0 }) {
        if let scalar = Unicode.Scalar(UInt32(bitPattern: character)) { text.append(scalar) }
      }
      if let colors = palette.pictures.colors(ofPair: pair), let character = text.first {
        return Canvas.Cell(picture: character, foreground: colors.foreground, background: colors.background)
      }
      // Terminals show half of a wide character as a blank.
      return Canvas.Cell(
        text: text.isEmpty || width == 0 ? " " : String(text), width: Int8(max(1, width)),
        style: palette.style(attributes: attributes, pair: pair))
    }
  }
}
