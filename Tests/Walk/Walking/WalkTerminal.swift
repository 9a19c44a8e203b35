import NcursesKit
import TerminalKit

/// Curses on one offscreen terminal, in whose upper left corner canvases of all sizes are drawn if they fit.
///
/// Shared by the process, because curses does not support several screens of different sizes.
@MainActor
final class WalkTerminal {
  private static let size = Size(width: 80, height: 24)
  private static let shared = Result { try OffscreenTerminal(size: size) }

  private let terminal: OffscreenTerminal

  init() throws {
    terminal = try Self.shared.get()
  }

  /// The cells that curses shows for a canvas; nil if it does not fit.
  func show(_ canvas: Canvas) -> Canvas? {
    guard canvas.size.width <= Self.size.width, canvas.size.height <= Self.size.height else { return nil }
    let shown = terminal.show(canvas)
    var part = Canvas(size: canvas.size)
    for row in 0..<canvas.size.height {
      for column in 0..<canvas.size.width where shown[row, column].width > 0 {
        part.set(shown[row, column], row: row, column: column)
      }
    }
    return part
  }
}
