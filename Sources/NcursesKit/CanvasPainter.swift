import CNcurses
import Glibc
import TerminalKit

/// Brings a canvas onto the curses screen: only cells that differ from the canvas before are handed over, and curses
/// sends the terminal what that takes with one `doupdate`.
@MainActor
struct CanvasPainter {
  private let palette: Palette
  private var shown: Canvas?

  init(palette: Palette) {
    self.palette = palette
  }

  mutating func show(_ canvas: Canvas) {
    guard let window = tern_stdscr() else { return }
    put(canvas, window)
    if palette.pictures.wasFull {
      // The pairs of pictures that are gone are in the way of those that are there.
      palette.pictures.empty()
      shown = nil
      put(canvas, window)
    }
    showCursor(of: canvas, window)
    wnoutrefresh(window)
    doupdate()
    shown = canvas
  }

  /// How many colours pictures can have; 0: none.
  var pictureColors: Int { palette.pictures.colors }

  private mutating func put(_ canvas: Canvas, _ window: UnsafeMutablePointer<WINDOW>) {
    if shown?.size != canvas.size {
      werase(window)
      shown = nil
    }
    let before = shown?.cells ?? []
    // This is walked through at each key: as memory, not as values that are handed about.
    canvas.cells.withUnsafeBufferPointer { cells in
      before.withUnsafeBufferPointer { before in
        palette.blanks.withUnsafeBufferPointer { blanks in
          withUnsafeTemporaryAllocation(of: cchar_t.self, capacity: Self.stretch) { piece in
            for row in 0..<canvas.size.height {
              let start = row * canvas.size.width
              if Self.isSame(start..<start + canvas.size.width, cells, before) { continue }
              for column in stride(from: 0, to: canvas.size.width, by: Self.stretch) {
                let end = min(column + Self.stretch, canvas.size.width)
                guard let changed = Self.changed(start + column..<start + end, cells, before) else { continue }
                let place = Point(row: row, column: changed.lowerBound - start)
                put(changed, of: cells, before, window, place, blanks, piece)
              }
            }
          }
        }
      }
    }
  }

  /// Draws the first lines anew, as they were.
  func redraw(lines: Int) {
    guard let window = tern_stdscr() else { return }
    let count = Int32(clamping: min(lines, Int(getmaxy(window))))
    wtouchln(window, 0, count, 1)
    wredrawln(window, 0, count)
    wnoutrefresh(window)
    doupdate()
  }

  /// Draws everything anew the next time.
  mutating func forget() {
    shown = nil
    clearok(tern_curscr(), true)
  }

  /// How many cells are compared at once, and handed over together: most of a screen is as it was.
  private static let stretch = 20

  private typealias Cells = UnsafeBufferPointer<Canvas.Cell>

  /// Whether cells have the same bytes as before, and so look the same; most have.
  private static func isSame(_ stretch: Range<Int>, _ cells: Cells, _ before: Cells) -> Bool {
    guard let new = cells.baseAddress, let old = before.baseAddress, !before.isEmpty else { return false }
    let size = MemoryLayout<Canvas.Cell>.stride
    return memcmp(new + stretch.lowerBound, old + stretch.lowerBound, stretch.count * size) == 0
  }

  /// The part of a stretch from the first to the last cell that is not what it was; nil where all are.
  /// - Parameter before: none where nothing is known of what stands there.
  private static func changed(_ stretch: Range<Int>, _ cells: Cells, _ before: Cells) -> Range<Int>? {
    guard let new = cells.baseAddress, let old = before.baseAddress, !before.isEmpty else { return stretch }
    if isSame(stretch, cells, before) { return nil }
    let size = MemoryLayout<Canvas.Cell>.stride
    var (first, end) = (stretch.lowerBound, stretch.upperBound)
    while first < end, memcmp(new + first, old + first, size) == 0 { first += 1 }
    while first < end, memcmp(new + end - 1, old + end - 1, size) == 0 { end -= 1 }
    return first..<end
  }

  /// Hands over cells that stand side by side: those of ASCII as one piece. A piece may not begin where the right half of a
  /// wide character was: curses would take what stands before it now for the left half, and blank it.
  /// - Parameters:
  ///   - place: of the first of them.
  ///   - piece: room for as many.
  private func put(
    _ range: Range<Int>, of cells: Cells, _ before: Cells, _ window: UnsafeMutablePointer<WINDOW>, _ place: Point,
    _ blanks: UnsafeBufferPointer<cchar_t>, _ piece: UnsafeMutableBufferPointer<cchar_t>
  ) {
    var column = place.column
    var count = 0
    for index in range {
      let cell = cells[index]
      if let character = cell.ascii, before.isEmpty || before[index].width > 0 {
        var drawn = blanks[Palette.index(of: cell.style)]
        drawn.chars.0 = wchar_t(character)
        piece.initializeElement(at: count, to: drawn)
        count += 1
      } else {
        tern_put_cells(window, Int32(place.row), Int32(column - count), piece.baseAddress, Int32(count))
        count = 0
        if cell.width > 0 { put(cell, window, place.row, column) }
      }
      column += 1
    }
    tern_put_cells(window, Int32(place.row), Int32(column - count), piece.baseAddress, Int32(count))
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
    // A hidden cursor rests in the last row, where it is least in the way of a terminal that shows it all the same.
    let place = canvas.cursor ?? Point(row: canvas.size.height - 1, column: 0)
    wmove(window, Int32(place.row), Int32(place.column))
  }
}
