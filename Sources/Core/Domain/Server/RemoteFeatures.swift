/// What a server may offer besides timelines, posts and profiles.
public enum ServerFeature: Hashable, Sendable, CaseIterable {
  /// Finding posts and profiles of other servers by their addresses.
  case addresses
  case trends, suggestions, announcements, description, translation
  /// Fetching the replies that only the author's server has.
  case missingReplies
}

/// The features of a server. It caches nothing and sends no request twice.
public protocol RemoteFeatures: Sendable {
  /// The features that the server is not known to lack.
  var features: Set<ServerFeature> { get }

  /// The post or profile at a URL on any server; the server fetches it if necessary.
  /// - Returns: nil if the server finds none.
  /// - Throws: `TimelineError` if the server cannot respond.
  func found(at address: String) async throws(TimelineError) -> FoundAddress?

  /// The hashtags, posts and links that are trending.
  /// - Throws: `unsupported` if the server has none; any other `TimelineError` if it cannot respond.
  func trends() async throws(TimelineError) -> ServerMatches

  /// Accounts to follow.
  /// - Throws: `unsupported` if the server suggests none; any other `TimelineError` if it cannot respond.
  func suggestions() async throws(TimelineError) -> [Profile]

  /// Removes an account, by its ID, from the suggestions.
  /// - Throws: `TimelineError` if the server refuses it or cannot respond.
  func removeSuggestion(of account: String) async throws(TimelineError)

  /// The current announcements.
  /// - Throws: `unsupported` if the server has none; any other `TimelineError` if it cannot respond.
  func announcements() async throws(TimelineError) -> [Announcement]

  /// Marks an announcement as read.
  /// - Throws: `TimelineError` if the server refuses it or cannot respond.
  func dismiss(announcement id: String) async throws(TimelineError)

  /// Adds or removes a reaction to an announcement.
  /// - Throws: `TimelineError` if the server refuses it or cannot respond.
  func react(to announcement: String, with name: String, _ isOn: Bool) async throws(TimelineError)

  /// - Parameter isRefresh: Whether to request it again if it is known.
  /// - Throws: `TimelineError` if the server cannot respond.
  func description(isRefresh: Bool) async throws(TimelineError) -> ServerDescription

  /// A post in the user's language.
  /// - Parameter language: By ISO 639; nil for the language of the account.
  /// - Throws: `refused` if the server does not translate it; any other `TimelineError` if it cannot respond.
  func translation(of post: PostID, to language: String?) async throws(TimelineError) -> PostTranslation

  /// The thread of a post as the author's server shows it to everyone.
  /// - Throws: `unsupported` if that server does not show it; any other `TimelineError` if it cannot respond.
  func publicThread(of post: Post) async throws(TimelineError) -> PublicThread
}

/// For servers without further features.
extension RemoteFeatures {
  public var features: Set<ServerFeature> { [] }

  /// - Throws: nothing; an implementation may throw `TimelineError`.
  public func found(at address: String) async throws(TimelineError) -> FoundAddress? { nil }

  /// - Throws: always `unsupported`.
  public func trends() async throws(TimelineError) -> ServerMatches { throw .unsupported(host: "") }

  /// - Throws: always `unsupported`.
  public func suggestions() async throws(TimelineError) -> [Profile] { throw .unsupported(host: "") }

  /// - Throws: always `unsupported`.
  public func removeSuggestion(of account: String) async throws(TimelineError) { throw .unsupported(host: "") }

  /// - Throws: always `unsupported`.
  public func announcements() async throws(TimelineError) -> [Announcement] { throw .unsupported(host: "") }

  /// - Throws: always `unsupported`.
  public func dismiss(announcement id: String) async throws(TimelineError) { throw .unsupported(host: "") }

  /// - Throws: always `unsupported`.
  public func react(to announcement: String, with name: String, _ isOn: Bool) async throws(TimelineError) {
    throw .unsupported(host: "")
  }

  /// - Throws: always `unsupported`.
  public func description(isRefresh: Bool) async throws(TimelineError) -> ServerDescription {
    throw .unsupported(host: "")
  }

  /// - Throws: always `unsupported`.
  public func translation(of post: PostID, to language: String?) async throws(TimelineError) -> PostTranslation {
    throw .unsupported(host: "")
  }

  /// - Throws: always `unsupported`.
  public func publicThread(of post: Post) async throws(TimelineError) -> PublicThread { throw .unsupported(host: "") }
}
