/// What is said above the bottom line, as many lines as it takes; most of the screen stays.
@MainActor
struct AnnouncementView {
  private static let maxLines = 3

  private let lines: [StyledText]

  init(text: String, isFailure: Bool, size: Size) {
    let most = max(1, min(Self.maxLines, size.height / 4))
    let wrapped = TextLayout.wrap(
      StyledText(TextLayout.sanitized(text), isFailure ? .failure : .notice), width: size.width - 2)
    guard wrapped.count > most else {
      lines = wrapped
      return
    }
    let rest = wrapped[most - 1] + StyledText(" ") + wrapped[most]
    lines = wrapped.prefix(most - 1) + [TextLayout.truncate(rest, to: size.width - 2)]
  }

  var height: Int { lines.count }

  func draw(on canvas: inout Canvas, above row: Int) {
    for (index, line) in lines.enumerated() {
      canvas.draw(line, row: row - lines.count + index, column: 1, width: canvas.size.width - 2)
    }
  }
}
