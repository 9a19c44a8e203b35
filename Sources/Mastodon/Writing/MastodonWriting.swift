import Domain
import FoundationEssentials

/// All that one account writes and does at a server that speaks Mastodon’s API.
public struct MastodonWriting: RemotePublishing, RemoteActions {
  private let publishing: MastodonPublishing
  private let actions: MastodonActions

  /// - Parameters:
  ///   - client: best the one by which the account's timelines are read (`MastodonClients`).
  ///   - account: whose posts they become.
  public init(client: MastodonClient, account: AccountID?) {
    publishing = MastodonPublishing(client: client, account: account)
    actions = MastodonActions(client: client, account: account)
  }

  public func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    try await publishing.publishingCapabilities()
  }

  public func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    try await publishing.publish(draft, key: key)
  }

  public func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    try await publishing.send(draft, key: key)
  }

  public func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    try await publishing.upload(media, progress: progress)
  }

  public func source(of post: PostID) async throws(TimelineError) -> PostSource {
    try await publishing.source(of: post)
  }

  public func people(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] {
    try await publishing.people(matching: typed, limit: limit)
  }

  public func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    try await publishing.tags(matching: typed, limit: limit)
  }

  public func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    try await publishing.ownPosts(since: moment)
  }

  public func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult {
    try await actions.perform(action)
  }

  public func lists() async throws(TimelineError) -> [ListedTimeline] { try await actions.lists() }
}
