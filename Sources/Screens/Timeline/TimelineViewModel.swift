import Domain
import EmptyState
import PostCell
import TerminalKit

/// The content of the list.
struct TimelineViewModel: Hashable, Sendable {
  var rows: [TimelineRow]
  var selection: Int
  /// Shown below the last row.
  var footer: String
  /// Whether the rows are the matches of a search.
  var isSearchResult = false
  /// Whether older posts are above.
  var isOldestFirst = false
  /// Empty lines between rows.
  var spacing = 1
}

/// A row of the list.
enum TimelineRow: Hashable, Sendable {
  case post(PostCellViewModel)
  /// Posts that are not loaded.
  case gap(String, id: String)

  /// nil for a gap.
  var post: PostCellViewModel? {
    if case .post(let post) = self { post } else { nil }
  }

  var heading: String? {
    get { post?.heading }
    set {
      guard case .post(var post) = self else { return }
      post.heading = newValue
      self = .post(post)
    }
  }

  var namesPictureKeys: Bool {
    get { post?.namesPictureKeys ?? false }
    set {
      guard case .post(var post) = self else { return }
      post.namesPictureKeys = newValue
      self = .post(post)
    }
  }

  var isUnread: Bool {
    get { post?.isUnread ?? false }
    set {
      guard case .post(var post) = self else { return }
      post.isUnread = newValue
      self = .post(post)
    }
  }
}

extension TimelineRow: CellRow {
  var id: String {
    switch self {
    case .post(let post): post.id
    case .gap(_, let id): "gap \(id)"
    }
  }

  var isMarked: Bool { post?.isMarked ?? false }
  var nextAgeChange: Duration? { post?.nextAgeChange }

  func lines(width: Int) -> [StyledText] {
    switch self {
    case .post(let post): post.lines(width: width)
    case .gap(let words, _): TextLayout.wrap(StyledText("… \(words)", .notice), width: width)
    }
  }

  func layout(width: Int, pictureHeight: Int) -> RowLayout {
    post?.layout(width: width, pictureHeight: pictureHeight) ?? RowLayout(lines: lines(width: width))
  }
}

/// The first line of the screen: the tabs and the account.
struct TimelineHeader: Hashable, Sendable {
  struct Tab: Hashable, Sendable {
    var name: String
    /// A title for narrow screens.
    var shortName: String?
    /// Whether its posts are for the user: the notifications.
    var isPersonal = false
    /// 0 also if the count is unknown.
    var unreadCount: Int
  }

  var tabs: [Tab]
  var selectedTab: Int
  /// “Ada · @ada@demo”.
  var account: String
  /// “@ada@demo”.
  var label: String
  /// Titles of timelines that are not shown as tabs but can be.
  var others: [String] = []
  /// The unread count of the account; nil if it is the sum of the tabs.
  var accountUnread: Int?
  /// Whether the selected timeline has unread entries.
  var hasUnread = false
  /// nil while no search is open.
  var search: Search?
  /// The action of the key for saved tabs on the current search or timeline; nil for none.
  var savedSearchAction: SavedSearchAction?
  var capabilities = TimelineCapabilities()
}

extension TimelineHeader {
  enum SavedSearchAction: Hashable, Sendable {
    /// Saves the search as a tab.
    case save
    /// Removes the tab of the search.
    case remove
    /// Saves the timeline as a tab.
    case saveTimeline
    /// Removes the tab of the timeline.
    case removeTimeline
  }

  /// A search, shown in place of the tabs while it is open.
  struct Search: Hashable, Sendable {
    /// The query; empty before anything is typed.
    var text: String
    /// “in all timelines”; empty if there is nothing else to search.
    var scope: String
    /// Whether the field shows an earlier search.
    var isRecalled = false
    /// Whether the last word can be completed.
    var canComplete = false
    /// The scope to switch to; nil if there is only one account.
    var otherScope: Scope?

    enum Scope: Hashable, Sendable {
      case allAccounts, thisAccount
    }
  }
}

/// The actions available in this timeline. The commands for others are not offered.
struct TimelineCapabilities: Hashable, Sendable {
  var canRefresh = true
  var canSearch = true
  var canGoToOldest = true
  var canGoToDate = true
  /// The hashtag whose timeline is shown; nil for other timelines.
  var tag: Tag?

  struct Tag: Hashable, Sendable {
    var name: String
    var isFollowed: Bool
  }

  /// The host whose server can search for the current query; nil if none exists.
  var searchedServer: String?
  var canWrite = false
  /// Whether hidden posts are shown; nil if no posts are hidden.
  var showsHidden: Bool?
  /// The kinds of entries that are hidden; nil if none can be hidden here.
  var hiddenKinds: Set<EntryKind>?
  /// nil if the order cannot be changed here.
  var order: ReadingOrder?
  /// Whether the user has read further on another device.
  var canGoToOtherDeviceMark = false
  /// The notifications that are shown; nil for other timelines.
  var notifications: Notifications?

  struct Notifications: Hashable, Sendable {
    /// nil for all.
    var shown: NotificationGroup?
    var next: NotificationGroup?
  }

  /// Whether the account has notifications that its server can hold back.
  var canHoldNotifications = false
  /// The index of the timeline with private conversations, among the tabs and the other timelines; nil if the account
  /// lacks it.
  var messagesIndex: Int?
  /// Whether all posts here are hidden and the newest posts can be shown instead.
  var canGoToNewest = false
  /// Whether newer posts can be loaded because all posts here are hidden and none is older.
  var canLoadNewer = false
  /// Whether the posts of this day in earlier years can be shown.
  var canShowAnniversaries = false
}
