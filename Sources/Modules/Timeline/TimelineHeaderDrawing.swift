import Domain
import EmptyState
import TerminalKit

/// Draws the name of the program, the tabs, and whose timelines they are. Where there is no room for all of it, the
/// selected tab and the handle stay the longest.
@MainActor
struct TimelineHeaderDrawing {
  private let header: TimelineHeader

  init(_ header: TimelineHeader) {
    self.header = header
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let (left, account) = parts(width: area.width - 2)
    HeaderLine(left: left, account: account, label: header.label).draw(on: &canvas, in: area)
  }

  /// The most that the line holds.
  private func parts(width: Int) -> (left: StyledText, account: String) {
    let (label, account) = (header.label, header.account)
    let choices = [
      (allTabs(named: true), account), (allTabs(named: true), label), (allTabs(named: false), label),
      (selectedTab(named: true), label), (selectedTab(named: false), label),
    ]
    let fitting = choices.first { left, account in
      // A long label, as files may have, need not be there to its end; a name gives way as a whole.
      let whole = TextLayout.width(of: account)
      let needed = account == label ? min(whole, max(16, width / 3)) : whole
      return TextLayout.width(of: left.plain) + (needed == 0 ? 0 : HeaderLine.gap + needed) <= width
    }
    return fitting ?? choices[choices.count - 1]
  }

  private func allTabs(named: Bool) -> StyledText {
    var text = program(named)
    for (index, tab) in header.tabs.enumerated() {
      text = text + (index == 0 ? StyledText() : space) + shown(tab, at: index)
    }
    return text
  }

  /// The selected tab, and which of how many it is: “Mentions ‹2/3›”.
  private func selectedTab(named: Bool) -> StyledText {
    guard header.tabs.indices.contains(header.selectedTab) else { return program(named) }
    let tab = program(named) + shown(header.tabs[header.selectedTab], at: header.selectedTab)
    guard header.tabs.count > 1 else { return tab }
    let place = " ‹\(header.selectedTab + 1)/\(header.tabs.count)›"
    return tab + StyledText(place, .muted, target: .command(ReadingCommands.nextTimeline))
  }

  /// A click on it leads there.
  private func shown(_ tab: TimelineHeader.Tab, at index: Int) -> StyledText {
    let style = index == header.selectedTab ? Style(.accent, [.bold, .underline]) : .muted
    let commands = TimelineCommands.timeline
    let target = commands.indices.contains(index) ? MouseTarget.command(commands[index]) : nil
    let name = StyledText(tab.name, style, target: target)
    guard tab.unreadCount > 0 else { return name }
    return name + StyledText(" \(ReadingProgress.grouped(tab.unreadCount))", .unread, target: target)
  }

  private func program(_ named: Bool) -> StyledText {
    named ? StyledText("Tern", .bold) + space : StyledText()
  }

  private var space: StyledText { StyledText(String(repeating: " ", count: HeaderLine.gap)) }
}
