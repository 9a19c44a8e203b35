import EmptyState
import TerminalKit
import TestSupport

/// Rules for the content between header and bottom line.
@MainActor
enum ContentRules {
  /// With fewer rows only the text below the last row of a list may be visible.
  private static let minRowsOfList = 8
  /// The maximum width of an empty view.
  private static let maxTitleWidth = 60

  /// The problem with a screen that is too small to use, or nil.
  static func problem(tooSmall canvas: Canvas) -> String? {
    var text = canvas.lines[0]
    if text.last == "…" { text.removeLast() }
    let isMessage = [
      "The terminal is too small: Tern needs 20×5 · q quit", "Too small: needs 20×5 · q quit", "Needs 20×5 · q quit",
      "20×5 · q quit",
    ].contains { $0.hasPrefix(text) }
    return isMessage && canvas.cells.contains { $0.text != " " } ? nil : "a screen that is too small shows “\(text)”"
  }

  /// The problem with the header, or nil.
  /// - Parameters:
  ///   - title: the title of the screen.
  ///   - isMenuOpen: whether a menu may cover all but the last row.
  static func problem(heading canvas: Canvas, title: String, isMenuOpen: Bool) -> String? {
    let last = canvas.size.height - 1
    if !canvas.hasWords(in: 0..<last) { return "the screen is empty" }
    // About has no header.
    if !isMenuOpen, title != "About", !canvas.hasWords(in: 0..<1) { return "the header is empty" }
    return nil
  }

  /// The problem with a help screen that shows all entries, or nil.
  /// - Parameter titles: the titles of the commands on the screen that it was opened from.
  static func problem(help canvas: Canvas, titles: [String]) -> String? {
    let text = canvas.text
    let missing = titles.first { title in
      let words = TextLayout.sanitized(title).split(separator: " ").prefix(2)
      return !text.contains(words.joined(separator: " "))
    }
    return missing.map { "the help lacks “\($0)”" }
  }

  /// The problem with the keys named by an empty view, or nil.
  static func problem(actionsOf content: HostedContent, availableCommands: [AvailableCommand]) -> String? {
    let inactive = content.viewModel?.actions.first { action in
      !availableCommands.contains { $0.command == action.command }
    }
    return inactive.map { "“\($0.label)” is named but not available" }
  }

  /// The problem with the list, empty view or loading indicator, or nil.
  /// - Parameters:
  ///   - width: the width of its pane; nil for the whole canvas.
  ///   - isCovered: whether a form or menu covers it.
  static func problem(
    of content: HostedContent, on canvas: Canvas, width: Int? = nil, isCovered: Bool
  ) -> String? {
    // Only lists and forms draw this marker.
    let hasSelection = [.plain, .selection].contains { canvas.contains("▌", style: Style(.accent, on: $0)) }
    switch content {
    case .nothing: return "neither list nor empty view nor loading indicator is shown"
    case _ where isCovered: return nil
    case .list where canvas.size.height < minRowsOfList:
      return canvas.hasWords(in: 1..<canvas.size.height - 1) ? nil : "a list without readable text"
    case .list: return hasSelection ? nil : "a list without a selected row"
    case _ where hasSelection: return "a list is shown, too"
    case .loading(nil): return nil
    case .loading(let viewModel?), .empty(let viewModel):
      let width = min((width ?? canvas.size.width) - 2, maxTitleWidth)
      let lines = TextLayout.wrap(StyledText(viewModel.title), width: width).map(\.plain)
      guard let line = lines.first else { return "“\(viewModel.name)” has no title" }
      return canvas.text.contains(line) ? nil : "“\(viewModel.title)” is not visible"
    }
  }
}
