import FoundationEssentials

/// The identity of an account across launches: its kind, and a key that survives changes of handle and name.
public struct AccountID: Hashable, Sendable {
  /// The kind of source an account comes from.
  public struct Kind: Hashable, Sendable {
    public let rawValue: String

    public static let demo = Kind(rawValue: "demo")
    /// A file opened from the command line; the key is its path.
    public static let file = Kind(rawValue: "file")
    /// An imported archive.
    public static let store = Kind(rawValue: "store")
    /// An account at a server with Mastodon's API; the key is its full handle in lower case.
    public static let mastodon = Kind(rawValue: "mastodon")
    /// A server that is read without an account; the key is its URL.
    public static let publicServer = Kind(rawValue: "public")
    /// All accounts together.
    public static let merged = Kind(rawValue: "merged")
  }

  /// The kind and the key as they are stored: `demo:ada@demo`. Unknown kinds are preserved.
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

  /// Owns the positions and read marks of merged timelines.
  public static let merged = Self(.merged, "")

  public static func demo(_ key: String) -> Self { Self(.demo, key) }
  public static func file(_ key: String) -> Self { Self(.file, key) }
  public static func store(_ key: String) -> Self { Self(.store, key) }
  public static func mastodon(_ key: String) -> Self { Self(.mastodon, key) }
}

/// An account, or files, whose timelines can be read.
public struct Account: Hashable, Sendable {
  public enum Access: Hashable, Sendable {
    case open
    /// Needs a password before it opens.
    case password
  }

  /// The origin of an account. Messages about an account depend on it, never on a path or an ID.
  public enum Origin: Hashable, Sendable {
    case demo
    /// Files opened from the command line, shown as one account; at least one.
    case files([FileInput])
    /// An imported archive and its format: “X archive”.
    case imported(format: String)
    case server(ServerOrigin)
  }

  public var id: AccountID
  public var profile: Profile
  /// The name that the user gave the account; nil if none.
  public var givenName: AccountName?
  public var origin: Origin
  /// One sentence by the owner, for the list of accounts.
  public var note: String?
  public var access: Access
  /// The number of posts and their dates; nil if unknown before the posts have been read.
  public var postSummary: PostSummary?

  public init(
    id: AccountID, profile: Profile, givenName: AccountName? = nil, origin: Origin, note: String? = nil,
    access: Access = .open, postSummary: PostSummary? = nil
  ) {
    self.id = id
    self.profile = profile
    self.givenName = givenName
    self.origin = origin
    self.note = note
    self.access = access
    self.postSummary = postSummary
  }

  /// The number of posts that the owner has written or reposted, and their dates.
  public struct PostSummary: Hashable, Sendable {
    public var posts: Int
    /// nil if no post has a date.
    public var dates: ClosedRange<Date>?

    public init(posts: Int, dates: ClosedRange<Date>? = nil) {
      self.posts = posts
      self.dates = dates
    }
  }
}

public struct ServerOrigin: Hashable, Sendable {
  /// The host as it is shown and used in handles: `timeline.example`, with a port unless it is the default.
  public var host: String
  /// The URL of the server: `https://timeline.example`.
  public var address: String

  public init(host: String, address: String) {
    self.host = host
    self.address = address
  }
}

/// One of the inputs that an account is read from.
public enum FileInput: Hashable, Sendable {
  case path(String)
  case standardInput
}

extension Account {
  /// The account in a sentence: `@ada@demo`, or the file name if the file names no owner.
  public var label: String { profile.label }

  /// The name shown before the handle: the user's own name for the account, else the owner's.
  public var displayName: String { givenName?.text ?? profile.displayName }
}

extension [Account] {
  /// A distinct name for each account. It is the label; accounts with the same label get the user's name for them, else
  /// the label with the origin.
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
  /// The origin as it is shown: `demo`, `X archive`, a file's path, `standard input`, `tweets.js and 2 more`.
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

  public var isServer: Bool {
    if case .server = self { true } else { false }
  }

  /// Whether the input can be read only once, as it includes standard input.
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
  /// `@ada@demo`; the name if there is no handle.
  public var label: String { handle.isEmpty ? displayName : "@\(handle)" }

  /// `Ada · @ada@demo`; the label alone if the name adds nothing.
  public var nameAndLabel: String {
    let name = displayName
    return name.isEmpty || name == label ? label : "\(name) · \(label)"
  }
}
