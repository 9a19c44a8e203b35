import Domain

/// Navigates to the composer and the sign-in screen through closures, so that Outbox depends on neither module.
@MainActor
public struct OutboxRouter {
  let edit: (_ draft: Draft, _ isSaved: Bool) -> Void
  let startNewDraft: () -> Void
  let signInAgain: () -> Void
  let didDiscard: (DraftID) -> Void

  /// - Parameters:
  ///   - edit: opens a draft in the composer. `isSaved` is true if the draft is stored, as opposed to just withdrawn
  ///     from the outbox.
  ///   - startNewDraft: starts a new post.
  ///   - signInAgain: opens the sign-in screen for the account.
  ///   - didDiscard: called with each discarded draft, to close other screens that show it.
  public init(
    edit: @escaping (_ draft: Draft, _ isSaved: Bool) -> Void, startNewDraft: @escaping () -> Void,
    signInAgain: @escaping () -> Void, didDiscard: @escaping (DraftID) -> Void = { _ in }
  ) {
    self.edit = edit
    self.startNewDraft = startNewDraft
    self.signInAgain = signInAgain
    self.didDiscard = didDiscard
  }
}
