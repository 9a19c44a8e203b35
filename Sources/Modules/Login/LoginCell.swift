import TerminalKit

/// One account in the list: who it is, and a line about it. A narrow screen leaves out where it comes from.
@MainActor
struct LoginCell {
  static let narrow = 40
  private static let digitWidth = 3

  let row: LoginViewModel.Row
  let index: Int
  let width: Int

  var height: Int { secondLine.isEmpty ? 1 : 2 }

  func draw(line: Int, on canvas: inout Canvas, row canvasRow: Int, column: Int) {
    let indent = isNarrow ? 0 : Self.digitWidth
    guard line == 0 else {
      canvas.draw(secondLine, row: canvasRow, column: column + indent, width: width - indent, style: .muted)
      return
    }
    if !isNarrow, index < 9 { canvas.draw("\(index + 1)", row: canvasRow, column: column, style: .muted) }
    let room = width - indent
    let details = details(atMost: room / 2)
    let detailsWidth = TextLayout.width(of: details.plain)
    let left = room - (detailsWidth == 0 ? 0 : detailsWidth + 2)
    canvas.draw(nameAndHandle, row: canvasRow, column: column + indent, width: left)
    canvas.draw(details, row: canvasRow, column: column + width - detailsWidth, width: detailsWidth)
  }

  private var isNarrow: Bool { width < Self.narrow - 4 }

  private var nameAndHandle: StyledText {
    let name = StyledText(row.name, .bold)
    return isNarrow || row.handle.isEmpty ? name : name + StyledText("  \(row.handle)", .muted)
  }

  private var secondLine: String {
    guard isNarrow else { return row.note }
    return [row.handle, row.isCurrent ? row.state : ""].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// “demo · open”; a long path gives way to the state.
  private func details(atMost limit: Int) -> StyledText {
    guard !isNarrow else { return StyledText() }
    let state = StyledText(row.state, row.isCurrent ? .accent : .muted)
    let sourceRoom = limit - TextLayout.width(of: row.state) - 3
    let source = TextLayout.width(of: row.source) <= sourceRoom ? row.source : shortened(row.source, to: sourceRoom)
    return source.isEmpty ? state : StyledText("\(source) · ", .muted) + state
  }

  /// The end of a path tells more than its beginning.
  private func shortened(_ path: String, to width: Int) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return TextLayout.width(of: file) + 2 <= width ? "…/\(file)" : ""
  }
}
