import Domain
import PostCell
import TerminalKit

extension PersonCard {
  /// Nobody fills in more that anyone reads.
  private static let maxFields = 50

  @MainActor
  func lines(width: Int) -> [StyledText] {
    let layout = PostCellLayout(width: width)
    func wrap(_ text: StyledText) -> [StyledText] { layout.wrap(text, width: max(1, width)) }
    func wrap(_ text: String?, _ style: Style) -> [StyledText] {
      text.map { $0.isEmpty ? [] : wrap(StyledText($0, style)) } ?? []
    }
    let who = StyledText([.init(name, .bold), .init(handle.isEmpty ? "" : "  \(handle)", .muted)])
    let heading =
      wrap(who) + wrap(moved, .notice) + wrap((marks + ties).joined(separator: " · "), .muted)
    let said = about.isEmpty ? [] : wrap(StyledText(about))
    let filledIn = fields.prefix(Self.maxFields).flatMap { wrap($0.line) }
    let known =
      wrap(facts.joined(separator: " · "), .muted) + wrap(note, .muted)
      + (address.map { wrap(StyledText(WebAddress.shown($0), .muted, target: .link($0))) } ?? [])
    let parts = parts.isEmpty ? [] : wrap(partsLine)
    let blocks = [heading, said, filledIn, known, parts].filter { !$0.isEmpty }
    return Array(blocks.joined(separator: [StyledText()]))
  }

  /// “Posts · Posts and replies · Media”, the one that stands below it marked.
  private var partsLine: StyledText {
    var line = StyledText()
    for (index, part) in parts.enumerated() {
      let style = index == selectedPart ? Style(.accent, [.bold, .underline]) : .muted
      line = line + StyledText(index == 0 ? "" : "   ") + StyledText(part, style)
    }
    return line
  }
}

extension PersonCard.Field {
  fileprivate var line: StyledText {
    let mark = verified.map { StyledText("  \($0)", .accent) } ?? StyledText()
    return StyledText("\(name): ", .muted) + StyledText(value) + mark
  }
}
