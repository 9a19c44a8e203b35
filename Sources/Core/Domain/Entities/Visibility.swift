/// The visibility of a post.
public enum Visibility: Hashable, Sendable {
  case `public`, unlisted, followers, direct
  /// A visibility that only some servers have, by the server's name for it: `local`, `limited`, `list:12`. Assumed not
  /// to be public.
  case other(String)

  /// The visibilities of all servers with Mastodon's API, widest first.
  public static let common: [Visibility] = [.public, .unlisted, .followers, .direct]

  /// The prefix of the raw value for local-only posts, followed by that of their visibility: `local-only:followers`.
  /// Such posts stay on their server (`local_only` in GoToSocial, Hometown and glitch-soc).
  private static let localOnlyPrefix = "local-only:"
}

extension Visibility: RawRepresentable {
  /// Unknown names are preserved and never become a known visibility.
  public init(rawValue: String) {
    switch rawValue {
    case "public": self = .public
    case "unlisted": self = .unlisted
    case "followers": self = .followers
    case "direct": self = .direct
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .public: "public"
    case .unlisted: "unlisted"
    case .followers: "followers"
    case .direct: "direct"
    case .other(let name): name
    }
  }
}

// MARK: - API names

extension Visibility {
  /// - Parameters:
  ///   - serverName: The name in Mastodon's API (documentation, entities/Status).
  ///   - isLocalOnly: Whether the post stays on its server.
  public init?(serverName: String, isLocalOnly: Bool = false) {
    guard !serverName.isEmpty else { return nil }
    let visibility: Visibility = serverName == "private" ? .followers : Visibility(rawValue: serverName)
    self = isLocalOnly ? visibility.localOnly : visibility
  }

  /// The name in Mastodon's API (documentation, entities/Status).
  public var serverName: String {
    switch self {
    case .followers: "private"
    case .other: wider?.serverName ?? rawValue
    default: rawValue
    }
  }

  public var isLocalOnly: Bool { wider != nil }

  /// The same visibility for a post that stays on its server.
  private var localOnly: Visibility { isLocalOnly ? self : .other(Self.localOnlyPrefix + rawValue) }

  /// The visibility of a local-only post without that restriction; nil for all others.
  private var wider: Visibility? {
    guard case .other(let name) = self, name.hasPrefix(Self.localOnlyPrefix) else { return nil }
    return Visibility(rawValue: String(name.dropFirst(Self.localOnlyPrefix.count)))
  }
}

// MARK: - Order

extension Visibility {
  /// The rank in the order of visibilities: the higher, the fewer accounts can see the post. An unknown visibility
  /// counts as stricter than followers, as it may be a circle or a list; one for the local server counts as stricter
  /// than unlisted.
  private var strictness: Int {
    switch self {
    case .public: 0
    case .unlisted: 1
    case .other("local"): 2
    case .followers: 3
    case .other: wider.map { max($0.strictness, 2) } ?? 4
    case .direct: 5
    }
  }

  public func isWider(than other: Visibility) -> Bool { strictness < other.strictness }

  /// The stricter of two visibilities; this one if they are equally strict.
  public func stricter(_ other: Visibility?) -> Visibility {
    guard let other, isWider(than: other) else { return self }
    return other
  }
}

// MARK: - Text

extension Visibility {
  /// The visibility as it is shown with a post: “public”, “followers only”.
  public var displayName: String {
    switch self {
    case .public: "public"
    case .unlisted: "unlisted"
    case .followers: "followers only"
    case .direct: "mentioned people only"
    case .other("local"): "local only"
    case .other("limited"): "limited"
    case .other("mutual"), .other("mutuals_only"): "mutual followers only"
    case .other("personal"): "only you"
    case .other(let name):
      wider.map { $0 == .public ? "local only" : "\($0.displayName), local only" } ?? Self.quoted(name)
    }
  }

  private static func quoted(_ name: String) -> String {
    if name.hasPrefix("list:") { return "list members only" }
    let shown = name.escapingControls
    return "“\(shown.count > 24 ? shown.prefix(23) + "…" : shown)”"
  }
}
