import EmptyState
import PostCell

/// The list as it is drawn.
struct TimelineViewModel: Hashable, Sendable {
  typealias Row = PostCellViewModel

  var rows: [Row]
  var selection: Int
  /// What stands below the last row.
  var footer: String
  /// Whether it is what a search has found.
  var isSearchResult = false
}

/// The first line: the account's timelines and whose they are.
struct TimelineHeader: Hashable, Sendable {
  struct Tab: Hashable, Sendable {
    var name: String
    /// 0 also where nobody knows.
    var unreadCount: Int
  }

  var tabs: [Tab]
  var selectedTab: Int
  /// “Ada · @ada@demo”.
  var account: String
  /// “@ada@demo”.
  var label: String
  /// Whether something is unread in the selected one.
  var hasUnread = false
}
