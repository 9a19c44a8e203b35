/// What an account's server offers besides timelines, posts and profiles. A server implements the features that it has.
public protocol ServerFeatureRepository: Sendable {
  /// The host of the server, for messages.
  var host: String { get }
  /// The features that the server is not known to lack. Commands for others are not offered.
  var features: Set<ServerFeature> { get }

  /// The post or profile at an address.
  /// - Returns: nil if the server finds none.
  /// - Throws: `TimelineError` if the server cannot respond.
  func found(at address: FediverseAddress) async throws(TimelineError) -> FoundAddress?

  /// The hashtags, posts and links that are trending.
  /// - Throws: `unsupported` if the server has none; any other `TimelineError` if it cannot respond.
  func trends(_ freshness: Freshness) async throws(TimelineError) -> ServerMatches

  /// Accounts to follow.
  /// - Throws: `unsupported` if the server suggests none; any other `TimelineError` if it cannot respond.
  func suggestions(_ freshness: Freshness) async throws(TimelineError) -> [Profile]

  /// Removes an account from the suggestions.
  /// - Throws: `TimelineError` if the server refuses it or cannot respond.
  func removeSuggestion(of profile: Profile) async throws(TimelineError)

  /// The current announcements, the newest first.
  /// - Throws: `unsupported` if the server has none; any other `TimelineError` if it cannot respond.
  func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement]

  /// Marks an announcement as read.
  /// - Throws: `TimelineError` if the server refuses it or cannot respond.
  func dismiss(_ announcement: Announcement) async throws(TimelineError)

  /// Adds or removes a reaction to an announcement.
  /// - Throws: `TimelineError` if the server refuses it or cannot respond.
  func react(to announcement: Announcement, with name: String, _ isOn: Bool) async throws(TimelineError)

  /// - Throws: `TimelineError` if the server cannot respond.
  func description(_ freshness: Freshness) async throws(TimelineError) -> ServerDescription

  /// A post in the user's language.
  /// - Throws: `refused` if the server does not translate it; any other `TimelineError` if it cannot respond.
  func translation(of post: PostID) async throws(TimelineError) -> PostTranslation

  /// The thread of a post as the author's server shows it to everyone.
  /// - Throws: `unsupported` if that server does not show it; any other `TimelineError` if it cannot respond.
  func publicThread(of post: Post) async throws(TimelineError) -> PublicThread

  /// The thread with the posts of `publicThread` that the account's server lacks and can fetch, up to a limit.
  /// - Throws: `unsupported` if the author's server does not show them; any other `TimelineError` if it cannot respond.
  func addingMissingReplies(to thread: PostThread) async throws(TimelineError) -> CompletedThread
}

/// For servers that lack a feature.
extension ServerFeatureRepository {
  /// - Throws: Nothing; an implementation may throw `TimelineError`.
  public func found(at address: FediverseAddress) async throws(TimelineError) -> FoundAddress? { nil }

  /// - Throws: Always `unsupported`.
  public func trends(_ freshness: Freshness) async throws(TimelineError) -> ServerMatches { throw unsupported }

  /// - Throws: Always `unsupported`.
  public func suggestions(_ freshness: Freshness) async throws(TimelineError) -> [Profile] { throw unsupported }

  /// - Throws: Always `unsupported`.
  public func removeSuggestion(of profile: Profile) async throws(TimelineError) { throw unsupported }

  /// - Throws: Always `unsupported`.
  public func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement] { throw unsupported }

  /// - Throws: Always `unsupported`.
  public func dismiss(_ announcement: Announcement) async throws(TimelineError) { throw unsupported }

  /// - Throws: Always `unsupported`.
  public func react(to announcement: Announcement, with name: String, _ isOn: Bool) async throws(TimelineError) {
    throw unsupported
  }

  /// - Throws: Always `unsupported`.
  public func description(_ freshness: Freshness) async throws(TimelineError) -> ServerDescription { throw unsupported }

  /// - Throws: Always `unsupported`.
  public func translation(of post: PostID) async throws(TimelineError) -> PostTranslation { throw unsupported }

  /// - Throws: Always `unsupported`.
  public func publicThread(of post: Post) async throws(TimelineError) -> PublicThread { throw unsupported }

  /// - Throws: Always `unsupported`.
  public func addingMissingReplies(to thread: PostThread) async throws(TimelineError) -> CompletedThread {
    throw unsupported
  }

  private var unsupported: TimelineError { .unsupported(host: host) }
}
