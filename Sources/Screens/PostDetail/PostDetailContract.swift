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
protocol PostDetailPresentation: PostPresentation, SourcePresentation, ListPresentation {}
