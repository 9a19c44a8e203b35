/// Shown until the first screen exists.
struct OpeningView {
  /// The reason that opening takes long; may be empty.
  var note: String

  func draw(on canvas: inout Canvas) {
    canvas.draw("Opening…", row: 0, column: 1, style: .muted)
    guard !note.isEmpty else { return }
    let lines = TextLayout.wrap(StyledText(note, .muted), width: canvas.size.width - 2)
    // The bottom line stays empty.
    for (row, line) in zip(2..<max(2, canvas.size.height - 1), lines) { canvas.draw(line, row: row, column: 1) }
  }
}
