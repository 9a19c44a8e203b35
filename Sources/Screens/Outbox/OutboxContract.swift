import Domain
import EmptyState

/// Updates from the presenter, in addition to loading and empty views.
@MainActor
protocol OutboxView: TitledListView {
  func show(_ viewModel: OutboxViewModel)
}

/// Events from the screen.
@MainActor
protocol OutboxPresentation: ListPresentation {
  /// The action that `undo()` reverts, in words; nil if there is nothing to undo.
  var undoTitle: String? { get }

  /// Opens the draft in the composer. An outgoing post becomes a draft again first.
  /// - Parameter row: The row's ID, since positions may have changed while a confirmation was open.
  func edit(_ row: String)
  /// Sends the post now, or again.
  /// - Parameter row: The row's ID.
  func send(_ row: String)
  /// - Parameter row: The row's ID.
  func discard(_ row: String)
  /// Undoes the last action.
  func undo()
  /// Starts a new post.
  func startNewDraft()
  /// Signs in again, so that posts waiting for that can be sent.
  func signInAgain()
  /// Reloads the drafts and sends waiting posts immediately.
  func retry()
}

/// Navigation from the screen.
@MainActor
protocol OutboxWireframe {
  /// - Parameter isSaved: Whether the draft is stored, as opposed to just withdrawn from the outbox.
  func edit(_ draft: Draft, isSaved: Bool)
  func startNewDraft()
  func showLogin()
  /// Closes other screens that show the draft.
  func didDiscard(_ draft: DraftID)
}
