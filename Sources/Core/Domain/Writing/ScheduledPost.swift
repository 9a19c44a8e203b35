import FoundationEssentials

/// The server's ID of a scheduled post. It is not the ID of the post that is published later.
public struct ScheduledPostID: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// A post that a server will publish later.
public struct ScheduledPost: Hashable, Sendable {
  public var id: ScheduledPostID
  public var publishAt: Date
  /// The content that will be published. The media are at the server.
  public var source: PostSource
  public var replyTo: PostID?
  public var quoted: PostID?

  public init(
    id: ScheduledPostID, publishAt: Date, source: PostSource, replyTo: PostID? = nil, quoted: PostID? = nil
  ) {
    self.id = id
    self.publishAt = publishAt
    self.source = source
    self.replyTo = replyTo
    self.quoted = quoted
  }

  /// The scheduled post with the content of a draft.
  public init(id: ScheduledPostID, publishAt: Date, draft: Draft) {
    self.init(
      id: id, publishAt: publishAt,
      source: PostSource(
        text: draft.text, warning: draft.warning, media: draft.media, poll: draft.poll, visibility: draft.visibility,
        quotePolicy: draft.quotePolicy, language: draft.language, isSensitive: draft.isSensitive))
    switch draft.purpose {
    case .reply(let subject): replyTo = subject.id
    case .quote(let subject): quoted = subject.id
    case .post, .edit, .continuation: break
    }
  }

  /// A draft with the same content, which replaces the scheduled post when it is sent.
  public func draft(by account: AccountID, at date: Date) -> Draft {
    func subject(_ id: PostID) -> DraftSubject { DraftSubject(id: id, author: nil, excerpt: "") }
    let purpose =
      replyTo.map { Draft.Purpose.reply(to: subject($0)) } ?? quoted.map { .quote(subject($0)) } ?? .post
    return Draft(
      account: account, purpose: purpose, text: source.text, warning: source.warning, visibility: source.visibility,
      quotePolicy: source.quotePolicy, language: source.language,
      isSensitive: source.isSensitive || !source.warning.isEmpty, poll: source.poll,
      media: source.media, publishAt: publishAt, replaces: id, changedAt: date)
  }
}

/// The scheduled posts of an account as its server listed them.
public struct ScheduledPostList: Hashable, Sendable {
  /// The next one to be published comes first.
  public var posts: [ScheduledPost]
  public var asOf: Date

  public init(_ posts: [ScheduledPost], asOf: Date) {
    self.posts = posts
    self.asOf = asOf
  }
}

/// The scheduled posts of an account at its server. Scheduling a post is part of publishing it.
public protocol ScheduledPostRepository: Sendable {
  /// The list as it was last loaded, without a request; nil if none is stored.
  func storedScheduledPosts() async -> ScheduledPostList?

  /// All scheduled posts. The next one to be published comes first.
  /// - Throws: `unsupported` if the server does not list them.
  func scheduledPosts() async throws(TimelineError) -> [ScheduledPost]

  /// Changes when a post is published. Servers refuse dates less than five minutes ahead.
  /// - Returns: nil if the post is no longer scheduled: it was published or cancelled.
  /// - Throws: `refused` with the server's message.
  func reschedule(_ post: ScheduledPostID, to date: Date) async throws(TimelineError) -> ScheduledPost?

  /// Deletes a scheduled post.
  /// - Returns: false if it was no longer scheduled: it was published, or cancelled before.
  /// - Throws: `refused` with the server's message.
  func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool
}

extension ScheduledPostRepository {
  /// For repositories that store nothing.
  public func storedScheduledPosts() async -> ScheduledPostList? { nil }
}
