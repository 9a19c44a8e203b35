import EmptyState
import TerminalKit

/// What can be done in a timeline, beside what all screens that read have.
public enum TimelineCommands {
  public static let newest = Command(
    "newest-post", "newest post", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)
  public static let fillGap = Command("fill-gap", "load what is missing", keys: ["Enter"], in: .open)
  public static let oldest = Command("oldest-post", "oldest post", keys: ["G", "End"], in: .move)
  public static let date = Command("go-to-date", "a date", keys: ["g d"], in: .move, menu: SourceCommands.goTo)
  public static let submitDate = Command("submit-date", "go to the date", keys: ["Enter"], in: .move)
  public static let leaveDate = Command("leave-date", "stay here", keys: ["Escape"], isWayOut: true)
  public static let nextUnread = Command("next-unread", "next unread post", keys: ["u"], in: .move)
  public static let markAllRead = Command("mark-all-read", "mark all read", keys: ["A"], in: .read)
  public static let goBack = Command("go-back", "where you were before", keys: ["C-o"], in: .move)
  public static let previousTimeline = Command(
    "previous-timeline", "previous timeline", keys: ["BTab", "h", "Left"], in: .open)
  /// The first nine have a key.
  public static let timeline = (1...99).map { number in
    Command(
      "timeline-\(number)", "timeline \(number)",
      keys: number < 10 ? [KeySequence([.character(Character("\(number)"))])] : [], in: .open)
  }
  /// nil past the last that there is a command for.
  static func timeline(at index: Int) -> Command? { timeline.indices.contains(index) ? timeline[index] : nil }

  public static let density = Command("change-density", "more or fewer posts on the screen", keys: ["d"], in: .read)
  public static let submitSearch = Command("submit-search", "read what was found", keys: ["Enter"], in: .search)
  public static let earlierSearch = Command(
    "earlier-search", "an earlier search", keys: ["Up"], in: .search, over: [ListCommands.previous])
  public static let laterSearch = Command(
    "later-search", "a later search", keys: ["Down"], in: .search, over: [ListCommands.next])
  public static let completeSearch = Command(
    "complete-search", "complete the word", keys: ["Tab"], in: .search)
  public static let searchScope = Command(
    "search-scope", "search all accounts, or this one", keys: ["C-t"], in: .search)
  public static let keepSearch = Command(
    "keep-search", "keep this search as a tab, or forget it", keys: ["T"], in: .search)
  public static let nextMatch = Command("next-match", "next match", keys: ["n"], in: .search)
  public static let previousMatch = Command("previous-match", "previous match", keys: ["N"], in: .search)

  public static let all =
    [
      newest, fillGap, oldest, date, submitDate, leaveDate, nextUnread, markAllRead, goBack, previousTimeline, density,
    ]
    + timeline
    + [submitSearch, completeSearch, earlierSearch, laterSearch, searchScope, keepSearch, nextMatch, previousMatch]
}
