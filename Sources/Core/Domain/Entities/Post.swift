import FoundationEssentials

/// One entry of a timeline: a post, or a repost of it. For a repost, `repost` has the reposter, and all other
/// properties describe the original post.
public struct Post: Hashable, Sendable {
  public var ref: PostRef
  /// nil if unknown.
  public var author: Profile?
  /// nil if unknown.
  public var createdAt: Date?
  /// When the source received the post, if the source sorts by that and not by the author's date.
  public var indexedAt: Date?
  public var text: PostText
  /// The URL of the post's web page.
  public var url: String?
  public var replyTo: PostID?
  public var quote: Quote?
  /// The content warning, which folds text and media.
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

  /// The author of the post that this one replies to, if the source has it; nil also if it is known from that post
  /// itself.
  public var replyToAuthor: Profile? {
    get { extras?.parts.replyToAuthor }
    set { extras = extras.with { $0.replyToAuthor = newValue } }
  }

  /// The notification, if this entry is one. If it is about no post, the ID is that of the notification and the author
  /// is the account that caused it.
  public var notification: PostNotification? {
    get { extras?.parts.notification }
    set { extras = extras.with { $0.notification = newValue } }
  }

  /// The user's own interactions with the post; nil if unknown.
  public var viewer: ViewerState? {
    get { extras?.parts.viewer }
    set { extras = extras.with { $0.viewer = newValue } }
  }

  /// nil if unknown.
  public var details: PostDetails? {
    get { extras?.parts.details }
    set { extras = extras.with { $0.details = newValue } }
  }

  /// The mentions that the source lists; empty if it lists none.
  public var mentions: [Mention] {
    get { extras?.parts.mentions ?? [] }
    set { extras = extras.with { $0.mentions = newValue } }
  }

  /// The custom emoji in the text, the content warning and the poll.
  public var emojis: [CustomEmoji] {
    get { extras?.parts.emojis ?? [] }
    set { extras = extras.with { $0.emojis = newValue } }
  }

  /// The title of the user's filter that folds this entry; empty if the filter has no title.
  public var filter: String? {
    get { extras?.parts.filter }
    set { extras = extras.with { $0.filter = newValue } }
  }

  /// Whether `filter` hides this entry instead of folding it. Timelines leave it out and show how many are hidden.
  public var isHiddenByFilter: Bool {
    get { extras?.parts.isHiddenByFilter ?? false }
    set { extras = extras.with { $0.isHiddenByFilter = newValue } }
  }

  /// The ActivityPub ID, which is the same on all servers; nil if unknown.
  public var uri: String? {
    get { extras?.parts.uri }
    set { extras = extras.with { $0.uri = newValue } }
  }

  /// The ID that the server used for the post before it changed it (snac does so on each edit and vote); nil unless
  /// that was just noticed.
  public var formerID: PostID? {
    get { extras?.parts.formerID }
    set { extras = extras.with { $0.formerID = newValue } }
  }

  /// See `formerID`.
  public var formerRef: PostRef? { formerID.map { PostRef(account: ref.account, id: $0) } }

  /// The IDs of the versions that the source has of the post, oldest first; empty if there is only one.
  public var versionIDs: [PostID] {
    get { extras?.parts.versionIDs ?? [] }
    set { extras = extras.with { $0.versionIDs = newValue } }
  }

  /// The label of a folded post: the user's filter, then the author's content warning.
  public var fold: String? {
    let labels = [filter.map { $0.isEmpty ? "Filtered" : "Filtered: \($0)" }, warning.map { "Warning: \($0)" }]
      .compactMap(\.self)
    return labels.isEmpty ? nil : labels.joined(separator: " · ")
  }

  /// Whether this entry is about a post, and not only about an account, such as a new follower.
  public var isPost: Bool { notification.map { $0.id != id.rawValue } ?? true }

  /// The ID in its source.
  public var id: PostID { ref.id }

  public var key: PostKey {
    PostKey(ref, repostedBy: repost.map { $0.by?.handle ?? "" }, notification: notification?.id)
  }

  /// The date by which timelines sort this entry: of the notification or repost if it is one.
  public var timelineDate: Date? { notification?.at ?? repost?.at ?? indexedAt ?? createdAt }

  /// The date to show: of the notification or repost if it is one, else when the post was written.
  public var shownDate: Date? { notification?.at ?? repost?.at ?? createdAt ?? indexedAt }
}

extension Post {
  /// Updates the properties that can change after publication from another version of the post. Properties that `other`
  /// does not have stay.
  public mutating func update(from other: Post) {
    var other = other
    if other.formerRef == ref { ref = other.ref }
    other.inheritViewerState(from: self)
    // Mentions and emoji belong to the text: a version with the same text and none of its own does not change them.
    if !other.mentions.isEmpty || other.text != text { mentions = other.mentions }
    if !other.emojis.isEmpty || other.text != text { emojis = other.emojis }
    (text, warning, media, states) = (other.text, other.warning, other.media, other.states)
    poll = other.poll ?? poll
    counts = other.counts ?? counts
    visibility = other.visibility ?? visibility
    viewer = other.viewer ?? viewer
    details = other.details ?? details
  }

  /// Assigns the post, and the post that it quotes, to an account.
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

/// Properties that most posts do not have. Boxed, so that a post without them takes one word.
private final class PostExtras: Hashable, Sendable {
  struct Parts: Hashable {
    var repost: Repost?
    var replyToAuthor: Profile?
    var notification: PostNotification?
    var viewer: ViewerState?
    var details: PostDetails?
    var mentions: [Mention] = []
    var emojis: [CustomEmoji] = []
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

public struct Repost: Hashable, Sendable {
  public var by: Profile?
  public var at: Date?

  public init(by: Profile?, at: Date? = nil) {
    self.by = by
    self.at = at
  }
}

/// The numbers of replies, reposts and likes of a post; nil if unknown.
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

/// States of a post; it may have several.
public enum PostState: String, Hashable, Sendable, CaseIterable {
  case edited, pinned, deleted
}
