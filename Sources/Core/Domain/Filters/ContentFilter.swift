import FoundationEssentials

/// A filter of the user's at their server: phrases, and where, how and how long it applies.
public struct ContentFilter: Hashable, Sendable {
  /// Where a filter applies (Mastodon's documentation, entities/Filter).
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
  /// Posts that the filter lists by ID.
  public var posts: Set<PostID>
  public var contexts: Set<Context>
  /// nil if it does not expire.
  public var expiresAt: Date?
  /// Whether matching posts are hidden instead of folded.
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

/// The filters of an account, and when its server returned them.
public struct CachedFilters: Hashable, Sendable {
  public var filters: [ContentFilter]
  public var asOf: Date
  /// Titles of filters that no longer exist.
  public var formerTitles: Set<String>

  public init(_ filters: [ContentFilter], asOf: Date, formerTitles: Set<String> = []) {
    self.filters = filters
    self.asOf = asOf
    self.formerTitles = formerTitles
  }

  private static let maxFormerTitles = 200

  /// The filters after a new response of the server.
  public func replaced(by new: [ContentFilter], asOf date: Date) -> CachedFilters {
    let former = formerTitles.union(filters.map(\.title)).subtracting(new.map(\.title))
    return CachedFilters(new, asOf: date, formerTitles: Set(former.sorted().prefix(Self.maxFormerTitles)))
  }
}

/// The effect of filters on a post.
public enum FilterVerdict: Hashable, Sendable {
  case fold(title: String)
  case hide(title: String)

  public var title: String {
    switch self {
    case .fold(let title), .hide(let title): title
    }
  }
}

/// The filters that apply in a place of the app.
public enum FilterScope: Hashable, Sendable {
  case context(ContentFilter.Context)
  /// A search has no context of its own: filters of any context fold posts, and none hides them.
  case search
  /// Posts that the user has marked are shown as they are.
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
    // Those of archives and files have names.
    case .home, .list, .named: .context(.home)
    case .notifications: .context(.notifications)
    // Mastodon applies no filters to conversations (app/serializers/rest/conversation_serializer.rb).
    case .local, .federated, .tag, .quotes, .publicTimeline: .context(.public)
    case .profile: .context(.account)
    case .search: .search
    case .merged(let timeline): timeline.source.filterScope
    case .conversations, .favourites, .bookmarks, .searchOfAll: .none
    }
  }
}

extension Post {
  /// The effect of filters on this entry; nil if none or not determined.
  public var filterVerdict: FilterVerdict? {
    get { filter.map { isHiddenByFilter ? .hide(title: $0) : .fold(title: $0) } }
    set {
      filter = newValue?.title
      if case .hide? = newValue { isHiddenByFilter = true } else { isHiddenByFilter = false }
    }
  }

  /// The title of the filter that folds the quoted post. Quoted posts are never hidden, only folded.
  public var quoteFilter: String? {
    get { if case .shown(let quoted)? = quote { quoted.filter } else { nil } }
    set {
      guard case .shown(var quoted)? = quote else { return }
      quoted.filterVerdict = newValue.map { .fold(title: $0) }
      quote = .shown(quoted)
    }
  }
}
