/// Keeps what somebody is writing, of all accounts.
public protocol DraftRepository: Sendable {
  /// The one that was changed last comes first.
  func drafts() async throws(StoreError) -> [Draft]

  /// It is on the disk when this returns.
  func store(_ draft: Draft) async throws(StoreError)

  func remove(_ draft: DraftID) async throws(StoreError)
}
