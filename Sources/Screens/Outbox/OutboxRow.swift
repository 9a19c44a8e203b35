import PostCell
import TerminalKit

/// A draft, an outgoing post, a scheduled post, or the notice of the scheduled posts.
struct OutboxRow: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case draft, outgoing, scheduled, notice
  }

  var id: String
  /// The heading above the first row of a section: “Waiting · 2”.
  var heading: String?
  var content: Content
  /// “Reply to Grace Hopper”; empty for a notice.
  var kind: String
  /// “5m”, “2 files”, “poll”.
  var facts: [String] = []
  /// The keys that work on the row: “Enter edit · x discard”.
  var keys = ""
  /// The reason that it waits and until when, or that it was refused; empty if there is nothing to show.
  var state: String
  /// `failure` if the user has to act, `warning` if it waits.
  var severity = Severity.notice
  /// The text, or its beginning; empty if it has none.
  var text = ""
  var nextAgeChange: Duration?
}

extension OutboxRow: CellRow {
  /// The full text of a draft is shown in the composer.
  private static let maxTextLines = 4

  func lines(width: Int) -> [StyledText] {
    let state =
      state.isEmpty ? [] : TextLayout.wrap(StyledText(self.state, severity.style), width: width)
    guard content != .notice else { return state }
    let words = text.isEmpty ? StyledText("no text", .muted) : StyledText(text)
    let lines = TextLayout.wrap(words, width: width)
    return titleLines(width: width) + state + (content == .scheduled ? lines : Self.excerpt(of: lines, width: width))
  }

  /// The kind and the facts, with the keys at the end of the line if they fit.
  private func titleLines(width: Int) -> [StyledText] {
    let known = facts.map { "  " + $0 }.joined()
    let title = StyledText([.init(kind, .bold), .init(known, .muted)])
    let space = width - TextLayout.width(of: title.plain) - TextLayout.width(of: keys)
    guard !keys.isEmpty, space >= 2 else { return TextLayout.wrap(title, width: width) }
    return [title + StyledText(String(repeating: " ", count: space) + keys, .muted)]
  }

  private static func excerpt(of lines: [StyledText], width: Int) -> [StyledText] {
    guard lines.count > maxTextLines else { return lines }
    let last = lines[maxTextLines - 1] + StyledText(" ") + lines[maxTextLines]
    return lines.prefix(maxTextLines - 1) + [TextLayout.truncate(last, to: width)]
  }
}
