/// Profiles and their posts, as an account's source reports them.
public protocol ProfileRepository: Sendable {
  /// The tabs of a profile in order; at least one.
  var tabs: [ProfileTab] { get }

  /// The profile page of an account.
  /// - Parameter profile: the account whose profile is requested: identified by ID, or by handle if it has none.
  /// - Throws: `unknownTimeline` if the source does not know the handle; `cancelled` soon after the task was cancelled;
  ///   any other `TimelineError` if the source cannot respond.
  func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage

  /// A page of an account's posts, under the same rules as `TimelineRepository.page`.
  /// - Throws: the same errors as `profile`.
  func posts(of profile: Profile, _ tab: ProfileTab, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// The relationships between the user and several accounts, by `Profile.actionTargetID`. Unknown ones are missing.
  /// - Throws: `TimelineError` if the source cannot respond.
  func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship]
}

extension ProfileRepository {
  /// For sources without relationships.
  /// - Throws: nothing; an implementation may throw `TimelineError`.
  public func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship] { [:] }
}

/// The edit history of posts.
public protocol PostHistoryRepository: Sendable {
  /// All versions of a post, oldest first.
  /// - Throws: `postUnavailable` if the source does not show the post; `cancelled` soon after the task was cancelled;
  ///   any other `TimelineError` if the source cannot respond.
  func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion]
}
