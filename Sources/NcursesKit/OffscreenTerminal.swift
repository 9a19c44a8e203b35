import CNcurses
import Glibc
import TerminalKit

/// Curses without a terminal: what would be on the screen is read back from curses itself.
@MainActor
public final class OffscreenTerminal {
  private let screen: OpaquePointer
  private let palette: Palette
  private var painter: CanvasPainter
  private var size: Size

  /// Takes the locale C.UTF-8 and the terminal type xterm-256color, whatever the environment says.
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
    palette = Palette(usesColor: true, theme: .dark, tellsGrounds: true)
    painter = CanvasPainter(palette: palette)
  }

  /// Another size, of which nothing is drawn yet.
  public func resize(to size: Size) {
    set_term(screen)
    resizeterm(Int32(size.height), Int32(size.width))
    self.size = size
    painter.forget()
  }

  /// Shows a canvas and gives what curses has made of it.
  public func show(_ canvas: Canvas, signs: GlyphSet = .unicode) -> Canvas {
    // Curses draws on one screen at a time, and this need not be the only one. From one that is not 80×24 it cannot go
    // to another: `resizeterm` and `set_term` of curses 6.4 together crash.
    set_term(screen)
    painter.show(signs == .ascii ? canvas.inASCIISigns() : canvas)
    return readBack(cursor: canvas.cursor)
  }

  /// Curses keeps the screen until the process ends: `delscreen` would blank what others still show.
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
      // Half of a wide character by itself would be a blank on the terminal.
      return Canvas.Cell(
        text: text.isEmpty || width == 0 ? " " : String(text), width: Int8(max(1, width)),
        style: palette.style(attributes: attributes, pair: pair))
    }
  }
}
