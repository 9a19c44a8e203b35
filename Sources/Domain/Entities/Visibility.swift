/// Who may read a post.
public enum Visibility: Hashable, Sendable {
  case `public`, unlisted, followers, direct
  /// A visibility that only some servers have, by the server's own name: `local`, `limited`, `list:12`. Nothing is known of
  /// it but that it is not public.
  case other(String)

  /// Those that every server of Mastodon's API has, the widest first.
  public static let common: [Visibility] = [.public, .unlisted, .followers, .direct]

  /// What marks a post that does not leave its server, whatever else its visibility is (`local_only` in GoToSocial,
  /// Hometown and glitch-soc). The visibility by Tern's name follows.
  private static let localOnlyPrefix = "local-only:"
}

extension Visibility: RawRepresentable {
  /// A name that is not known is kept: it never becomes one of the known visibilities.
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

// MARK: - In a server's words

extension Visibility {
  /// - Parameters:
  ///   - serverName: as servers write it (documentation, entities/Status).
  ///   - isLocalOnly: whether the post does not leave its server.
  public init?(serverName: String, isLocalOnly: Bool = false) {
    guard !serverName.isEmpty else { return nil }
    let visibility: Visibility = serverName == "private" ? .followers : Visibility(rawValue: serverName)
    self = isLocalOnly ? visibility.localOnly : visibility
  }

  /// As servers write it (documentation, entities/Status).
  public var serverName: String {
    switch self {
    case .followers: "private"
    case .other: wider?.serverName ?? rawValue
    default: rawValue
    }
  }

  public var isLocalOnly: Bool { wider != nil }

  /// The same, of a post that does not leave its server.
  private var localOnly: Visibility { isLocalOnly ? self : .other(Self.localOnlyPrefix + rawValue) }

  /// What a local-only post would be if it left its server; nil for all others.
  private var wider: Visibility? {
    guard case .other(let name) = self, name.hasPrefix(Self.localOnlyPrefix) else { return nil }
    return Visibility(rawValue: String(name.dropFirst(Self.localOnlyPrefix.count)))
  }
}

// MARK: - Order

extension Visibility {
  /// The higher, the fewer people may read it. A visibility of which only the name is known counts as narrower than
  /// followers, for it may be a circle or a list; one for a server's own people as narrower than unlisted.
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

  /// The one that fewer people may read; this one where neither is stricter.
  public func stricter(_ other: Visibility?) -> Visibility {
    guard let other, isWider(than: other) else { return self }
    return other
  }
}

// MARK: - In words

extension Visibility {
  /// For people, as a fact of a post: “public”, “for followers”.
  public var fact: String {
    switch self {
    case .public: "public"
    case .unlisted: "unlisted"
    case .followers: "for followers"
    case .direct: "direct, for who is mentioned"
    case .other("local"): "local only"
    case .other("limited"): "for a limited circle"
    case .other("mutual"), .other("mutuals_only"): "for mutual followers"
    case .other("personal"): "for yourself"
    case .other(let name): wider.map { $0 == .public ? "local only" : "\($0.fact), local only" } ?? Self.quoted(name)
    }
  }

  private static func quoted(_ name: String) -> String {
    if name.hasPrefix("list:") { return "for a list" }
    let shown = name.escapingControls
    return "“\(shown.count > 24 ? shown.prefix(23) + "…" : shown)”"
  }
}
