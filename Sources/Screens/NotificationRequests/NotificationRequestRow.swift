import TerminalKit

/// An account whose notifications are held back, or what is done with the notifications of a kind of sender.
struct NotificationRequestRow: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// `count` is “3 notifications”, `text` the last post; empty if unknown.
    case request(name: String, handle: String, count: String, age: String, text: String)
    /// “People you don’t follow”, “hold back”.
    case policy(sender: String, treatment: String, isAccepting: Bool)
    /// A sentence in place of the rows that are missing.
    case note(String)
  }

  var id: String
  /// Above the first row of a section.
  var heading: String?
  var content: Content
  var nextAgeChange: Duration?
}

extension NotificationRequestRow: CellRow {
  /// The posts are shown when the row is opened.
  private static let maxTextLines = 2

  func lines(width: Int) -> [StyledText] {
    switch content {
    case .request(let name, let handle, let count, let age, let text):
      let byline = TextLayout.joined(StyledText(name, .bold), StyledText(handle, .muted), width: width)
      let facts = StyledText([count, age].filter { !$0.isEmpty }.joined(separator: " · "), .notice)
      return [byline, TextLayout.truncate(facts, to: width)] + Self.excerpt(of: text, width: width)
    case .policy(let sender, let treatment, let isAccepting):
      return [
        TextLayout.justified(
          StyledText(sender), StyledText(treatment, isAccepting ? .muted : .accentBold), width: width)
      ]
    case .note(let text): return TextLayout.wrap(StyledText(text, .muted), width: width)
    }
  }

  private static func excerpt(of text: String, width: Int) -> [StyledText] {
    guard !text.isEmpty else { return [] }
    let lines = TextLayout.wrap(StyledText(text), width: width)
    guard lines.count > maxTextLines else { return lines }
    let last = lines[maxTextLines - 1] + StyledText(" ") + lines[maxTextLines]
    return lines.prefix(maxTextLines - 1) + [TextLayout.truncate(last, to: width)]
  }
}

/// The commands of the screen, in addition to those of all lists.
public enum NotificationRequestsCommands {
  static let open = Command("open-request", "open these notifications", keys: ["Enter"], in: .open)
  static let accept = Command(
    "accept-request", "accept notifications from this account", synonyms: ["allow sender"], keys: ["="], in: .write)
  static let dismiss = Command(
    "dismiss-request", "dismiss notifications from this account", synonyms: ["delete request"], keys: ["-"],
    in: .write)
  static let profile = Command("request-profile", "profile of this account", keys: ["p"], in: .open)
  static let change = Command(
    "change-policy", "change what is held back", synonyms: ["notification policy"], keys: ["Enter"], in: .write)

  public static let all = [open, accept, dismiss, profile, change]
}
