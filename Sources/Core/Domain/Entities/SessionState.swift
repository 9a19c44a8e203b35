import FoundationEssentials

/// State that Tern restores at the next launch. It contains no secrets.
public struct SessionState: Hashable, Sendable {
  public var lastAccount: AccountID?
  public var accounts: [AccountID: AccountState]
  /// Recent searches, newest first.
  public var searches: [String]
  /// Searches and other timelines saved as tabs, in order.
  public var savedSearches: [SavedSearch]
  /// Timelines shown as columns, from left to right.
  public var columns: [TimelineColumn]
  /// The column that had the focus last.
  public var focusedColumn: TimelineColumn.ID?
  /// Whether the columns were on screen.
  public var isShowingColumns = false
  /// The layout last chosen with a key: true for panes, false for one screen at a time; nil if the width decides.
  public var prefersPanes: Bool?
  /// The terminal's last known background colour, as 0xRRGGBB.
  public var terminalBackground: UInt32?

  public init(
    lastAccount: AccountID? = nil, accounts: [AccountID: AccountState] = [:], searches: [String] = [],
    savedSearches: [SavedSearch] = [], columns: [TimelineColumn] = [], terminalBackground: UInt32? = nil
  ) {
    self.lastAccount = lastAccount
    self.accounts = accounts
    self.searches = searches
    self.savedSearches = savedSearches
    self.columns = columns
    self.terminalBackground = terminalBackground
  }
}

extension SessionState {
  /// Maximum number of recent searches.
  public static let maxSearches = 50
  /// Maximum length of a search, in characters.
  public static let maxSearchLength = 200

  /// The text of a search as it is stored: without control characters and extra white space; empty if it is too long.
  public static func normalized(search text: String) -> String {
    let text = text.escapingControls.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count > maxSearchLength ? "" : text
  }

  /// Adds a search as the newest one and drops the oldest beyond `maxSearches`.
  public mutating func add(search text: String) {
    let text = Self.normalized(search: text)
    guard !text.isEmpty else { return }
    searches = [text] + searches.filter { $0 != text }.prefix(Self.maxSearches - 1)
  }
}

extension SessionState {
  /// Maximum number of saved tabs.
  public static let maxSavedSearches = 50

  /// Saves a tab, at an index or at the end. A tab that is already saved moves.
  /// - Returns: false if it cannot be saved or the maximum is reached.
  @discardableResult
  public mutating func save(_ search: SavedSearch, at index: Int? = nil) -> Bool {
    guard search.isValid else { return false }
    savedSearches.removeAll { $0 == search }
    guard savedSearches.count < Self.maxSavedSearches else { return false }
    savedSearches.insert(search, at: max(0, min(index ?? .max, savedSearches.count)))
    return true
  }

  /// Removes a saved tab and its read state.
  public mutating func remove(_ search: SavedSearch) {
    savedSearches.removeAll { $0 == search }
    for account in accounts.keys where search.account == nil || search.account == account {
      accounts[account]?.remove(search.timeline)
    }
    for index in columns.indices where search.account == nil || search.account == columns[index].account {
      columns[index].remove { $0 == search.timeline }
    }
  }

  /// Removes the saved tabs of an account that was removed, and their read state.
  public mutating func removeSearches(of account: AccountID) {
    savedSearches.removeAll { $0.account == account }
    for index in columns.indices where columns[index].account == account {
      columns[index].remove { !$0.belongsToSource }
    }
    guard let memory = accounts[account] else { return }
    let rest = memory.filter(\.belongsToSource)
    accounts[account] = rest == AccountState() ? nil : rest
  }
}

/// A tab that the user has saved: a search, several hashtags, or a timeline of another server.
public struct SavedSearch: Hashable, Sendable {
  public var timeline: TimelineID
  /// The account that shows the tab, which is the one to search; nil for all accounts.
  public var account: AccountID?

  public init(_ query: String, in account: AccountID?) {
    self.init(account == nil ? .searchOfAll(query) : .search(query), in: account)
  }

  public init(_ timeline: TimelineID, in account: AccountID?) {
    self.timeline = timeline
    self.account = account
  }

  /// The query, if it is a search.
  public var query: String? { timeline.query }

  /// Whether it can be saved.
  var isValid: Bool {
    switch timeline {
    case .search(let query), .searchOfAll(let query):
      !query.isEmpty && query == SessionState.normalized(search: query)
    case .tag(let name):
      account != nil && name == TagCombination(name)?.name && name == SessionState.normalized(search: name)
    case .publicTimeline: account != nil
    default: false
    }
  }
}

/// A timeline shown as a column next to others.
public struct TimelineColumn: Hashable, Sendable, Identifiable {
  /// Identifies the column when columns are reordered.
  public let id: Int
  public var account: AccountID
  /// nil for the account's last timeline.
  public var timeline: ListedTimeline?
  /// The position in the timeline. It belongs to the column, as several columns may show the same timeline.
  public var position: EntryPosition?

  public init(id: Int, account: AccountID, timeline: ListedTimeline? = nil, position: EntryPosition? = nil) {
    self.id = id
    self.account = account
    self.timeline = timeline
    self.position = position
  }
}

extension TimelineColumn {
  /// Replaces a removed timeline by the account's last one.
  fileprivate mutating func remove(where isRemoved: (TimelineID) -> Bool) {
    guard let id = timeline?.id, isRemoved(id) else { return }
    (timeline, position) = (nil, nil)
  }
}

/// State of one account that Tern restores at the next launch.
public struct AccountState: Hashable, Sendable {
  /// Whether the user has signed in, for accounts with a password.
  public var isSignedIn: Bool
  public var lastTimeline: ListedTimeline?
  public var positions: [TimelineID: EntryPosition]
  /// The read marks of the timelines that have been shown.
  public var marks: [TimelineID: ReadMark]
  /// The group to which the notifications are limited; nil for all.
  public var notificationGroup: NotificationGroup?
  /// The options of timelines whose options differ from the defaults.
  public var options: [TimelineID: TimelineOptions]

  public init(
    isSignedIn: Bool = false, lastTimeline: ListedTimeline? = nil, positions: [TimelineID: EntryPosition] = [:],
    marks: [TimelineID: ReadMark] = [:], notificationGroup: NotificationGroup? = nil,
    options: [TimelineID: TimelineOptions] = [:]
  ) {
    self.options = options
    self.notificationGroup = notificationGroup
    self.isSignedIn = isSignedIn
    self.lastTimeline = lastTimeline
    self.positions = positions
    self.marks = marks
  }
}

extension AccountState {
  /// The account's state, with only the included timelines.
  public func filter(_ isIncluded: (TimelineID) -> Bool) -> AccountState {
    AccountState(
      isSignedIn: isSignedIn, lastTimeline: lastTimeline.flatMap { isIncluded($0.id) ? $0 : nil },
      positions: positions.filter { isIncluded($0.key) }, marks: marks.filter { isIncluded($0.key) },
      notificationGroup: notificationGroup, options: options.filter { isIncluded($0.key) })
  }

  fileprivate mutating func remove(_ timeline: TimelineID) { self = filter { $0 != timeline } }
}

/// A position in a timeline: the selected entry.
public struct EntryPosition: Hashable, Sendable {
  public var key: PostKey
  /// The date of the entry. If the entry no longer exists, the one with the nearest date is selected.
  public var date: Date?

  public init(key: PostKey, date: Date? = nil) {
    self.key = key
    self.date = date
  }

  public init(_ entry: Post) {
    self.init(key: entry.key, date: entry.timelineDate)
  }
}
