import EmptyState
import TerminalKit
import TestSupport

/// Rules about what stands between the header and the bottom line.
@MainActor
enum ContentRules {
  /// On fewer rows the end of a list may be the words below its last row.
  private static let minRowsOfList = 8
  /// What is said where no list stands is no wider on any screen.
  private static let maxTitleWidth = 60

  /// What is wrong with a screen too small to read anything on.
  static func problem(tooSmall canvas: Canvas) -> String? {
    var said = canvas.lines[0]
    if said.last == "…" { said.removeLast() }
    let isSaid = ["20×5 needed · q quit", "20×5 · q quit"].contains { $0.hasPrefix(said) }
    return isSaid && canvas.cells.contains { $0.text != " " } ? nil : "a screen too small says “\(said)”"
  }

  /// What is wrong with what the screen says of itself.
  /// - Parameters:
  ///   - title: the screen's.
  ///   - isMenuOpen: whether a menu may cover all but the last row.
  static func problem(heading canvas: Canvas, title: String, isMenuOpen: Bool) -> String? {
    let last = canvas.size.height - 1
    if !canvas.hasWords(in: 0..<last) { return "nothing is on the screen" }
    // About has no header: what it says stands in its middle.
    if !isMenuOpen, title != "About", !canvas.hasWords(in: 0..<1) { return "no header says what this is" }
    return nil
  }

  /// What is wrong with the help, where all of it is on the screen.
  /// - Parameter titles: what the keys did on the screen that it was opened from.
  static func problem(help canvas: Canvas, titles: [String]) -> String? {
    let text = canvas.text
    let missing = titles.first { !text.contains($0.split(separator: " ").prefix(2).joined(separator: " ")) }
    return missing.map { "the help does not say “\($0)”" }
  }

  /// What is wrong with the keys that an empty view names.
  static func problem(actionsOf content: HostedContent, availableCommands: [AvailableCommand]) -> String? {
    let dead = content.viewModel?.actions.first { action in !availableCommands.contains { $0.command == action.command }
    }
    return dead.map { "“\($0.label)” is named in vain" }
  }

  /// What is wrong with what stands, of list, empty view and loading.
  /// - Parameters:
  ///   - width: of the pane that it stands in; nil for the whole canvas.
  ///   - isCovered: whether a form or a menu stands in front of it.
  static func problem(
    of content: HostedContent, on canvas: Canvas, width: Int? = nil, isCovered: Bool
  ) -> String? {
    // Beside the form nothing but a list draws it.
    let hasSelection = [.plain, .selection].contains { canvas.contains("▌", style: Style(.accent, on: $0)) }
    switch content {
    case .nothing: return "neither list nor empty view nor loading stands"
    case _ where isCovered: return nil
    case .list where canvas.size.height < minRowsOfList:
      return canvas.hasWords(in: 1..<canvas.size.height - 1) ? nil : "a list of which nothing is to be read"
    case .list: return hasSelection ? nil : "a list without a selected row"
    case _ where hasSelection: return "a list stands, too"
    case .loading(nil): return nil
    case .loading(let viewModel?), .empty(let viewModel):
      let width = min((width ?? canvas.size.width) - 2, maxTitleWidth)
      let lines = TextLayout.wrap(StyledText(viewModel.title), width: width).map(\.plain)
      guard let line = lines.first else { return "“\(viewModel.name)” has no title" }
      return canvas.text.contains(line) ? nil : "“\(viewModel.title)” is not to be read"
    }
  }
}
