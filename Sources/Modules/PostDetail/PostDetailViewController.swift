import EmptyState
import PostCell
import TerminalKit

/// Draws the thread and turns commands into presenter calls.
@MainActor
final class PostDetailViewController: HostedListScreen {
  typealias Row = PostDetailRow

  let title = "Post"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any PostDetailPresentation
  let keymap: Observed<Keymap>
  var hosted = HostedList(PostDetailViewController.newList())
  private var postHeader = PostDetailHeader(title: "", account: "", label: "")
  /// Whether the list has a place that the person, or the thread, has given it.
  private var isPlaced = false

  private(set) lazy var mouse = ListMouse<PostDetailRow>(
    move: { [weak self] in self?.moveByHand($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.presenter.follow($0, at: self?.selection ?? 0) })

  init(presenter: any PostDetailPresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var header: ScreenHeader? {
    ScreenHeader(.title(postHeader.title), account: postHeader.account, label: postHeader.label)
  }

  var availableCommands: [AvailableCommand] { PostDetailAvailableCommands(self).all }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func selectionDidChange(_ index: Int) { presenter.didSelectRow(at: index) }
}

// MARK: - Moving in the thread

extension PostDetailViewController {
  private static func newList() -> CellList<PostDetailRow> {
    CellList(maxWidth: PostCellLayout.maxTextWidth, countsAbove: true)
  }

  /// What a click on the selected row does.
  func openSelected() {
    if selectedRow?.canBeOpened == true { presenter.openPost(at: selection) }
  }

  /// As the person wants it: the list has a place then.
  func moveByHand(_ change: (inout CellList<PostDetailRow>) -> Void) {
    isPlaced = true
    move(change)
  }
}

// MARK: - What the presenter tells

extension PostDetailViewController: PostDetailView {
  func showHeader(_ header: PostDetailHeader) {
    postHeader = header
    needsDisplay?()
  }

  func showThread(_ viewModel: PostDetailViewModel) {
    // A post that stood alone makes room for the line that says how much stands above it.
    if viewModel.hasConversation, !isPlaced { hosted.list = Self.newList() }
    isPlaced = isPlaced || viewModel.hasConversation
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }
}
