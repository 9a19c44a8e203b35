import EmptyState
import PostCell
import ScreenSupport

/// Shows the thread. `TitledListView` has the loading and empty states.
@MainActor
protocol PostDetailView: TitledListView {
  func show(_ thread: PostDetailViewModel)
}

/// Handles the events of the screen.
@MainActor
protocol PostDetailPresentation: PostPresentation, SourcePresentation, ListPresentation {
  /// What the keys of a thread do in a row.
  func actions(at index: Int) -> PostDetailActions
  /// Folds or unfolds the replies of a row; in the row of the opened post all branches.
  func toggleFold(at index: Int)
  /// Unfolds the replies to a post.
  func unfold(_ post: String)
  /// Shows the posts of an author that reply to each other as one text, or separately again.
  func toggleJoined(at index: Int)
  /// Whether the author's server may have replies that the account's server does not have.
  var canFetchReplies: Bool { get }
  /// Whether the thread is loaded, not only the post.
  var hasConversation: Bool { get }
  /// Adds the replies that the author's server has in addition.
  func fetchReplies()
  /// Selects the next reply that has arrived since the last visit.
  func showNextNew()
}
