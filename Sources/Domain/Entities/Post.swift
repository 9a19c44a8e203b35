import FoundationEssentials

/// One entry of a timeline: a post, or someone's repost of it. Where it is a repost, `repost` says whose and all
/// other properties speak of the original.
public struct Post: Hashable, Sendable {
  public var ref: PostRef
  /// nil where the source does not say.
  public var author: Profile?
  /// nil where unknown.
  public var createdAt: Date?
  /// When its source took it in, where that decides on its place in a timeline, and not what its author says.
  public var indexedAt: Date?
  public var text: PostText
  /// The post's address on the web.
  public var url: String?
  public var replyTo: PostID?
  public var quote: Quote?
  /// The content warning that folds text and media.
  public var warning: String?
  public var counts: Counts?
  public var media: [Media]
  public var poll: Poll?
  public var visibility: Visibility?
  public var states: Set<PostState>
  private var extras: PostExtras?

  public init(
    id: PostID, account: AccountID? = nil, author: Profile? = nil, createdAt: Date? = nil, indexedAt: Date? = nil,
    text: PostText = PostText(),
    url: String? = nil, repost: Repost? = nil, replyTo: PostID? = nil, replyToAuthor: Profile? = nil,
    quote: Quote? = nil, warning: String? = nil,
    counts: Counts? = nil, media: [Media] = [], poll: Poll? = nil, visibility: Visibility? = nil,
    states: Set<PostState> = [], notification: PostNotification? = nil, viewer: ViewerState? = nil,
    details: PostDetails? = nil, mentions: [Mention] = []
  ) {
    ref = PostRef(account: account, id: id)
    self.author = author
    self.createdAt = createdAt
    self.indexedAt = indexedAt
    self.text = text
    self.url = url
    self.replyTo = replyTo
    self.quote = quote
    self.warning = warning
    self.counts = counts
    self.media = media
    self.poll = poll
    self.visibility = visibility
    self.states = states
    extras = PostExtras(
      PostExtras.Parts(
        repost: repost, replyToAuthor: replyToAuthor, notification: notification, viewer: viewer, details: details,
        mentions: mentions))
  }

  public var repost: Repost? {
    get { extras?.parts.repost }
    set { extras = extras.with { $0.repost = newValue } }
  }

  /// Whom it answers, where the source says; nil also where that is known from the post itself that `replyTo` names.
  public var replyToAuthor: Profile? {
    get { extras?.parts.replyToAuthor }
    set { extras = extras.with { $0.replyToAuthor = newValue } }
  }

  /// What has happened to the reader, where this entry tells of that. Where it is about no post, the id is that of the
  /// notification, and the author is whoever has done it.
  public var notification: PostNotification? {
    get { extras?.parts.notification }
    set { extras = extras.with { $0.notification = newValue } }
  }

  /// What the reader has done with it; nil where the source does not say.
  public var viewer: ViewerState? {
    get { extras?.parts.viewer }
    set { extras = extras.with { $0.viewer = newValue } }
  }

  /// nil where the source does not say.
  public var details: PostDetails? {
    get { extras?.parts.details }
    set { extras = extras.with { $0.details = newValue } }
  }

  /// The people whom the text mentions, as the source lists them; empty where it lists none.
  public var mentions: [Mention] {
    get { extras?.parts.mentions ?? [] }
    set { extras = extras.with { $0.mentions = newValue } }
  }

  /// The title of the reader's own filter that folds this entry; empty where it has none.
  public var filter: String? {
    get { extras?.parts.filter }
    set { extras = extras.with { $0.filter = newValue } }
  }

  /// Whether `filter` hides this entry, and does not only fold it. Timelines leave it out and say how many they do.
  public var isHiddenByFilter: Bool {
    get { extras?.parts.isHiddenByFilter ?? false }
    set { extras = extras.with { $0.isHiddenByFilter = newValue } }
  }

  /// The ActivityPub id, which names the same post on all servers; nil where the source does not say.
  public var uri: String? {
    get { extras?.parts.uri }
    set { extras = extras.with { $0.uri = newValue } }
  }

  /// The id that its server had for the post before it changed it (snac: with each edit and vote); nil but where that has
  /// just been noticed.
  public var formerID: PostID? {
    get { extras?.parts.formerID }
    set { extras = extras.with { $0.formerID = newValue } }
  }

