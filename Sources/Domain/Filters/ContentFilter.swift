import FoundationEssentials

/// A filter of the user's, as their server keeps it: phrases, and where, how and until when it applies.
public struct ContentFilter: Hashable, Sendable {
  /// Where a filter applies (Mastodon’s documentation, entities/Filter).
  public enum Context: String, Hashable, Sendable, CaseIterable {
    case home, notifications, `public`, thread, account
  }

  public struct Keyword: Hashable, Sendable {
    public var phrase: String
    public var isWholeWord: Bool

    public init(_ phrase: String, isWholeWord: Bool = false) {
      self.phrase = phrase
      self.isWholeWord = isWholeWord
    }
  }

  public var title: String
  public var keywords: [Keyword]
  /// Posts that the filter names one by one.
  public var posts: Set<PostID>
  public var contexts: Set<Context>
  /// nil: it does not expire.
  public var expiresAt: Date?
  /// Whether matching posts are hidden; else they are folded.
  public var hides: Bool

  public init(
    title: String, keywords: [Keyword] = [], posts: Set<PostID> = [], contexts: Set<Context>, expiresAt: Date? = nil,
    hides: Bool = false
  ) {
    self.title = title
    self.keywords = keywords
    self.posts = posts
    self.contexts = contexts
    self.expiresAt = expiresAt
    self.hides = hides
  }

  public func isActive(at now: Date) -> Bool { expiresAt.map { $0 > now } ?? true }
}

/// The filters of an account, and when its server said so.
public struct CachedFilters: Hashable, Sendable {
  public var filters: [ContentFilter]
  public var asOf: Date
  /// The titles of filters that were there before and no longer are.
  public var formerTitles: Set<String>

  public init(_ filters: [ContentFilter], asOf: Date, formerTitles: Set<String> = []) {
    self.filters = filters
    self.asOf = asOf
    self.formerTitles = formerTitles
  }

  private static let maxFormerTitles = 200

  /// What the server says now, in place of what it has said before.
  public func replaced(by new: [ContentFilter], asOf date: Date) -> CachedFilters {
    let former = formerTitles.union(filters.map(\.title)).subtracting(new.map(\.title))
    return CachedFilters(new, asOf: date, formerTitles: Set(former.sorted().prefix(Self.maxFormerTitles)))
  }
}

/// What the filters do with a post.
public enum FilterVerdict: Hashable, Sendable {
  case fold(title: String)
  case hide(title: String)

  public var title: String {
    switch self {
    case .fold(let title), .hide(let title): title
    }
  }
}

/// Which filters apply somewhere.
public enum FilterScope: Hashable, Sendable {
  case context(ContentFilter.Context)
  /// No context names a search: a filter of any context folds there, and none hides.
  case search
  /// What the user has marked is shown as it is.
  case none

  public func includes(_ contexts: Set<ContentFilter.Context>) -> Bool {
    switch self {
    case .context(let context): contexts.contains(context)
    case .search: true
    case .none: false
    }
  }

  public var hides: Bool { self != .search }
}

extension TimelineID {
  public var filterScope: FilterScope {
    switch self {
    case .home, .list: .context(.home)
    case .notifications: .context(.notifications)
    case .local, .federated, .tag: .context(.public)
    case .profile: .context(.account)
    case .search: .search
    case .favourites, .bookmarks, .searchOfAll, .named: .none
    }
  }
}

extension Post {
  /// What the filters do with this entry, as far as has been decided.
  public var filterVerdict: FilterVerdict? {
    get { filter.map { isHiddenByFilter ? .hide(title: $0) : .fold(title: $0) } }
    set {
      filter = newValue?.title
      if case .hide? = newValue { isHiddenByFilter = true } else { isHiddenByFilter = false }
    }
  }

  /// The verdict on the quoted post, which is folded in its place whatever the filter does elsewhere.
  public var quoteFilter: String? {
    get { if case .shown(let quoted)? = quote { quoted.filter } else { nil } }
    set {
      guard case .shown(var quoted)? = quote else { return }
      quoted.filterVerdict = newValue.map { .fold(title: $0) }
      quote = .shown(quoted)
    }
  }
}
