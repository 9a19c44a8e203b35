/// Search results of a server.
public struct ServerMatches: Hashable, Sendable {
  public var posts: [Post]
  public var profiles: [Profile]
  public var tags: [Tag]
  /// Pages that are shared often.
  public var links: [SharedLink]

  public struct SharedLink: Hashable, Sendable {
    public var url: String
    public var title: String
    public var card: LinkCard?
    /// The number of accounts that have shared it recently; nil if unknown.
    public var accounts: Int?

    public init(url: String, title: String, card: LinkCard? = nil, accounts: Int? = nil) {
      self.url = url
      self.title = title
      self.card = card
      self.accounts = accounts
    }
  }

  public struct Tag: Hashable, Sendable {
    /// Without `#`.
    public var name: String
    public var url: String?
    /// The number of recent uses; nil if unknown.
    public var uses: Int?
    /// Whether the user follows it; nil if unknown.
    public var isFollowed: Bool?

    public init(name: String, url: String? = nil, uses: Int? = nil, isFollowed: Bool? = nil) {
      self.name = name
      self.url = url
      self.uses = uses
      self.isFollowed = isFollowed
    }
  }

  public init(
    posts: [Post] = [], profiles: [Profile] = [], tags: [Tag] = [], links: [SharedLink] = []
  ) {
    self.posts = posts
    self.profiles = profiles
    self.tags = tags
    self.links = links
  }
}
