/// Replaces one of the user's posts by a draft of it.
public struct Redraft: Sendable {
  private let drafts: any DraftRepository
  private let delete: @MainActor @Sendable (Post) -> Void

  /// - Parameter delete: deletes the post at the server.
  public init(drafts: any DraftRepository, delete: @escaping @MainActor @Sendable (Post) -> Void) {
    self.drafts = drafts
    self.delete = delete
  }

  /// Stores the draft before it deletes the post: after the deletion the draft is the only copy.
  /// - Parameter edit: an edit of the post, with its source text.
  /// - Returns: the draft of a new post with the same text.
  /// - Throws: `StoreError` if the draft cannot be stored. The post is not deleted then.
  public func callAsFunction(_ edit: Draft, of post: Post) async throws(StoreError) -> Draft {
    let draft = edit.redrafting(post)
    try await drafts.store(draft)
    await delete(post)
    return draft
  }
}