  /// See `formerID`.
  public var formerRef: PostRef? { formerID.map { PostRef(account: ref.account, id: $0) } }

  /// The ids under which its source keeps all that it has said, the first first; empty where it is kept once.
  public var versionIDs: [PostID] {
    get { extras?.parts.versionIDs ?? [] }
    set { extras = extras.with { $0.versionIDs = newValue } }
  }

  /// What stands in its place until the reader opens it: its author's warning, or that of the reader's filter.
  public var fold: String? {
    warning.map { "Warning: \($0)" } ?? filter.map { $0.isEmpty ? "Filtered" : "Filtered: \($0)" }
  }

  /// Whether this entry is about a post, and not only about what somebody has done: that they follow the reader.
  public var isPost: Bool { notification.map { $0.id != id.rawValue } ?? true }

  /// Its id in its source.
  public var id: PostID { ref.id }

  public var key: PostKey {
    PostKey(ref, repostedBy: repost.map { $0.by?.handle ?? "" }, notification: notification?.id)
  }

  /// When this entry came into the timeline, which puts it in order: the repost's time for a repost.
  public var timelineDate: Date? { notification?.at ?? repost?.at ?? indexedAt ?? createdAt }

  /// When it was written or reposted, for people.
  public var shownDate: Date? { notification?.at ?? repost?.at ?? createdAt ?? indexedAt }
}

extension Post {
  /// Takes from another version of the same post what changes in the life of one. What the other does not tell stays.
  public mutating func update(from other: Post) {
    var other = other
    if other.formerRef == ref { ref = other.ref }
    other.keepViewer(of: self)
    // The mentions belong to the text: a version with the same text and no list of its own changes none.
    if !other.mentions.isEmpty || other.text != text { mentions = other.mentions }
    (text, warning, media, states) = (other.text, other.warning, other.media, other.states)
    poll = other.poll ?? poll
    counts = other.counts ?? counts
    visibility = other.visibility ?? visibility
    viewer = other.viewer ?? viewer
    details = other.details ?? details
  }

  /// Makes it a post of an account, and the post that it quotes.
  public mutating func assign(to account: AccountID?) {
    ref.account = account
    if case .shown(var quoted)? = quote {
      quoted.assign(to: account)
      quote = .shown(quoted)
    }
  }

  public func updated(from other: Post) -> Post {
    var post = self
    post.update(from: other)
    return post
  }
}

/// What most posts have nothing of. It lies apart, and takes a word of those.
private final class PostExtras: Hashable, Sendable {
  struct Parts: Hashable {
    var repost: Repost?
    var replyToAuthor: Profile?
    var notification: PostNotification?
    var viewer: ViewerState?
    var details: PostDetails?
    var mentions: [Mention] = []
    var filter: String?
    var isHiddenByFilter = false
    var uri: String?
    var formerID: PostID?
    var versionIDs: [PostID] = []
  }

  let parts: Parts

  init?(_ parts: Parts) {
    guard parts != Parts() else { return nil }
    self.parts = parts
  }

  static func == (one: PostExtras, other: PostExtras) -> Bool { one === other || one.parts == other.parts }

  func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension PostExtras? {
  fileprivate func with(_ change: (inout PostExtras.Parts) -> Void) -> Self {
    var parts = self?.parts ?? PostExtras.Parts()
    change(&parts)
    return PostExtras(parts)
  }
}

/// That someone passed a post on.
public struct Repost: Hashable, Sendable {
  public var by: Profile?
  public var at: Date?

  public init(by: Profile?, at: Date? = nil) {
    self.by = by
    self.at = at
  }
}

/// How often a post was answered, reposted and liked; nil where the source does not say.
public struct Counts: Hashable, Sendable {
  public var replies: Int?
  public var reposts: Int?
  public var likes: Int?

  public init(replies: Int? = nil, reposts: Int? = nil, likes: Int? = nil) {
    self.replies = replies
    self.reposts = reposts
    self.likes = likes
  }
}

/// What has become of a post; it may be several of these at once.
public enum PostState: String, Hashable, Sendable, CaseIterable {
  case edited, pinned, deleted
}
