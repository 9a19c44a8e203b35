import TerminalKit

/// Draws what a person reads when there is nothing to list: centred where there is room, from the top where there is
/// not. The keys come before the last sentences.
@MainActor
public struct EmptyStateDrawing {
  private let viewModel: EmptyStateViewModel

  public init(_ viewModel: EmptyStateViewModel) {
    self.viewModel = viewModel
  }

  public func draw(on canvas: inout Canvas, in area: Rect) {
    let width = min(area.width - 2, 60)
    let titleStyle = viewModel.isFailure ? Style(.failure, .bold) : Style.bold
    let title = TextLayout.wrap(StyledText(viewModel.title, titleStyle), width: width)
    let actions = actionLines(width: width)
    var paragraphs = viewModel.sentences.map { TextLayout.wrap(StyledText($0), width: width) }
    func lines(spaced: Bool) -> [StyledText] {
      let gap = spaced ? [StyledText()] : []
      let text = paragraphs.flatMap { $0 }
      return title + (text.isEmpty ? [] : gap + text) + (actions.isEmpty ? [] : gap + actions)
    }
    while lines(spaced: false).count > area.height, !paragraphs.isEmpty { paragraphs.removeLast() }
    let spaced = lines(spaced: true)
    let shown = spaced.count <= area.height ? spaced : lines(spaced: false)
    // A little above the middle looks like the middle.
    let top = area.row + max(0, (area.height - shown.count) * 2 / 5)
    for (index, line) in shown.prefix(area.height).enumerated() {
      let indent = max(0, (area.width - TextLayout.width(of: line.plain)) / 2)
      canvas.draw(line, row: top + index, column: area.column + indent, width: area.width - indent)
    }
  }

  /// The keys side by side, as many in a line as it holds.
  private func actionLines(width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for action in viewModel.actions {
      let item = StyledText(action.keyLabel, .accentBold) + StyledText(" \(action.label)", .muted)
      let itemWidth = TextLayout.width(of: item.plain)
      if let last = lines.last, TextLayout.width(of: last.plain) + 4 + itemWidth <= width {
        lines[lines.count - 1] = last + StyledText("    ") + item
      } else {
        lines += TextLayout.wrap(item, width: width)
      }
    }
    return lines
  }
}
