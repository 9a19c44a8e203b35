/// Search results of a server.
public struct ServerMatches: Hashable, Sendable {
  public var posts: [Post]
  public var profiles: [Profile]
  public var tags: [Tag]

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

  public init(posts: [Post] = [], profiles: [Profile] = [], tags: [Tag] = []) {
    self.posts = posts
    self.profiles = profiles
    self.tags = tags
  }
}
