import EmptyState
import TerminalKit

/// The commands of the timeline. Those shared by all lists are in `SourceCommands` and `ListCommands`.
public enum TimelineCommands {
  public static let newest = Command(
    "newest-post", "newest post", synonyms: ["top", "latest", "beginning", "scroll to top"], keys: ["g g", "Home"],
    in: .move,
    menu: SourceCommands.goTo)
  public static let fillGap = Command("fill-gap", "load missing posts", keys: ["Enter"], in: .open)
  public static let oldest = Command(
    "oldest-post", "oldest post", synonyms: ["bottom", "end"], keys: ["G", "End"], in: .move)
  public static let date = Command(
    "go-to-date", "go to a date", synonyms: ["jump to date", "calendar", "year", "day", "time travel"], keys: ["g d"],
    in: .move,
    menu: SourceCommands.goTo)
  static let submitDate = Command("submit-date", "go to this date", keys: ["Enter"], in: .move)
  static let leaveDate = Command("leave-date", "cancel", keys: ["Escape"], isDismissal: true)
  public static let otherDeviceMark = Command(
    "other-device", "position on your other device",
    synonyms: ["phone", "marker", "sync position"], keys: ["g p"], in: .move, menu: SourceCommands.goTo)
  public static let order = Command(
    "reading-order", "newest or oldest posts first",
    synonyms: ["oldest first", "newest first", "order", "sort", "reverse", "chronological"], keys: ["O"], in: .read)
  static let nextUnread = Command("next-unread", "next unread post", synonyms: ["new posts"], keys: ["u"], in: .move)
  public static let markAllRead = Command(
    "mark-all-read", "mark all as read", synonyms: ["catch up", "catch-up", "clear unread"], keys: ["A"], in: .read)
  public static let goBack = Command(
    "go-back", "go back to the last position", synonyms: ["return", "jump back"], keys: ["C-o"], in: .move)
  public static let previousTimeline = Command(
    "previous-timeline", "previous timeline", synonyms: ["previous tab"], keys: ["BTab", "h", "Left"], in: .open)
  /// The first nine have a key.
  public static let timeline = (1...99).map { number in
    Command(
      "timeline-\(number)", "timeline \(number)", synonyms: ["timeline", "tab"],
      keys: number < 10 ? [KeySequence([.character(Character("\(number)"))])] : [], in: .open)
  }
  /// nil if there is no command for the index.
  static func timeline(at index: Int) -> Command? { timeline.indices.contains(index) ? timeline[index] : nil }

  public static let density = Command(
    "change-density", "change density", synonyms: ["compact", "comfortable", "spacing", "view"], keys: ["d"], in: .read)
  static let submitSearch = Command("submit-search", "show the matches", keys: ["Enter"], in: .search)
  static let earlierSearch = Command(
    "earlier-search", "previous search", keys: ["Up"], in: .search, over: [ListCommands.previous])
  static let laterSearch = Command(
    "later-search", "next search", keys: ["Down"], in: .search, over: [ListCommands.next])
  static let completeSearch = Command(
    "complete-search", "complete the word", keys: ["Tab"], in: .search)
  static let searchScope = Command(
    "search-scope", "search all accounts or this one", keys: ["C-t"], in: .search)
  static let saveSearch = Command(
    "keep-search", "save a search or timeline as a tab, or remove it",
    synonyms: ["saved search", "saved tab", "keep as a tab", "pin this timeline", "remove this tab"], keys: ["T"],
    in: .search)
  static let filterMatches = Command(
    "filter-matches", "filter these posts", synonyms: ["hide these posts", "make a filter"], keys: ["&"],
    in: .search)
  public static let onThisDay = Command(
    "on-this-day", "on this day", synonyms: ["memories", "anniversary", "anniversaries", "years ago", "look back"],
    keys: ["g y"], in: .open, menu: SourceCommands.goTo)
  static let nextMatch = Command("next-match", "next match", keys: ["n"], in: .search)
  static let previousMatch = Command("previous-match", "previous match", keys: ["N"], in: .search)

  public static let all =
    [
      newest, fillGap, oldest, date, submitDate, leaveDate, otherDeviceMark, nextUnread, markAllRead, goBack, order,
      previousTimeline, density,
    ]
    + timeline
    + [
      submitSearch, completeSearch, earlierSearch, laterSearch, searchScope, saveSearch, filterMatches, onThisDay,
      nextMatch, previousMatch,
    ]
}
