/// Asks for what a post has said before it was edited.
public protocol LoadVersionsUseCase: Sendable {
  /// All that it has said, the newest first.
  /// - Parameter isRefresh: whether the source is asked anew.
  /// - Throws: `postUnavailable` where the source does not show the post; else why it has no answer.
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
