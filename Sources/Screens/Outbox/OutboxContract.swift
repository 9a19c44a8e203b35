import Domain
import EmptyState

/// Updates from the presenter, in addition to loading and empty views.
@MainActor
protocol OutboxView: TitledListView {
  func show(_ viewModel: OutboxViewModel)
  /// Opens the field for the time of a scheduled post.
  /// - Parameter row: The row's ID, which is passed to `setTime`.
  func showTimeField(_ row: String, text: String)
  func hideTimeField()
}

/// Events from the screen.
@MainActor
protocol OutboxPresentation: ListPresentation {
  /// The action that `undo()` reverts, in words; nil if there is nothing to undo.
  var undoTitle: String? { get }

  /// Opens the post in the composer. An outgoing post becomes a draft again first; a scheduled one stays at the server
  /// until the changed version has replaced it.
  /// - Parameter row: The row's ID, since positions may have changed while a confirmation was open.
  func edit(_ row: String)
  /// Sends the post now, or again.
  /// - Parameter row: The row's ID.
  func send(_ row: String)
  /// Deletes a draft, or cancels an outgoing or scheduled post.
  /// - Parameter row: The row's ID.
  func discard(_ row: String)
  /// Asks when a scheduled post is to be published.
  /// - Parameter row: The row's ID.
  func promptForTime(_ row: String)
  /// Changes when a scheduled post is published.
  /// - Parameters:
  ///   - row: The row's ID.
  ///   - text: The time as typed.
  func setTime(_ row: String, _ text: String)
  /// Undoes the last action.
  func undo()
  /// Starts a new post.
  func startNewDraft()
  /// Signs in again, so that posts waiting for that can be sent.
  func signInAgain()
  /// Reloads the drafts and scheduled posts, and sends waiting posts immediately.
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
