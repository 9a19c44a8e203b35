import EmptyState
import PostCell
import TerminalKit

/// Draws the thread and forwards commands to the presenter.
@MainActor
final class PostDetailViewController: HostedListScreen {
  typealias Row = PostDetailRow

  let title = "Post"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any PostDetailPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(PostDetailViewController.newList())
  /// Whether the user or a loaded thread has set the scroll position.
  private var hasScrollPosition = false

  private(set) lazy var mouse = ListMouse<PostDetailRow>(
    move: { [weak self] in self?.moveByUser($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.openLink($0) })

  private(set) lazy var pictures: ListPictures? = presenter.pictures { [weak self] in self?.needsDisplay?() }

  init(presenter: any PostDetailPresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  let offersSharedCommands = true
  var availableCommands: [AvailableCommand] { PostDetailAvailableCommands(self).all }
  var unavailableCommands: [UnavailableCommand] {
    PostCommands.unavailableCommands(for: selectedRow?.post, at: selection, presenter: presenter)
      + PostDetailAvailableCommands(self).unavailable + presenter.unavailableCommands
  }
}

// MARK: - Moving in the thread

extension PostDetailViewController {
  private static func newList() -> CellList<PostDetailRow> {
    CellList(maxWidth: PostCellLayout.maxTextWidth, showsCountAbove: true)
  }

  /// Called for a click on a link or on the line for folded replies.
  private func openLink(_ address: String) {
    if let post = PostDetailRow.Fold.post(ofAddress: address) { return presenter.unfold(post) }
    presenter.openLinkTarget(address, at: selection)
  }

  /// Called for a click on the selected row.
  func openSelected() {
    if selectedRow?.canBeOpened == true { presenter.openPost(at: selection) }
  }

  /// Moves the selection at the user's request. From then on, a loaded thread does not reset the scroll position.
  func moveByUser(_ change: (inout CellList<PostDetailRow>) -> Void) {
    hasScrollPosition = true
    move(change)
  }
}

// MARK: - Presenter updates

extension PostDetailViewController: PostDetailView {
  func show(_ viewModel: PostDetailViewModel) {
    // The post was shown alone until now: start with a new list, which reserves a line for the number of posts above.
    if viewModel.hasConversation, !hasScrollPosition { hosted.list = Self.newList() }
    hasScrollPosition = hasScrollPosition || viewModel.hasConversation
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }
}
