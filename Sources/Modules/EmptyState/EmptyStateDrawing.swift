import TerminalKit

/// Draws what a person reads when there is nothing to list: centred where there is room, from the top where there is
/// not. The bottom line offers the keys as well, so where there is no room for both the sentences stand; but for the first
/// start, when the user knows no key.
@MainActor
public struct EmptyStateDrawing {
  private let viewModel: EmptyStateViewModel
  private let keymap: Keymap

  public init(_ viewModel: EmptyStateViewModel, keymap: Keymap) {
    self.viewModel = viewModel
    self.keymap = keymap
  }

  public func draw(on canvas: inout Canvas, in area: Rect) {
    let lines = lines(width: min(area.width - 2, 60), height: area.height)
    // A little above the middle looks like the middle.
    let top = area.row + max(0, (area.height - lines.count) * 2 / 5)
    for (index, line) in lines.prefix(area.height).enumerated() {
      let line = canvas.hasFocus ? line : Self.standingBack(line)
      let indent = max(0, (area.width - TextLayout.width(of: line.plain)) / 2)
      canvas.draw(line, row: top + index, column: area.column + indent, width: area.width - indent)
    }
  }

  /// Keys go elsewhere: those that are named here do not stand out.
  private static func standingBack(_ line: StyledText) -> StyledText {
    StyledText(
      line.spans.map { span in
        var span = span
        if span.style == .accentBold { span.style = .muted }
        return span
      })
  }

  private func lines(width: Int, height: Int) -> [StyledText] {
    let titleStyle = viewModel.isFailure ? Style(.failure, .bold) : Style.bold
    let title = TextLayout.wrap(StyledText(viewModel.title, titleStyle), width: width)
    let actions = actionLines(width: width)
    func all(_ sentences: [StyledText], spaced: Bool) -> [StyledText] {
      let gap = spaced ? [StyledText()] : []
      return title + (sentences.isEmpty ? [] : gap + sentences) + (actions.isEmpty ? [] : gap + actions)
    }
    let whole = viewModel.sentences.flatMap { TextLayout.wrapEvenly(StyledText($0), width: width) }
    for spaced in [true, false] where all(whole, spaced: spaced).count <= height { return all(whole, spaced: spaced) }
    if viewModel.keepsActions {
      let sentences = sentenceLines(width: width, height: height - title.count - actions.count)
      let first = viewModel.sentences.first.map { TextLayout.wrap(StyledText($0), width: width).count } ?? 0
      if sentences.count >= first { return all(sentences, spaced: false) }
    }
    let sentences = sentenceLines(width: width, height: height - title.count)
    return Array(all(sentences, spaced: false).prefix(max(0, height)))
  }

  /// The sentences that there is room for, a long path in them shortened; of the first one, as much as there is.
  private func sentenceLines(width: Int, height: Int) -> [StyledText] {
    let paragraphs = viewModel.sentences(withPathsOf: width).map { TextLayout.wrap(StyledText($0), width: width) }
    guard height > 0, let first = paragraphs.first else { return [] }
    guard first.count <= height else {
      let cut = first[height - 1] + StyledText(" ") + first[height]
      return first.prefix(height - 1) + [TextLayout.truncate(cut, to: width)]
    }
    var lines: [StyledText] = []
    for paragraph in paragraphs {
      guard lines.count + paragraph.count <= height else { break }
      lines += paragraph
    }
    return lines
  }

  /// The keys side by side, as many in a line as it holds.
  private func actionLines(width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for action in viewModel.actions {
      // What no key does is not offered.
      guard let key = keymap.label(of: action.command) else { continue }
      let target = MouseTarget.command(action.command)
      let item = StyledText(key, .accentBold, target: target) + StyledText(" \(action.label)", .muted, target: target)
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

extension EmptyStateViewModel {
  /// The sentences with the path in them shortened to so many cells.
  @MainActor
  func sentences(withPathsOf width: Int) -> [String] {
    guard let path, TextLayout.width(of: path) > width else { return sentences }
    let short = Self.shortened(path, to: width)
    return sentences.map { $0.replacing(path, with: short) }
  }

  /// The path without its middle: the file's name says the most, then the folder that everything is in.
  @MainActor
  private static func shortened(_ path: String, to width: Int) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    let end = path[slash...]
    let room = width - TextLayout.width(of: String(end))
    return (room > 1 ? TextLayout.truncate(path, to: room) : "…") + end
  }
}
