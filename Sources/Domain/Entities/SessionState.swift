import FoundationEssentials

/// What Tern remembers from one start to the next. It holds no secret.
public struct SessionState: Hashable, Sendable {
  public var lastAccount: AccountID?
  public var accounts: [AccountID: AccountMemory]
  /// What the person has looked for, the latest first.
  public var searches: [String]
  /// The searches that stand as tabs, in their order.
  public var savedSearches: [SavedSearch]
  /// The timelines that stand side by side, from left to right.
  public var columns: [TimelineColumn]
  /// The background that the terminal has named last, as 0xRRGGBB.
  public var terminalBackground: UInt32?

  public init(
    lastAccount: AccountID? = nil, accounts: [AccountID: AccountMemory] = [:], searches: [String] = [],
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
  /// So many searches are kept.
  public static let maxSearches = 50
  /// In characters. Nobody types as much again.
  public static let maxSearchLength = 200

  /// A search as it is kept: harmless, and without the blanks around it; empty where it is none, or far too long.
  public static func kept(search text: String) -> String {
    let text = text.escapingControls.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count > maxSearchLength ? "" : text
  }

  /// Keeps a search as the latest one; what is older than the last fifty is forgotten.
  public mutating func add(search text: String) {
    let text = Self.kept(search: text)
    guard !text.isEmpty else { return }
    searches = [text] + searches.filter { $0 != text }.prefix(Self.maxSearches - 1)
  }
}

extension SessionState {
  /// So many searches can stand as tabs.
  public static let maxSavedSearches = 50

  /// Has a search stand as a tab, once: behind the others, or at an index. What nobody types is not kept, nor more of
  /// them than there is room for.
  /// - Returns: whether it is kept.
  @discardableResult
  public mutating func save(_ search: SavedSearch, at index: Int? = nil) -> Bool {
    guard search.query == Self.kept(search: search.query), !search.query.isEmpty else { return false }
    savedSearches.removeAll { $0 == search }
    guard savedSearches.count < Self.maxSavedSearches else { return false }
    savedSearches.insert(search, at: max(0, min(index ?? .max, savedSearches.count)))
    return true
  }

  /// Lets go of a search that stands as a tab, and of where it stood.
  public mutating func forget(_ search: SavedSearch) {
    savedSearches.removeAll { $0 == search }
    for account in accounts.keys where search.account == nil || search.account == account {
      accounts[account]?.forget(search.timeline)
    }
    for index in columns.indices where search.account == nil || search.account == columns[index].account {
      columns[index].forget { $0 == search.timeline }
    }
  }

  /// Lets go of the searches that stand as tabs in an account that is no more: nobody could.
  public mutating func forgetSearches(of account: AccountID) {
    savedSearches.removeAll { $0.account == account }
    for index in columns.indices where columns[index].account == account { columns[index].forget { $0.query != nil } }
    guard let memory = accounts[account] else { return }
    let rest = memory.filter { $0.query == nil }
    accounts[account] = rest == AccountMemory() ? nil : rest
  }
}

/// A search that stands as a tab.
public struct SavedSearch: Hashable, Sendable {
  public var query: String
  /// The account that is looked through, and in which it stands; nil where it is all accounts, and all of them.
  public var account: AccountID?

  public init(_ query: String, in account: AccountID?) {
    self.query = query
    self.account = account
  }

  /// The timeline that it is.
  public var timeline: TimelineID { account == nil ? .searchOfAll(query) : .search(query) }
}

/// One of several timelines that stand side by side.
public struct TimelineColumn: Hashable, Sendable, Identifiable {
  /// Tells it from the others, wherever it stands.
  public let id: Int
  public var account: AccountID
  /// nil for the one that was read last in the account.
  public var timeline: ListedTimeline?
  /// Where that timeline stands in it: the same one can stand in several.
  public var place: Place?

  public init(id: Int, account: AccountID, timeline: ListedTimeline? = nil, place: Place? = nil) {
    self.id = id
    self.account = account
    self.timeline = timeline
    self.place = place
  }
}

extension TimelineColumn {
  /// It goes on with the timeline that was read last in the account.
  fileprivate mutating func forget(where isForgotten: (TimelineID) -> Bool) {
    guard let id = timeline?.id, isForgotten(id) else { return }
    (timeline, place) = (nil, nil)
  }
}

/// What Tern remembers of one account.
public struct AccountMemory: Hashable, Sendable {
  /// Whether the person has signed in to it, where it asks for a password.
  public var isSignedIn: Bool
  public var lastTimeline: ListedTimeline?
  public var places: [TimelineID: Place]
  /// What has been read of each timeline that has been shown.
  public var marks: [TimelineID: ReadMark]

  public init(
    isSignedIn: Bool = false, lastTimeline: ListedTimeline? = nil, places: [TimelineID: Place] = [:],
    marks: [TimelineID: ReadMark] = [:]
  ) {
    self.isSignedIn = isSignedIn
    self.lastTimeline = lastTimeline
    self.places = places
    self.marks = marks
  }
}

extension AccountMemory {
  /// What is remembered of some timelines alone.
  public func filter(_ isIncluded: (TimelineID) -> Bool) -> AccountMemory {
    AccountMemory(
      isSignedIn: isSignedIn, lastTimeline: lastTimeline.flatMap { isIncluded($0.id) ? $0 : nil },
      places: places.filter { isIncluded($0.key) }, marks: marks.filter { isIncluded($0.key) })
  }

  fileprivate mutating func forget(_ timeline: TimelineID) { self = filter { $0 != timeline } }
}

/// The entry that was selected last.
public struct Place: Hashable, Sendable {
  public var key: PostKey
  /// Leads near it when the entry itself is gone.
  public var date: Date?

  public init(key: PostKey, date: Date? = nil) {
    self.key = key
    self.date = date
  }
}
