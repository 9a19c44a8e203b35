public protocol ServerFilterRepository: Sendable {
  /// All filters, also expired ones.
  /// - Throws: `unsupported` if the server has no filters that can be edited.
  func serverFilters() async throws(TimelineError) -> ServerFilters

  /// Creates a filter without ID, or replaces the one with its ID.
  /// - Throws: `refused` if the server cannot express it.
  func save(_ filter: ServerFilter) async throws(TimelineError)

  /// Deletes a filter. Succeeds if it does not exist.
  func deleteFilter(_ id: String) async throws(TimelineError)
}

/// The user's lists of accounts. Members are changed by `UserAction.addToList`.
public protocol UserListRepository: Sendable {
  /// - Throws: `unsupported` if the server has no lists.
  func userLists() async throws(TimelineError) -> [UserList]

  /// Creates a list without ID, or changes the one with its ID.
  /// - Parameter old: the list before the user changed it; what is equal in both stays as it is at the server.
  func save(_ list: UserList, replacing old: UserList?) async throws(TimelineError)

  /// Deletes a list. Succeeds if it does not exist.
  func deleteList(_ id: String) async throws(TimelineError)

  /// The accounts on a list.
  func members(ofList id: String) async throws(TimelineError) -> [Profile]

  /// Adds an account to a list, or removes it.
  func setMember(_ account: String, ofList id: String, _ isMember: Bool) async throws(TimelineError)
}

extension UserListRepository {
  /// Creates a list without ID, or replaces the one with its ID.
  public func save(_ list: UserList) async throws(TimelineError) { try await save(list, replacing: nil) }
}

/// The hashtags that the user follows. They are changed by `UserAction.followTag`.
public protocol FollowedTagRepository: Sendable {
  /// - Throws: `unsupported` if hashtags cannot be followed.
  func followedTags() async throws(TimelineError) -> [ServerMatches.Tag]
}

/// The servers that the user has blocked. They are changed by `UserAction.blockServer`.
public protocol BlockedServerRepository: Sendable {
  /// - Throws: `unsupported` if servers cannot be blocked.
  func blockedServers() async throws(TimelineError) -> [String]
}

public protocol OwnProfileRepository: Sendable {
  func ownProfile() async throws(TimelineError) -> EditableProfile

  /// Changes what differs from `old`.
  /// - Throws: `refused` with the server's reason.
  func save(_ profile: EditableProfile, replacing old: EditableProfile) async throws(TimelineError)
}

/// The repositories for everything that the user manages at the server of an account.
public typealias ManagementRepository = ServerFilterRepository & UserListRepository & FollowedTagRepository
  & BlockedServerRepository & OwnProfileRepository
