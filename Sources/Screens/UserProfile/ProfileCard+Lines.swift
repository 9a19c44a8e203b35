import Domain
import PostCell
import TerminalKit

extension ProfileCard {
  /// Servers allow far fewer fields. This limits hostile responses.
  private static let maxFields = 50

  @MainActor
  func layout(width: Int, pictureHeight: Int) -> RowLayout {
    guard hasAvatar, pictureHeight > 0, let textWidth = AvatarSpace.width(besideAvatarIn: width) else {
      return RowLayout(lines: lines(width: width))
    }
    return AvatarSpace.layout(beside: RowLayout(lines: lines(width: textWidth)))
  }

  @MainActor
  func lines(width: Int) -> [StyledText] {
    let layout = PostCellLayout(width: width)
    func wrap(_ text: StyledText) -> [StyledText] { layout.wrap(text, width: max(1, width)) }
    func wrap(_ text: String?, _ style: Style) -> [StyledText] {
      text.map { $0.isEmpty ? [] : wrap(StyledText($0, style)) } ?? []
    }
    let heading =
      nameLines(width: max(1, width)) + wrap(moved, .notice)
      + wrap((marks + relationship).joined(separator: " · "), .muted)
    let bio = about.isEmpty ? [] : wrap(emojis.replacingShortcodes(in: StyledText(about)))
    let fieldLines = fields.prefix(Self.maxFields).flatMap { wrap(emojis.replacingShortcodes(in: $0.line)) }
    let factLines =
      wrap(facts.joined(separator: " · "), .muted) + wrap(familiarFollowers, .muted) + wrap(note, .muted)
      + (address.map { wrap(StyledText(WebAddress.displayText($0), .muted, target: .link($0))) } ?? [])
    let tabs = tabs.isEmpty ? [] : wrap(tabsLine)
    let blocks = [heading, bio, fieldLines, factLines, tabs].filter { !$0.isEmpty }
    return Array(blocks.joined(separator: [StyledText()]))
  }

  /// Name and handle in one line if they fit. Otherwise the name is wrapped and the handle has its own line.
  @MainActor
  private func nameLines(width: Int) -> [StyledText] {
    let name = emojis.replacingShortcodes(in: StyledText(name, .bold))
    let handle = StyledText(handle, .muted)
    let both = TextLayout.joined(name, handle, width: .max)
    if TextLayout.width(of: both.plain) <= width { return [both] }
    let lines = TextLayout.wrap(name, width: width)
    let shown = Array(lines.prefix(Self.maxNameLines))
    let cut =
      lines.count > shown.count ? [TextLayout.truncate(shown[shown.count - 1] + StyledText("…", .bold), to: width)] : []
    return shown.dropLast(cut.count) + cut + TextLayout.wrap(handle, width: width)
  }

  private static let maxNameLines = 3

  /// “Posts · Posts and replies · Media” with the selected tab marked.
  private var tabsLine: StyledText {
    var line = StyledText()
    for (index, tab) in tabs.enumerated() {
      let style = index == selectedTab ? Style(.accent, [.bold, .underline]) : .muted
      line = line + StyledText(index == 0 ? "" : "   ") + StyledText(tab, style)
    }
    return line
  }
}

extension ProfileCard.Field {
  fileprivate var line: StyledText {
    let mark = verified.map { StyledText("  \($0)", .accent) } ?? StyledText()
    return StyledText("\(name): ", .muted) + StyledText(value) + mark
  }
}
