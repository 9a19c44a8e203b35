/// Stands until there is a screen.
struct OpeningView {
  /// Why that takes its time; empty where it does not.
  var note: String

  func draw(on canvas: inout Canvas) {
    canvas.draw("Opening…", row: 0, column: 1, style: .muted)
    guard !note.isEmpty else { return }
    let lines = TextLayout.wrap(StyledText(note, .muted), width: canvas.size.width - 2)
    // The bottom line stays free.
    for (row, line) in zip(2..<max(2, canvas.size.height - 1), lines) { canvas.draw(line, row: row, column: 1) }
  }
}
