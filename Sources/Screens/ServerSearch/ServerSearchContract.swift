import EmptyState
import PostCell
import ScreenSupport

/// Shows the results. `TitledListView` has the loading and empty states.
@MainActor
protocol ServerSearchView: TitledListView {
  func show(_ results: ServerSearchViewModel)
}

/// Handles the events of the screen. Commands for posts apply to rows that are posts.
@MainActor
protocol ServerSearchPresentation: PostPresentation, SourcePresentation, ListPresentation {
  /// Opens the profile, hashtag or post in a row.
  func openRow(at index: Int)
  /// The actions on the profile in a row; nil if there are none.
  func profileActions(at index: Int) -> ProfileActionAvailability?
  func perform(_ action: ProfileAction, onProfileAt index: Int)
  /// The action that removes the profile in a row from the list: unmuting or unblocking; nil in other lists.
  func removingAction(at index: Int) -> ProfileAction?
  /// Whether a row is a suggested account that can be removed.
  func canRemoveSuggestion(at index: Int) -> Bool
  func removeSuggestion(at index: Int)
}
