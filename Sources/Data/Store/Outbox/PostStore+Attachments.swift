import Domain

extension PostStore {
  /// The local files attached to drafts and posts in the outbox.
  public func attachedPaths() async throws(StoreError) -> Set<String> {
    let drafts = try await StoredDrafts(store: self).drafts()
    let entries = try await StoredOutbox(store: self).entries()
    return Set((drafts + entries.map(\.draft)).flatMap { $0.media.map(\.path) })
  }
}
