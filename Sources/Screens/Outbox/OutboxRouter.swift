import Domain

/// Navigates to the composer and the sign-in screen through closures, so that Outbox depends on neither module.
@MainActor
public struct OutboxRouter: OutboxWireframe {
  private let editDraft: (Draft, Bool) -> Void
  private let startNew: () -> Void
  private let signInAgain: () -> Void
  private let wasDiscarded: (DraftID) -> Void

  /// - Parameters:
  ///   - edit: Opens a draft in the composer. `isSaved` is true if the draft is stored.
  ///   - startNewDraft: Starts a new post.
  ///   - signInAgain: Opens the sign-in screen for the account.
  ///   - didDiscard: Called with each discarded draft.
  public init(
    edit: @escaping (_ draft: Draft, _ isSaved: Bool) -> Void, startNewDraft: @escaping () -> Void,
    signInAgain: @escaping () -> Void, didDiscard: @escaping (DraftID) -> Void = { _ in }
  ) {
    editDraft = edit
    startNew = startNewDraft
    self.signInAgain = signInAgain
    wasDiscarded = didDiscard
  }

  func edit(_ draft: Draft, isSaved: Bool) { editDraft(draft, isSaved) }
  func startNewDraft() { startNew() }
  func showLogin() { signInAgain() }
  func didDiscard(_ draft: DraftID) { wasDiscarded(draft) }
}
