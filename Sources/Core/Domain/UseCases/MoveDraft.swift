import FoundationEssentials

/// Stores a draft as a draft of another account.
public struct MoveDraft: Sendable {
  private let old: Draft.Writer
  private let new: Draft.Writer
  private let drafts: any DraftRepository

  /// - Parameters:
  ///   - old: the account of the draft.
  ///   - new: the account that it is moved to.
  ///   - drafts: the drafts of the new account.
  public init(from old: Draft.Writer, to new: Draft.Writer, drafts: any DraftRepository) {
    (self.old, self.new, self.drafts) = (old, new, drafts)
  }

  /// The old draft is not removed: the caller does that when this has returned, so that the text is never lost.
  /// - Parameters:
  ///   - current: returns the draft. It is called again after the draft was stored, because the user may still be
  ///     typing.
  ///   - subject: the post that it replies to or quotes, as the old and the new account know it.
  /// - Returns: the stored draft.
  @MainActor
  public func callAsFunction(
    _ current: () -> Draft, subject: (old: Post, new: Post)?, at date: Date
  ) async throws(StoreError) -> Draft {
    let id = DraftID()
    while true {
      let draft = current()
      let moved = draft.moved(from: old, to: new, as: id, subject: subject, at: date)
      try await drafts.store(moved)
      if current() == draft { return moved }
    }
  }
}
