/// Asks for a post and the conversation that it stands in.
public protocol LoadThreadUseCase: Sendable {
  func callAsFunction(of id: PostID) async throws(TimelineError) -> PostThread

  /// The same from the source anew, so that it holds what has changed there since.
  func refreshed(_ id: PostID) async throws(TimelineError) -> PostThread
}

public struct LoadThread: LoadThreadUseCase {
  private let repository: any TimelineRepository

  public init(repository: any TimelineRepository) {
    self.repository = repository
  }

  public func callAsFunction(of id: PostID) async throws(TimelineError) -> PostThread {
    try await repository.thread(of: id)
  }

  public func refreshed(_ id: PostID) async throws(TimelineError) -> PostThread {
    await repository.refresh()
    return try await repository.thread(of: id)
  }
}
