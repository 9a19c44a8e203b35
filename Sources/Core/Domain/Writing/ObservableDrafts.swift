import Runtime

/// Drafts with change notifications.
public struct ObservableDrafts: DraftRepository {
  private let drafts: any DraftRepository
  private let broadcast: Broadcast<DraftID>

  public init(_ drafts: any DraftRepository, clock: any WallClock) {
    self.drafts = drafts
    broadcast = Broadcast(clock: clock)
  }

  /// The IDs of changed and removed drafts from now on.
  public func changes() -> AsyncStream<DraftID> { broadcast.subscribe() }

  public func drafts() async throws(StoreError) -> [Draft] { try await drafts.drafts() }

  public func store(_ draft: Draft) async throws(StoreError) {
    try await drafts.store(draft)
    broadcast.notify(draft.id)
  }

  public func store(_ draft: Draft, over seen: DraftRevision) async throws(StoreError) -> Bool {
    guard try await drafts.store(draft, over: seen) else { return false }
    broadcast.notify(draft.id)
    return true
  }

  public func remove(_ draft: DraftID) async throws(StoreError) {
    try await drafts.remove(draft)
    broadcast.notify(draft)
  }
}
