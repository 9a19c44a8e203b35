import CNcurses
import Glibc
import TerminalKit

/// Draws a canvas to the curses screen. Only changed cells are passed to curses, which updates the terminal with one
/// `doupdate`.
@MainActor
struct CanvasPainter {
  private let palette: Palette
  private var shownCanvas: Canvas?

  init(palette: Palette) {
    self.palette = palette
  }

  mutating func show(_ canvas: Canvas) {
    guard let window = tern_stdscr() else { return }
    put(canvas, window)
    if palette.pictures.isExhausted {
      // Pairs of pictures that are no longer shown fill the table.
      palette.pictures.removeAll()
      shownCanvas = nil
      put(canvas, window)
    }
    showCursor(of: canvas, window)
    wnoutrefresh(window)
    doupdate()
    shownCanvas = canvas
  }

  /// Number of colours available for pictures; 0 if none.
  var pictureColors: Int { palette.pictures.colors }

  private mutating func put(_ canvas: Canvas, _ window: UnsafeMutablePointer<WINDOW>) {
    if shownCanvas?.size != canvas.size {
      werase(window)
      shownCanvas = nil
    }
    let before = shownCanvas?.cells ?? []
    // Compared as raw memory because this runs at each key.
    canvas.cells.withUnsafeBufferPointer { cells in
      before.withUnsafeBufferPointer { before in
        palette.blanks.withUnsafeBufferPointer { blanks in
          withUnsafeTemporaryAllocation(of: cchar_t.self, capacity: Self.runLength) { piece in
            for row in 0..<canvas.size.height {
              let start = row * canvas.size.width
              if Self.isSame(start..<start + canvas.size.width, cells, before) { continue }
              for column in stride(from: 0, to: canvas.size.width, by: Self.runLength) {
                let end = min(column + Self.runLength, canvas.size.width)
                guard let changed = Self.changed(start + column..<start + end, cells, before) else { continue }
                let position = Point(row: row, column: changed.lowerBound - start)
                put(changed, of: cells, before, window, position, blanks, piece)
              }
            }
          }
        }
      }
    }
  }

  /// Redraws the first lines with unchanged content.
  func redraw(lines: Int) {
    guard let window = tern_stdscr() else { return }
    let count = Int32(clamping: min(lines, Int(getmaxy(window))))
    wtouchln(window, 0, count, 1)
    wredrawln(window, 0, count)
    wnoutrefresh(window)
    doupdate()
  }

  /// Makes the next `show` redraw everything.
  mutating func forget() {
    shownCanvas = nil
    clearok(tern_curscr(), true)
  }

  /// Number of cells that are compared and passed to curses together; most are unchanged.
  private static let runLength = 20

  private typealias Cells = UnsafeBufferPointer<Canvas.Cell>

  /// Whether the cells are bytewise equal to the previous ones.
  private static func isSame(_ runLength: Range<Int>, _ cells: Cells, _ before: Cells) -> Bool {
    guard let new = cells.baseAddress, let old = before.baseAddress, !before.isEmpty else { return false }
    let size = MemoryLayout<Canvas.Cell>.stride
    return memcmp(new + runLength.lowerBound, old + runLength.lowerBound, runLength.count * size) == 0
  }

  /// The range from the first to the last changed cell of a stretch, if any.
  /// - Parameter before: empty if the current content of the screen is unknown.
  private static func changed(_ runLength: Range<Int>, _ cells: Cells, _ before: Cells) -> Range<Int>? {
    guard let new = cells.baseAddress, let old = before.baseAddress, !before.isEmpty else { return runLength }
    if isSame(runLength, cells, before) { return nil }
    let size = MemoryLayout<Canvas.Cell>.stride
    var (first, end) = (runLength.lowerBound, runLength.upperBound)
    while first < end, memcmp(new + first, old + first, size) == 0 { first += 1 }
    while first < end, memcmp(new + end - 1, old + end - 1, size) == 0 { end -= 1 }
    return first..<end
  }

  /// Passes adjacent cells to curses, runs of ASCII in one call. A run must not start at the former right half of a
  /// wide character, because curses would blank the cell before it.
  /// - Parameters:
  ///   - position: the position of the first cell.
  ///   - piece: a buffer for the run.
  private func put(
    _ range: Range<Int>, of cells: Cells, _ before: Cells, _ window: UnsafeMutablePointer<WINDOW>, _ position: Point,
    _ blanks: UnsafeBufferPointer<cchar_t>, _ piece: UnsafeMutableBufferPointer<cchar_t>
  ) {
    var column = position.column
    var count = 0
    for index in range {
      let cell = cells[index]
      if let character = cell.ascii, before.isEmpty || before[index].width > 0 {
        var drawn = blanks[Palette.index(of: cell.style)]
        drawn.chars.0 = wchar_t(character)
        piece.initializeElement(at: count, to: drawn)
        count += 1
      } else {
        tern_put_cells(window, Int32(position.row), Int32(column - count), piece.baseAddress, Int32(count))
        count = 0
        if cell.width > 0 { put(cell, window, position.row, column) }
      }
      column += 1
    }
    tern_put_cells(window, Int32(position.row), Int32(column - count), piece.baseAddress, Int32(count))
  }

  private func put(_ cell: Canvas.Cell, _ window: UnsafeMutablePointer<WINDOW>, _ row: Int, _ column: Int) {
    withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: Int(CCHARW_MAX) + 1) { buffer in
      var length = 0
      for scalar in cell.scalars {
        buffer[length] = wchar_t(bitPattern: scalar)
        length += 1
      }
      buffer[length] = 0
      tern_put_cell(
        window, Int32(row), Int32(column), buffer.baseAddress, palette.attributes(of: cell.style),
        palette.pair(of: cell))
    }
  }

  private func showCursor(of canvas: Canvas, _ window: UnsafeMutablePointer<WINDOW>) {
    curs_set(canvas.cursor == nil ? 0 : 1)
    // A hidden cursor goes to the last row, since some terminals show it anyway.
    let position = canvas.cursor ?? Point(row: canvas.size.height - 1, column: 0)
    wmove(window, Int32(position.row), Int32(position.column))
  }
}
