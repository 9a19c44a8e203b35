import Domain

/// Leaves the composer through closures.
@MainActor
public struct ComposerRouter: ComposerWireframe {
  private let leaveScreen: (String?) -> Void
  private let showNext: (DraftID) -> Void
  private let showAll: () -> Void
  private let startNew: () -> Void
  private let moveDraft: (MovingDraft, AccountID) -> Void
  private let draftWasSent: (Draft, Double) -> Void

  /// - Parameters:
  ///   - leave: closes the composer and shows a notice, if any.
  ///   - showDraft: opens the next older draft after the given one.
  ///   - showDrafts: shows all drafts and the outbox.
  ///   - startNewDraft: starts a new post.
  ///   - move: moves the draft to another account of the user.
  ///   - didSend: called with a sent draft and how long sending can be undone, in seconds.
  public init(
    leave: @escaping (String?) -> Void, showDraft: @escaping (_ after: DraftID) -> Void = { _ in },
    showDrafts: @escaping () -> Void = {}, startNewDraft: @escaping () -> Void = {},
    move: @escaping (MovingDraft, AccountID) -> Void = { _, _ in },
    didSend: @escaping (Draft, Double) -> Void
  ) {
    leaveScreen = leave
    showNext = showDraft
    showAll = showDrafts
    startNew = startNewDraft
    moveDraft = move
    draftWasSent = didSend
  }

  func leave(notice: String?) { leaveScreen(notice) }
  func showDraft(after draft: DraftID) { showNext(draft) }
  func showDrafts() { showAll() }
  func move(_ draft: MovingDraft, to account: AccountID) { moveDraft(draft, account) }
  func startNewDraft() { startNew() }
  func didSend(_ draft: Draft, delay: Double) { draftWasSent(draft, delay) }
}

/// A draft that a composer hands over to another account.
@MainActor
public struct MovingDraft {
  /// The draft with everything typed so far.
  public let current: () -> Draft
  /// Whether the draft has been neither sent nor discarded.
  public let isOpen: () -> Bool
  /// Discards the draft in the composer, then calls the closure.
  public let discard: (_ then: @escaping @MainActor () -> Void) -> Void
}
