import Domain
import FoundationEssentials

/// Publishing, scheduled posts and actions of an account at a server with Mastodon’s API.
public struct MastodonWriting: RemotePublishing, RemoteActions, ScheduledPostRepository {
  private let publishing: MastodonPublishing
  private let actions: MastodonActions
  private let scheduled: MastodonScheduledPosts

  /// - Parameters:
  ///   - client: Ideally the client that loads the account's timelines (`MastodonClients`).
  ///   - account: The account to assign posts to.
  public init(client: MastodonClient, account: AccountID?) {
    publishing = MastodonPublishing(client: client, account: account)
    actions = MastodonActions(client: client, account: account)
    scheduled = MastodonScheduledPosts(client: client)
  }

  /// - Throws: `TimelineError` if the server did not return them.
  public func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    try await publishing.publishingCapabilities()
  }

  /// - Throws: `TimelineError` if the server refused or did not respond.
  public func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    try await publishing.publish(draft, key: key)
  }

  /// - Throws: `PublishingFailure`, which says whether the server may have accepted the post.
  public func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    try await publishing.send(draft, key: key)
  }

  /// - Throws: `TimelineError` if the file could not be read, is too large or was not accepted.
  public func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    try await publishing.upload(media, progress: progress)
  }

  /// - Throws: `postUnavailable` if the post is gone; `refused` if the server does not return sources.
  public func source(of post: PostID) async throws(TimelineError) -> PostSource {
    try await publishing.source(of: post)
  }

  /// - Throws: `TimelineError` if the server did not return them.
  public func profiles(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] {
    try await publishing.profiles(matching: typed, limit: limit)
  }

  /// - Throws: `TimelineError` if the server did not return them.
  public func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    try await publishing.tags(matching: typed, limit: limit)
  }

  /// - Throws: `TimelineError` if the server did not return them.
  public func emojiNames() async throws(TimelineError) -> [String] { try await publishing.emojiNames() }

  /// - Throws: `TimelineError` if the server did not return them.
  public func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    try await publishing.ownPosts(since: moment)
  }

  /// - Throws: `TimelineError` if the server did not list them.
  public func scheduledPosts() async throws(TimelineError) -> [ScheduledPost] { try await scheduled.scheduledPosts() }

  /// - Throws: `TimelineError` if the server refused or did not respond.
  public func reschedule(
    _ post: ScheduledPostID, to moment: Date
  ) async throws(TimelineError) -> ScheduledPost? {
    try await scheduled.reschedule(post, to: moment)
  }

  /// - Throws: `TimelineError` if the server refused or did not respond.
  public func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool {
    try await scheduled.cancelScheduledPost(post)
  }

  /// - Throws: `TimelineError` if the server refused or did not respond.
  public func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult {
    try await actions.perform(action)
  }

  /// - Throws: `TimelineError` if the server did not return the lists.
  public func lists() async throws(TimelineError) -> [ListedTimeline] { try await actions.lists() }
}
