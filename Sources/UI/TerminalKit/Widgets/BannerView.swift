/// Wrapped text above the bottom line, at most three lines and a quarter of the screen.
@MainActor
struct BannerView {
  private static let maxLines = 3

  private let lines: [StyledText]

  init(_ message: ScreenNotice, size: Size) {
    let lineLimit = max(1, min(Self.maxLines, size.height / 4))
    let wrapped = TextLayout.wrap(
      StyledText(TextLayout.sanitized(message.text), message.severity.style), width: size.width - 2)
    guard wrapped.count > lineLimit else {
      lines = wrapped
      return
    }
    let rest = wrapped[lineLimit - 1] + StyledText(" ") + wrapped[lineLimit]
    lines = wrapped.prefix(lineLimit - 1) + [TextLayout.truncate(rest, to: size.width - 2)]
  }

  var height: Int { lines.count }

  func draw(on canvas: inout Canvas, above row: Int) {
    for (index, line) in lines.enumerated() {
      canvas.draw(line, row: row - lines.count + index, column: 1, width: canvas.size.width - 2)
    }
  }
}
