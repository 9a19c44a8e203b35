/// A small menu of keys and what each of them does, above the bottom line.
@MainActor
struct KeyMenu {
  let title: String
  let bindings: [KeyBinding]

  func draw(on canvas: inout Canvas, above bottom: Int) {
    let rows = bindings.map { (key: $0.keysLabel, title: TextLayout.harmless($0.title)) }
    let keyWidth = rows.map { TextLayout.width(of: $0.key) }.max() ?? 0
    let width = canvas.size.width
    let height = min(rows.count, bottom - 1)
    let top = bottom - height - 1
    canvas.fill(Rect(row: top, column: 0, width: width, height: height + 1))
    canvas.fill(Rect(row: top, column: 0, width: width, height: 1), with: "─", style: .muted)
    for (index, row) in rows.prefix(height).enumerated() {
      let line = top + 1 + index
      canvas.draw(row.key, row: line, column: 1, width: keyWidth, style: .accentBold)
      canvas.draw(row.title, row: line, column: keyWidth + 3, width: width - keyWidth - 4)
    }
  }
}
