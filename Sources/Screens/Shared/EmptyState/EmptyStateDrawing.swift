import TerminalKit

/// Draws an empty view, centred if it fits and otherwise from the top.
///
/// The bottom line shows the keys that are not named here. If not everything fits, the sentences are kept and the least
/// useful keys are dropped, except in the welcome.
@MainActor
public struct EmptyStateDrawing {
  private let viewModel: EmptyStateViewModel
  private let keymap: Keymap

  public init(_ viewModel: EmptyStateViewModel, keymap: Keymap) {
    var viewModel = viewModel
    viewModel.sentences += viewModel.keySentences.map { $0.text(keymap) }.filter { !$0.isEmpty }
    self.viewModel = viewModel
    self.keymap = keymap
  }

  public func draw(on canvas: inout Canvas, in area: Rect) {
    let lines = lines(width: min(area.width - 2, 60), height: area.height)
    // Two fifths from the top look centred.
    let top = area.row + max(0, (area.height - lines.count) * 2 / 5)
    for (index, line) in lines.prefix(area.height).enumerated() {
      let line = canvas.hasFocus ? line : Self.dimmed(line)
      let indent = max(0, (area.width - TextLayout.width(of: line.plain)) / 2)
      canvas.draw(line, row: top + index, column: area.column + indent, width: area.width - indent)
    }
  }

  /// Without accents on keys: the pane does not have the focus.
  private static func dimmed(_ line: StyledText) -> StyledText {
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
    func all(_ sentences: [StyledText], spaced: Bool, actionLines: Int = .max) -> [StyledText] {
      let gap = spaced ? [StyledText()] : []
      let actions = actions.prefix(actionLines)
      return title + (sentences.isEmpty ? [] : gap + sentences) + (actions.isEmpty ? [] : gap + actions)
    }
    let wrapped = viewModel.sentences.flatMap { TextLayout.wrapEvenly(StyledText($0), width: width) }
    let picture = viewModel.isWelcome ? Self.picture + [StyledText()] : []
    if width >= TernPicture.width, all(wrapped, spaced: true).count + picture.count <= height {
      return picture + all(wrapped, spaced: true)
    }
    for spaced in [true, false] where all(wrapped, spaced: spaced).count <= height {
      return all(wrapped, spaced: spaced)
    }
    if !viewModel.isWelcome, actions.count > 1 {
      for count in (1..<actions.count).reversed() {
        let lines = all(wrapped, spaced: false, actionLines: count)
        if lines.count <= height { return lines }
      }
    }
    if viewModel.isWelcome {
      let sentences = sentenceLines(width: width, height: height - title.count - actions.count)
      return Array(all(sentences, spaced: false).prefix(max(0, height)))
    }
    let sentences = sentenceLines(width: width, height: height - title.count)
    return Array(all(sentences, spaced: false, actionLines: 1).prefix(max(0, height)))
  }

  /// The lines of the picture, equally wide so that they stay aligned when they are centred.
  private static var picture: [StyledText] {
    TernPicture.lines.map { line in
      line + StyledText(String(repeating: " ", count: TernPicture.width - TextLayout.width(of: line.plain)))
    }
  }

  /// The sentences that fit, with a long path shortened. The first sentence is truncated if it does not fit.
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

  /// The keys with their labels, several per line if they fit.
  private func actionLines(width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for action in viewModel.actions {
      // Skips commands without a key.
      guard let key = keymap.label(of: action.command) else { continue }
      let target = MouseTarget.keyHint(action.command)
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
  /// The sentences with their path shortened to `width` cells.
  @MainActor
  func sentences(withPathsOf width: Int) -> [String] {
    guard let path, TextLayout.width(of: path) > width else { return sentences }
    let short = Self.shortened(path, to: width)
    return sentences.map { $0.replacing(path, with: short) }
  }

  /// Shortens the path in the middle: keeps the file name and the beginning.
  @MainActor
  private static func shortened(_ path: String, to width: Int) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    let end = path[slash...]
    let widthLeft = width - TextLayout.width(of: String(end))
    return (widthLeft > 1 ? TextLayout.truncate(path, to: widthLeft) : "…") + end
  }
}
