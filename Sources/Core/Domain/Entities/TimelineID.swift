/// Identifies a timeline within its account. It never changes, because positions and read marks are stored under its
/// `storageKey`; the title may change.
public enum TimelineID: Hashable, Sendable {
  case home
  case notifications
  /// The private conversations of the user. Each entry is the last post of one (`PostNotification.Kind.conversation`).
  case conversations
  /// `local`: posts of accounts on the user's server. `federated`: all public posts that the server knows.
  case local, federated
  /// `favourites`: posts that the user has liked. `bookmarks`: posts that the user has bookmarked.
  case favourites, bookmarks
  case list(String)
  case tag(String)
  /// The posts of an account, by its ID in the source.
  case profile(String, ProfileTab = .posts)
  /// The posts that quote a post.
  case quotes(of: PostID)
  case search(String)
  /// Results of a query in all accounts.
  case searchOfAll(String)
  /// A timeline of a server that is read without an account there.
  case publicTimeline(PublicTimeline)
  /// A timeline that merges one of each account.
  case merged(MergedTimeline)
  /// A timeline that its source identifies by name only, such as the “Likes” of an archive.
  case named(String)
}

extension TimelineID {
  /// A timeline of a source that identifies timelines by name only. “Home” is `.home`.
  public init(name: String) {
    self = name == Self.homeTitle ? .home : .named(name)
  }

  /// The default title.
  public var title: String {
    switch self {
    case .home: Self.homeTitle
    case .notifications: "Notifications"
    case .conversations: "Messages"
    case .local: "Local"
    case .federated: "Federated"
    case .favourites: "Favourites"
    case .bookmarks: "Bookmarks"
    case .tag(let name): TagCombination(name).flatMap { $0.isCombined ? $0.title : nil } ?? "#\(name)"
    case .profile(_, let part): part.title
    case .quotes: "Quotes"
    case .publicTimeline(let timeline): timeline.title
    case .merged(let timeline): timeline.title
    case .list(let name), .search(let name), .searchOfAll(let name), .named(let name): name
    }
  }

  private static let homeTitle = "Home"

  /// The query, if the timeline is a search.
  public var query: String? {
    switch self {
    case .search(let query), .searchOfAll(let query): query
    default: nil
    }
  }

  /// Whether the source of the account has it: it is neither a search nor a timeline of another server. Only such
  /// timelines have read marks.
  public var belongsToSource: Bool {
    switch self {
    case .search, .searchOfAll, .publicTimeline: false
    default: true
    }
  }
}

/// A timeline of all accounts.
public enum MergedTimeline: String, Hashable, Sendable, CaseIterable {
  case home, notifications

  /// The timeline of each account that is merged.
  public var source: TimelineID {
    switch self {
    case .home: .home
    case .notifications: .notifications
    }
  }

  public var title: String { "\(source.title) of all accounts" }
}

extension TimelineID {
  /// The stored form: `home`, `list:12`, `named:Likes`.
  public var storageKey: String {
    switch self {
    case .home: "home"
    case .notifications: "notifications"
    case .conversations: "conversations"
    case .local: "local"
    case .federated: "federated"
    case .favourites: "favourites"
    case .bookmarks: "bookmarks"
    case .list(let id): "list:\(id)"
    case .tag(let name): "tag:\(name)"
    case .profile(let id, .posts): "profile:\(id)"
    case .profile(let id, .withReplies): "profile-with-replies:\(id)"
    case .profile(let id, .media): "profile-media:\(id)"
    case .quotes(let id): "quotes:\(id.rawValue)"
    case .search(let words): "search:\(words)"
    case .searchOfAll(let words): "search-of-all:\(words)"
    case .publicTimeline(let timeline): "public:\(timeline.address)"
    case .merged(let timeline): "merged:\(timeline.rawValue)"
    case .named(let name): "named:\(name)"
    }
  }

  /// nil if the text is not a valid `storageKey`.
  public init?(storageKey: String) {
    let (kind, name) = storageKey.storageKeyParts
    switch (kind, name) {
    case ("home", nil): self = .home
    case ("notifications", nil): self = .notifications
    case ("conversations", nil): self = .conversations
    case ("local", nil): self = .local
    case ("federated", nil): self = .federated
    case ("favourites", nil): self = .favourites
    case ("bookmarks", nil): self = .bookmarks
    case ("list", let id?): self = .list(id)
    case ("tag", let name?): self = .tag(name)
    case ("profile", let id?): self = .profile(id)
    case ("profile-with-replies", let id?): self = .profile(id, .withReplies)
    case ("profile-media", let id?): self = .profile(id, .media)
    case ("quotes", let id?): self = .quotes(of: PostID(id))
    case ("search", let words?): self = .search(words)
    case ("search-of-all", let words?): self = .searchOfAll(words)
    case ("public", let address?):
      guard let timeline = PublicTimeline(typed: address) else { return nil }
      self = .publicTimeline(timeline)
    case ("merged", let name?):
      guard let timeline = MergedTimeline(rawValue: name) else { return nil }
      self = .merged(timeline)
    case ("named", let name?): self = .named(name)
    default: return nil
    }
  }
}

extension String {
  /// The parts before and after the first colon; the name is nil without a colon. Bytes are compared, not characters: a
  /// combining mark at the start of a name would form one character with the colon.
  var storageKeyParts: (kind: String, name: String?) {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return (self, nil) }
    return (String(Substring(utf8[..<colon])), String(Substring(utf8[utf8.index(after: colon)...])))
  }
}

/// A timeline with its title.
public struct ListedTimeline: Hashable, Sendable {
  public var id: TimelineID
  /// The title of its tab.
  public var title: String

  public init(_ id: TimelineID, title: String? = nil) {
    self.id = id
    self.title = title ?? id.title
  }
}
