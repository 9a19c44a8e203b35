import TerminalKit

/// Drafts and what waits, as they are drawn.
struct OutboxViewModel: Hashable, Sendable {
  var rows: [OutboxRow]
  var selection: Int
  /// What stands below the last row.
  var footer: String
}

/// The first line: whose drafts they are.
struct OutboxHeader: Hashable, Sendable {
  /// “Ada · @ada@timeline.example”.
  var account: String
  /// “@ada@timeline.example”.
  var label: String
}

/// A draft, or a post on its way.
struct OutboxRow: Hashable, Sendable {
  var id: String
  /// Where another kind begins: “Waits”.
  var heading: String?
  /// “Answer to Grace Hopper”.
  var kind: String
  /// “5m”, “2 files”, “a question”.
  var facts: [String]
  /// Why it waits, and until when, or why it was not taken; empty where there is nothing to say.
  var state: String
  /// Whether the person has to do something about it.
  var isFailure = false
  /// How it begins; empty where it has no text.
  var text: String
  /// Whether it is on its way, and no draft.
  var isOnItsWay: Bool
  /// What it is called to have it sent now; nil where that cannot be done.
  var sending: String?
  /// Whether it goes out when the person has signed in again.
  var needsSignIn = false
}

extension OutboxRow: CellRow {
  /// The rest is read where it is written on.
  private static let maxTextLines = 2

  func lines(width: Int) -> [StyledText] {
    let known = facts.map { "  " + $0 }.joined()
    let what = StyledText([.init(kind, .bold), .init(known, .muted)])
    let state =
      state.isEmpty ? [] : TextLayout.wrap(StyledText(self.state, isFailure ? .failure : .notice), width: width)
    let words = text.isEmpty ? StyledText("no text", .muted) : StyledText(text)
    return TextLayout.wrap(what, width: width) + state + beginning(of: words, width: width)
  }

  private func beginning(of text: StyledText, width: Int) -> [StyledText] {
    let lines = TextLayout.wrap(text, width: width)
    guard lines.count > Self.maxTextLines else { return lines }
    let last = lines[Self.maxTextLines - 1] + StyledText(" ") + lines[Self.maxTextLines]
    return lines.prefix(Self.maxTextLines - 1) + [TextLayout.truncate(last, to: width)]
  }
}
