import Runtime

/// Drafts of which others hear when one of them is kept or goes.
public struct ObservableDrafts: DraftRepository {
  private let drafts: any DraftRepository
  private let news: Broadcast<DraftID>

  public init(_ drafts: any DraftRepository, clock: any WallClock) {
    self.drafts = drafts
    news = Broadcast(clock: clock)
  }

  /// Which one is other than it was, from now on.
  public func changes() -> AsyncStream<DraftID> { news.listen() }

  public func drafts() async throws(StoreError) -> [Draft] { try await drafts.drafts() }

  public func store(_ draft: Draft) async throws(StoreError) {
    try await drafts.store(draft)
    news.notify(draft.id)
  }

  public func store(_ draft: Draft, over seen: DraftRevision) async throws(StoreError) -> Bool {
    guard try await drafts.store(draft, over: seen) else { return false }
    news.notify(draft.id)
    return true
  }

  public func remove(_ draft: DraftID) async throws(StoreError) {
    try await drafts.remove(draft)
    news.notify(draft)
  }
}
