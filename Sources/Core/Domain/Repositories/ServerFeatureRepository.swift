/// The features of an account's server in addition to timelines, posts and profiles. A server implements the features
/// that it has; a repository in front of it implements those that it caches or combines.
public protocol ServerFeatureRepository: Sendable {
  /// The repository that is asked for what this one does not implement; nil for a server.
  var base: (any ServerFeatureRepository)? { get }
  /// The host of the server, for messages.
  var host: String { get }
  /// The features that the server is not known to lack. Commands for others are not offered.
  var features: Set<ServerFeature> { get }

  /// The post or profile at an address.
  /// - Returns: nil if the server finds none.
  func found(at address: FediverseAddress) async throws(TimelineError) -> FoundAddress?

  /// The hashtags, posts and links that are trending.
  /// - Throws: `unsupported` if the server has none.
  func trends(_ freshness: Freshness) async throws(TimelineError) -> ServerMatches

  /// Accounts to follow.
  /// - Throws: `unsupported` if the server suggests none.
  func suggestions(_ freshness: Freshness) async throws(TimelineError) -> [Profile]

  /// Removes an account from the suggestions.
  func removeSuggestion(of profile: Profile) async throws(TimelineError)

  /// The current announcements, the newest first.
  /// - Throws: `unsupported` if the server has none.
  func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement]

  /// Marks an announcement as read.
  func dismiss(_ announcement: Announcement) async throws(TimelineError)

  func description(_ freshness: Freshness) async throws(TimelineError) -> ServerDescription

  /// A post in the user's language.
  /// - Throws: `refused` if the server does not translate it.
  func translation(of post: PostID) async throws(TimelineError) -> PostTranslation

  /// The thread of a post as the author's server shows it to everyone.
  /// - Throws: `unsupported` if that server does not show it.
  func publicThread(of post: Post) async throws(TimelineError) -> PublicThread

  /// The thread with the posts of `publicThread` that the account's server lacks and can fetch, up to a limit.
  /// - Throws: `unsupported` if the author's server does not show them.
  func addingMissingReplies(to thread: PostThread) async throws(TimelineError) -> CompletedThread
}

/// Asks the base, for servers none.
extension ServerFeatureRepository {
  public var base: (any ServerFeatureRepository)? { nil }

  /// - Throws: `unsupported` without a base.
  private func requiredBase() throws(TimelineError) -> any ServerFeatureRepository {
    guard let base else { throw .unsupported(host: host) }
    return base
  }

  public func found(at address: FediverseAddress) async throws(TimelineError) -> FoundAddress? {
    try await base?.found(at: address)
  }

  public func trends(_ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    try await requiredBase().trends(freshness)
  }

  public func suggestions(_ freshness: Freshness) async throws(TimelineError) -> [Profile] {
    try await requiredBase().suggestions(freshness)
  }

  public func removeSuggestion(of profile: Profile) async throws(TimelineError) {
    try await requiredBase().removeSuggestion(of: profile)
  }

  public func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement] {
    try await requiredBase().announcements(freshness)
  }

  public func dismiss(_ announcement: Announcement) async throws(TimelineError) {
    try await requiredBase().dismiss(announcement)
  }

  public func description(_ freshness: Freshness) async throws(TimelineError) -> ServerDescription {
    try await requiredBase().description(freshness)
  }

  public func translation(of post: PostID) async throws(TimelineError) -> PostTranslation {
    try await requiredBase().translation(of: post)
  }

  public func publicThread(of post: Post) async throws(TimelineError) -> PublicThread {
    try await requiredBase().publicThread(of: post)
  }

  public func addingMissingReplies(to thread: PostThread) async throws(TimelineError) -> CompletedThread {
    try await requiredBase().addingMissingReplies(to: thread)
  }
}
