/// Loads the edit history of a post.
public protocol LoadVersionsUseCase: Sendable {
  /// All versions, newest first.
  /// - Parameter isRefresh: Whether to request them again instead of using the cache.
  /// - Throws: `postUnavailable` if the source does not have the post; any other `TimelineError` if it cannot respond.
  func callAsFunction(of post: PostID, isRefresh: Bool) async throws(TimelineError) -> [PostVersion]
}

public struct LoadVersions: LoadVersionsUseCase {
  private let histories: any PostHistoryRepository

  public init(histories: any PostHistoryRepository) {
    self.histories = histories
  }

  public func callAsFunction(of post: PostID, isRefresh: Bool) async throws(TimelineError) -> [PostVersion] {
    try await histories.versions(of: post, isRefresh ? .fresh : .cached).reversed()
  }
}
