import FoundationEssentials

/// Names an account across starts: its kind, and a key that never changes, whatever becomes of handle and name.
public struct AccountID: Hashable, Sendable {
  /// Which source has the account.
  public struct Kind: Hashable, Sendable {
    public let rawValue: String

    public static let demo = Kind(rawValue: "demo")
    /// A file that was opened by hand; the key is its path.
    public static let file = Kind(rawValue: "file")
    /// What has been imported.
    public static let store = Kind(rawValue: "store")
    /// One at a server that speaks Mastodon's API; the key is its handle with its server, in lower case.
    public static let mastodon = Kind(rawValue: "mastodon")
  }

  /// The form in which it is stored: `demo:ada@demo`. Kinds that this Tern does not know are kept.
  public let storageKey: String

  public init(_ kind: Kind, _ key: String) {
    storageKey = "\(kind.rawValue):\(key)"
  }

  public init(storageKey: String) {
    let (kind, key) = storageKey.storageKeyParts
    self.init(Kind(rawValue: kind), key ?? "")
  }

  public var kind: Kind { Kind(rawValue: storageKey.storageKeyParts.0) }
  public var key: String { storageKey.storageKeyParts.1 ?? "" }

  public static func demo(_ key: String) -> Self { Self(.demo, key) }
  public static func file(_ key: String) -> Self { Self(.file, key) }
  public static func store(_ key: String) -> Self { Self(.store, key) }
  public static func mastodon(_ key: String) -> Self { Self(.mastodon, key) }
}

/// Someone, or some file, whose timelines can be read.
public struct Account: Hashable, Sendable {
  public enum Access: Hashable, Sendable {
    /// Opens at once.
    case open
    /// Asks for a password first.
    case password
  }

  /// Where an account comes from. Words about it are chosen by this, never by a path or an id.
  public enum Origin: Hashable, Sendable {
    case demo
    /// Files that were opened by hand, as one; at least one.
    case files([FileInput])
    /// What has been imported, and of what format that was: “X archive”.
    case imported(format: String)
    /// A server that is asked; its address without a path: `https://timeline.example`.
    case server(ServerOrigin)
  }

  public var id: AccountID
  public var profile: Profile
  /// What the person calls it; nil where they have given it no name.
  public var givenName: AccountName?
  public var origin: Origin
  /// One sentence that its owner wrote about it, for the list of accounts.
  public var note: String?
  public var access: Access
  /// How much there is of it; nil where its source does not know that without reading the posts.
  public var extent: Extent?

  public init(
    id: AccountID, profile: Profile, givenName: AccountName? = nil, origin: Origin, note: String? = nil,
    access: Access = .open, extent: Extent? = nil
  ) {
    self.id = id
    self.profile = profile
    self.givenName = givenName
    self.origin = origin
    self.note = note
    self.access = access
    self.extent = extent
  }

  /// How many posts its owner has written or reposted, and from when to when.
  public struct Extent: Hashable, Sendable {
    public var posts: Int
    /// nil where none of them has a date.
    public var dates: ClosedRange<Date>?

    public init(posts: Int, dates: ClosedRange<Date>? = nil) {
      self.posts = posts
      self.dates = dates
    }
  }
}

/// The server of an account.
public struct ServerOrigin: Hashable, Sendable {
  /// For people, and in handles: `timeline.example`, with its port where it has one of its own.
  public var host: String
  /// Where it is asked: `https://timeline.example`.
  public var address: String

  public init(host: String, address: String) {
    self.host = host
    self.address = address
  }
}

/// One of the files that make an account.
public enum FileInput: Hashable, Sendable {
  case path(String)
  case standardInput
}

extension Account {
  /// What the account is called in a sentence: `@ada@demo`, or the name of a file that does not say whose it is.
  public var label: String { profile.label }

  /// What stands in front of the handle: the name that the person has given it, else that of its owner.
  public var shownName: String { givenName?.text ?? profile.displayName }
}

extension [Account] {
  /// What each of them is called where all stand side by side: by its label, or, where others have the same, by the name
  /// that it has been given, else with where it comes from.
  public var distinctNames: [AccountID: String] {
    let counts = reduce(into: [:]) { $0[$1.label, default: 0] += 1 }
    return reduce(into: [:]) { names, account in
      names[account.id] =
        counts[account.label] == 1
        ? account.label : account.givenName?.text ?? "\(account.label) (\(account.origin.label))"
    }
  }
}

extension Account.Origin {
  /// For people: `demo`, `X archive`, a file's path, `standard input`; `tweets.js and 2 more`.
  public var label: String {
    switch self {
    case .demo: "demo"
    case .imported(let format): format
    case .server(let server): server.host
    case .files(let inputs):
      (inputs.first?.label ?? "") + (inputs.count > 1 ? " and \(inputs.count - 1) more" : "")
    }
  }

  public var isFile: Bool {
    if case .files = self { true } else { false }
  }

  /// Whether it can be read but once.
  public var isReadOnce: Bool {
    if case .files(let inputs) = self { inputs.contains(.standardInput) } else { false }
  }
}

extension FileInput {
  public var label: String {
    switch self {
    case .path(let path): path
    case .standardInput: "standard input"
    }
  }
}

extension Profile {
  /// `@ada@demo`; the name where there is no handle.
  public var label: String { handle.isEmpty ? displayName : "@\(handle)" }

  /// `Ada · @ada@demo`; the label where there is nothing more to say.
  public var nameAndLabel: String {
    let name = displayName
    return name.isEmpty || name == label ? label : "\(name) · \(label)"
  }
}
