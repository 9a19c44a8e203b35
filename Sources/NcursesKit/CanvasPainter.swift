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
    if shown?.size != canvas.size {
      werase(window)
      shown = nil
    }
    let before = shown?.cells ?? []
    // This is walked through at each key: as memory, not as values that are handed about.
    canvas.cells.withUnsafeBufferPointer { cells in
      before.withUnsafeBufferPointer { before in
        for row in 0..<canvas.size.height {
          let start = row * canvas.size.width
          for column in stride(from: 0, to: canvas.size.width, by: Self.stretch) {
            let end = min(column + Self.stretch, canvas.size.width)
            let range = start + column..<start + end
            if !before.isEmpty, Self.areSame(cells[range], before[range]) { continue }
            for index in range where cells[index].width > 0 && (before.isEmpty || before[index] != cells[index]) {
              put(cells[index], window, row, index - start)
            }
          }
        }
      }
    }
    showCursor(of: canvas, window)
    wnoutrefresh(window)
    doupdate()
    shown = canvas
  }

  /// Draws everything anew the next time.
  mutating func forget() {
    shown = nil
    clearok(tern_curscr(), true)
  }

  /// How many cells are compared at once: most of a screen is as it was.
  private static let stretch = 20

  /// Whether both are the same bytes; they may be equal where this says no.
  private static func areSame(
    _ some: Slice<UnsafeBufferPointer<Canvas.Cell>>, _ others: Slice<UnsafeBufferPointer<Canvas.Cell>>
  ) -> Bool {
    let (some, others) = (
      UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: some)),
      UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: others))
    )
    guard let bytes = some.baseAddress, let otherBytes = others.baseAddress else { return some.count == others.count }
    return memcmp(bytes, otherBytes, some.count) == 0
  }

  private func put(_ cell: Canvas.Cell, _ window: UnsafeMutablePointer<WINDOW>, _ row: Int, _ column: Int) {
    let attributes = palette.attributes(of: cell.style)
    let pair = palette.pair(of: cell.style)
    if let character = cell.ascii {
      tern_put_ascii(window, Int32(row), Int32(column), character, attributes, pair)
      return
    }
    withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: Int(CCHARW_MAX) + 1) { buffer in
      var length = 0
      for scalar in cell.scalars {
        buffer[length] = wchar_t(bitPattern: scalar)
        length += 1
      }
      buffer[length] = 0
      tern_put_cell(window, Int32(row), Int32(column), buffer.baseAddress, attributes, pair)
    }
  }

  private func showCursor(of canvas: Canvas, _ window: UnsafeMutablePointer<WINDOW>) {
    curs_set(canvas.cursor == nil ? 0 : 1)
    // A hidden cursor rests in the last row, where it is least in the way of a terminal that shows it all the same.
    let place = canvas.cursor ?? Point(row: canvas.size.height - 1, column: 0)
    wmove(window, Int32(place.row), Int32(place.column))
  }
}
