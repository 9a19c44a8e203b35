import Domain

/// Leads away from what is being written.
@MainActor
public struct ComposerRouter: ComposerWireframe {
  private let leaveScreen: (String?) -> Void
  private let showNext: (DraftID) -> Void
  private let showAll: () -> Void
  private let begin: () -> Void
  private let draftWasSent: (Draft, Double) -> Void

  /// - Parameters:
  ///   - leave: shows what stood before, and says something there.
  ///   - showDraft: goes on with the draft that was changed before another one.
  ///   - showDrafts: shows all drafts, and what waits.
  ///   - begin: begins a post of its own.
  ///   - didSend: the draft is on its way, and can be taken back for so many seconds.
  public init(
    leave: @escaping (String?) -> Void, showDraft: @escaping (_ after: DraftID) -> Void = { _ in },
    showDrafts: @escaping () -> Void = {}, begin: @escaping () -> Void = {},
    didSend: @escaping (Draft, Double) -> Void
  ) {
    leaveScreen = leave
    showNext = showDraft
    showAll = showDrafts
    self.begin = begin
    draftWasSent = didSend
  }

  func leave(saying notice: String?) { leaveScreen(notice) }
  func showDraft(after draft: DraftID) { showNext(draft) }
  func showDrafts() { showAll() }
  func beginAnother() { begin() }
  func didSend(_ draft: Draft, delay: Double) { draftWasSent(draft, delay) }
}
