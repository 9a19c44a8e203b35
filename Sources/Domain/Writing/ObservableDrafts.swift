import Runtime

/// Drafts with change notifications.
public struct ObservableDrafts: DraftRepository {
  private let drafts: any DraftRepository
  private let news: Broadcast<DraftID>

  public init(_ drafts: any DraftRepository, clock: any WallClock) {
    self.drafts = drafts
    news = Broadcast(clock: clock)
  }

  /// The IDs of changed and removed drafts from now on.
  public func changes() -> AsyncStream<DraftID> { news.subscribe() }

  /// - Throws: `StoreError`; see `DraftRepository`.
  public func drafts() async throws(StoreError) -> [Draft] { try await drafts.drafts() }

  /// - Throws: `StoreError`; see `DraftRepository`.
  public func store(_ draft: Draft) async throws(StoreError) {
    try await drafts.store(draft)
    news.notify(draft.id)
  }

  /// - Throws: `StoreError`; see `DraftRepository`.
  public func store(_ draft: Draft, over seen: DraftRevision) async throws(StoreError) -> Bool {
    guard try await drafts.store(draft, over: seen) else { return false }
    news.notify(draft.id)
    return true
  }

  /// - Throws: `StoreError`; see `DraftRepository`.
  public func remove(_ draft: DraftID) async throws(StoreError) {
    try await drafts.remove(draft)
    news.notify(draft)
  }
}
