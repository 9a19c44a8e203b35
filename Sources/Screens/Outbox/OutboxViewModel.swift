import TerminalKit

/// The list of drafts and outgoing posts, ready to be drawn.
struct OutboxViewModel: Hashable, Sendable {
  var rows: [OutboxRow]
  var selection: Int
  /// The text below the last row.
  var footer: String
}

/// A draft, or an outgoing post.
struct OutboxRow: Hashable, Sendable {
  var id: String
  /// The heading above the first row of a section: “Waiting”.
  var heading: String?
  /// “Reply to Grace Hopper”.
  var kind: String
  /// “5m”, “2 files”, “poll”.
  var facts: [String]
  /// Why it waits and until when, or why it was refused; empty if there is nothing to show.
  var state: String
  /// Whether the user has to act.
  var isFailure = false
  /// The beginning of the text; empty if it has none.
  var text: String
  /// Whether it is in the outbox, as opposed to a draft.
  var isOutgoing: Bool
  /// The title of the send command; nil if the post cannot be sent now.
  var sendTitle: String?
  /// Whether the post is sent once the user has signed in again.
  var needsSignIn = false
}

extension OutboxRow: CellRow {
  /// The full text is shown in the composer.
  private static let maxTextLines = 2

  func lines(width: Int) -> [StyledText] {
    let known = facts.map { "  " + $0 }.joined()
    let what = StyledText([.init(kind, .bold), .init(known, .muted)])
    let state =
      state.isEmpty ? [] : TextLayout.wrap(StyledText(self.state, isFailure ? .failure : .notice), width: width)
    let words = text.isEmpty ? StyledText("no text", .muted) : StyledText(text)
    return TextLayout.wrap(what, width: width) + state + excerptLines(of: words, width: width)
  }

  private func excerptLines(of text: StyledText, width: Int) -> [StyledText] {
    let lines = TextLayout.wrap(text, width: width)
    guard lines.count > Self.maxTextLines else { return lines }
    let last = lines[Self.maxTextLines - 1] + StyledText(" ") + lines[Self.maxTextLines]
    return lines.prefix(Self.maxTextLines - 1) + [TextLayout.truncate(last, to: width)]
  }
}
