/// Profiles and their posts, as an account's source reports them.
public protocol ProfileRepository: Sendable {
  /// The tabs of a profile in order; at least one.
  var tabs: [ProfileTab] { get }

  /// The profile page of an account.
  /// - Parameter profile: The account whose profile is requested: identified by ID, or by handle if it has none.
  /// - Throws: `unknownTimeline` if the source does not know the handle; `cancelled` soon after the task was cancelled.
  func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage

  /// A page of an account's posts, under the same rules as `TimelineRepository.page`.
  /// - Throws: The same errors as `profile`.
  func posts(of profile: Profile, _ tab: ProfileTab, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// The relationships between the user and several accounts, by `Profile.actionTargetID`. Unknown ones are missing.
  func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship]

  /// Whether the source has lists of accounts, such as followers.
  var listsProfiles: Bool { get }

  /// A page of a list of accounts.
  /// - Parameter cursor: The cursor from the page before; nil for the first page.
  /// - Throws: `unsupported` if the source does not have the list.
  func profiles(in list: ProfileList, after cursor: RemoteCursor?) async throws(TimelineError) -> ProfileListPage
}

extension ProfileRepository {
  /// For sources without relationships.
  public func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship] { [:] }

  public var listsProfiles: Bool { false }

  /// For sources without lists of accounts.
  public func profiles(
    in list: ProfileList, after cursor: RemoteCursor?
  ) async throws(TimelineError) -> ProfileListPage { ProfileListPage() }
}

/// The edit history of posts.
public protocol PostHistoryRepository: Sendable {
  /// All versions of a post, oldest first.
  /// - Throws: `postUnavailable` if the source does not show the post; `cancelled` soon after the task was cancelled.
  func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion]
}
