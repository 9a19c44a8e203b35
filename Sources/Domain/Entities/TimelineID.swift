/// Says what a timeline is, within its account. Places and marks are kept under it, so it never changes; the title, which
/// is for people, may.
public enum TimelineID: Hashable, Sendable {
  case home
  case notifications
  /// What people on the account's own server write, and what that server knows of all others.
  case local, federated
  /// What the reader has marked.
  case favourites, bookmarks
  case list(String)
  case tag(String)
  /// What somebody has written, by their id in the source.
  case profile(String, ProfileTab = .posts)
  case search(String)
  /// What a query finds in all accounts, wherever it is shown.
  case searchOfAll(String)
  /// One that its source knows by a name alone: the “Likes” of an archive.
  case named(String)
}

extension TimelineID {
  /// What a timeline is that has nothing but a name.
  public init(name: String) {
    self = name == Self.homeTitle ? .home : .named(name)
  }

  /// What it is called where its source says nothing else.
  public var title: String {
    switch self {
    case .home: Self.homeTitle
    case .notifications: "Notifications"
    case .local: "Local"
    case .federated: "Federated"
    case .favourites: "Favourites"
    case .bookmarks: "Bookmarks"
    case .tag(let name): "#\(name)"
    case .profile(_, let part): part.title
    case .list(let name), .search(let name), .searchOfAll(let name), .named(let name): name
    }
  }

  private static let homeTitle = "Home"

  /// What it looks for, where it is a search.
  public var query: String? {
    switch self {
    case .search(let query), .searchOfAll(let query): query
    default: nil
    }
  }
}

extension TimelineID {
  /// The form in which it is stored: `home`, `list:12`, `named:Likes`.
  public var storageKey: String {
    switch self {
    case .home: "home"
    case .notifications: "notifications"
    case .local: "local"
    case .federated: "federated"
    case .favourites: "favourites"
    case .bookmarks: "bookmarks"
    case .list(let id): "list:\(id)"
    case .tag(let name): "tag:\(name)"
    case .profile(let id, .posts): "profile:\(id)"
    case .profile(let id, .withReplies): "profile-with-replies:\(id)"
    case .profile(let id, .media): "profile-media:\(id)"
    case .search(let words): "search:\(words)"
    case .searchOfAll(let words): "search-of-all:\(words)"
    case .named(let name): "named:\(name)"
    }
  }

  /// nil where it is none of the forms above.
  public init?(storageKey: String) {
    let (kind, name) = storageKey.storageKeyParts
    switch (kind, name) {
    case ("home", nil): self = .home
    case ("notifications", nil): self = .notifications
    case ("local", nil): self = .local
    case ("federated", nil): self = .federated
    case ("favourites", nil): self = .favourites
    case ("bookmarks", nil): self = .bookmarks
    case ("list", let id?): self = .list(id)
    case ("tag", let name?): self = .tag(name)
    case ("profile", let id?): self = .profile(id)
    case ("profile-with-replies", let id?): self = .profile(id, .withReplies)
    case ("profile-media", let id?): self = .profile(id, .media)
    case ("search", let words?): self = .search(words)
    case ("search-of-all", let words?): self = .searchOfAll(words)
    case ("named", let name?): self = .named(name)
    default: return nil
    }
  }
}

extension String {
  /// What stands before the first colon, and what stands after it. Byte by byte: a mark at the start of a name would make
  /// one character with the colon before it.
  var storageKeyParts: (kind: String, name: String?) {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return (self, nil) }
    return (String(Substring(utf8[..<colon])), String(Substring(utf8[utf8.index(after: colon)...])))
  }
}

/// A timeline as its source lists it.
public struct ListedTimeline: Hashable, Sendable {
  public var id: TimelineID
  /// For people: what its tab shows.
  public var title: String

  public init(_ id: TimelineID, title: String? = nil) {
    self.id = id
    self.title = title ?? id.title
  }
}
