import EmptyState
import TerminalKit

/// What can be done in a timeline, beside what all screens that read have.
public enum TimelineCommands {
  public static let newest = Command("newest-post", "newest post", keys: ["g g", "Home"], menu: ReadingCommands.goTo)
  public static let fillGap = Command("fill-gap", "load what is missing", keys: ["Enter"])
  public static let oldest = Command("oldest-post", "oldest post", keys: ["G", "End"])
  public static let date = Command("go-to-date", "a date", keys: ["g d"], menu: ReadingCommands.goTo)
  public static let submitDate = Command("submit-date", "go to the date", keys: ["Enter"])
  public static let leaveDate = Command("leave-date", "stay here", keys: ["Escape"], isWayOut: true)
  public static let nextUnread = Command("next-unread", "next unread post", keys: ["u"])
  public static let markAllRead = Command("mark-all-read", "mark all read", keys: ["A"])
  public static let previousTimeline = Command(
    "previous-timeline", "previous timeline", keys: ["BTab", "h", "Left"])
  /// The first nine have a key.
  public static let timeline = (1...99).map { number in
    Command(
      "timeline-\(number)", "timeline \(number)",
      keys: number < 10 ? [KeySequence([.character(Character("\(number)"))])] : [])
  }
  /// nil past the last that there is a command for.
  static func timeline(at index: Int) -> Command? { timeline.indices.contains(index) ? timeline[index] : nil }

  public static let density = Command("change-density", "more or fewer posts on the screen", keys: ["d"])
  public static let submitSearch = Command("submit-search", "read what was found", keys: ["Enter"])
  public static let nextMatch = Command("next-match", "next match", keys: ["n"])
  public static let previousMatch = Command("previous-match", "previous match", keys: ["N"])

  public static let all =
    [newest, fillGap, oldest, date, submitDate, leaveDate, nextUnread, markAllRead, previousTimeline, density]
    + timeline
    + [submitSearch, nextMatch, previousMatch]
}
