import FoundationEssentials

/// The changes that actions of the user make in the cache to anything other than posts.
public protocol ActionCache: Sendable {
  /// Changes the stored relationship with an account that the user mutes, unmutes, blocks or unblocks.
  /// - Parameters:
  ///   - account: the account's ID.
  ///   - date: the date of the mute or block.
  ///   - change: returns the new relationship.
  func updateRelationship(
    with account: String, since date: Date, _ change: @escaping @Sendable (Relationship) -> Relationship
  ) async throws(StoreError)

  /// Removes the user's own repost of a post from all timelines.
  func withdrawRepost(of post: PostID) async throws(StoreError) -> WithdrawnRepost

  /// Removes notifications that were dismissed, follow requests that were accepted or rejected, and conversations.
  func removeNotifications(
    from timeline: TimelineID, where matches: @escaping @Sendable (PostNotification) -> Bool
  ) async throws(StoreError)

  /// Marks a conversation read.
  /// - Parameter id: the server's ID.
  func markConversationRead(_ id: String) async throws(StoreError)

  /// The actions that the server has rejected as unsupported, with the date of the last rejection.
  func unsupportedActions() async throws(StoreError) -> [UserAction.Kind: Date]

  /// Stores the unsupported actions.
  func store(unsupportedActions: [UserAction.Kind: Date]) async throws(StoreError)
}

/// A removed repost, which can be restored.
public struct WithdrawnRepost: Sendable {
  /// The removed entries.
  public var keys: [PostKey]
  /// Restores the entries at their former positions, in each timeline that still has them.
  /// - Returns: the timelines that have an entry again.
  public var restore: @Sendable () async throws(StoreError) -> [TimelineID]

  public init(
    keys: [PostKey] = [], restore: @escaping @Sendable () async throws(StoreError) -> [TimelineID] = { [] }
  ) {
    self.keys = keys
    self.restore = restore
  }
}
