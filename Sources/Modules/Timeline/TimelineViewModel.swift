import EmptyState
import PostCell
import TerminalKit

/// The list as it is drawn.
struct TimelineViewModel: Hashable, Sendable {
  var rows: [TimelineRow]
  var selection: Int
  /// What stands below the last row.
  var footer: String
  /// Whether it is what a search has found.
  var isSearchResult = false
  /// Empty lines between two rows.
  var spacing = 1
}

/// A row of the list.
enum TimelineRow: Hashable, Sendable {
  case post(PostCellViewModel)
  /// What stands in the place of posts that are missing.
  case gap(String, id: String)

  /// nil where the row is a gap.
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

  func lines(width: Int) -> [StyledText] {
    switch self {
    case .post(let post): post.lines(width: width)
    case .gap(let words, _): TextLayout.wrap(StyledText("… \(words)", .notice), width: width)
    }
  }
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
  /// The names of timelines that are no tabs, and can be.
  var others: [String] = []
  /// How much is unread in the account; nil if that is the sum of the tabs.
  var accountUnread: Int?
  /// Whether something is unread in the selected one.
  var hasUnread = false
  /// What can be taken back: “Home marked read”; nil where there is nothing.
  var takenBackNext: String?
  /// nil as long as nothing is looked for.
  var search: Search?
  /// What a key does with the search that stands; nil where it does nothing.
  var keeping: Keeping?
  var abilities = TimelineCapabilities()
}

extension TimelineHeader {
  enum Keeping: Hashable, Sendable {
    /// Has it stand as a tab.
    case keep
    /// The tab goes.
    case forget
  }

  /// The search, which is a tab of its own while it stands.
  struct Search: Hashable, Sendable {
    /// What is looked for; empty as long as nothing is typed.
    var words: String
    /// “4 in all timelines”; empty as long as nobody knows.
    var found: String
    /// “4”.
    var count = ""
    /// Whether an earlier search stands in the field.
    var isRecalled = false
    /// Whether the word may become another that is being typed.
    var canComplete = false
    /// Where it can be looked for as well; nil where there is but this account.
    var otherScope: Scope?

    enum Scope: Hashable, Sendable {
      case allAccounts, thisAccount
    }

    /// “Search: loom”.
    var name: String { words.isEmpty ? "Search" : "Search: \(words)" }
  }
}

/// What the source can do. A key for what it cannot is not offered.
struct TimelineCapabilities: Hashable, Sendable {
  var canRefresh = true
  var canSearch = true
  var canGoToOldest = true
  var canGoToDate = true
  /// The tag whose timeline stands, and whether the reader follows it; nil where it is none.
  var tag: Tag?

  struct Tag: Hashable, Sendable {
    var name: String
    var isFollowed: Bool
  }

  /// The server that can be asked for what is looked for; nil where there is none.
  var searchedServer: String?
  var canWrite = false
  /// Whether what is hidden is shown; nil where nothing is hidden.
  var showsHidden: Bool?
}
