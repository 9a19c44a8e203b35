import EmptyState
import PostCell
import TerminalKit

/// Draws the thread and turns commands into presenter calls.
@MainActor
final class PostDetailViewController: ViewController {
  let title = "Post"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any PostDetailPresentation
  private let keymap: Live<Keymap>
  var content = HostedContent.nothing
  private var noticeLine = NoticeLine()
  private var postHeader = PostDetailHeader(title: "", account: "", label: "")
  private var status = ""
  private var list = PostDetailViewController.newList()
  /// Whether the list has a place that the person, or the thread, has given it.
  private var isPlaced = false

  private lazy var mouse = ListMouse<PostDetailRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.presenter.follow($0, at: self?.selection ?? 0) })

  init(presenter: any PostDetailPresentation, keymap: Live<Keymap> = Live(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var bottomLine: BottomLine { .status(isShowingThread ? list.status(status) : status) }

  var header: ScreenHeader? {
    ScreenHeader(.title(postHeader.title), account: postHeader.account, label: postHeader.label)
  }

  var notice: ScreenNotice? { noticeLine.shown.map { ScreenNotice(text: $0.text, isFailure: $0.isFailure) } }
  /// What helps with what the notice says.
  var noticeActions: [EmptyStateAction] { noticeLine.shown?.actions ?? [] }

  var offers: [Offer] { PostDetailOffers(self).all }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func layOutAhead() {
    if isShowingThread { list.layOutAhead() }
  }

  func willHandleKey() {
    if noticeLine.keyWasPressed() { needsDisplay?() }
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    content.draw(on: &canvas, in: area, keymap: keymap.value) { list.draw(on: &$0, in: area, mouse: mouse) }
  }
}

// MARK: - Moving in the thread

extension PostDetailViewController {
  var selection: Int { list.selection }
  var selectedRow: PostDetailRow? { list.selectedRow }

  var isShowingThread: Bool {
    if case .list = content { true } else { false }
  }

  private static func newList() -> CellList<PostDetailRow> {
    CellList(maxWidth: PostCellLayout.maxTextWidth, countsAbove: true)
  }

  /// What a click on the selected row does.
  func openSelected() {
    if selectedRow?.canBeOpened == true { presenter.openPost(at: selection) }
  }

  /// Changes which row is selected and tells the presenter.
  func move(_ change: (inout CellList<PostDetailRow>) -> Void) {
    let before = list.selection
    isPlaced = true
    change(&list)
    if list.selection != before { presenter.didSelectRow(at: list.selection) }
  }
}

// MARK: - What the presenter tells

extension PostDetailViewController: PostDetailView, EmptyStateHost {
  func showHeader(_ header: PostDetailHeader) {
    postHeader = header
    needsDisplay?()
  }

  func showThread(_ viewModel: PostDetailViewModel) {
    // A post that stood alone makes room for the line that says how much stands above it.
    if viewModel.hasConversation, !isPlaced { list = Self.newList() }
    isPlaced = isPlaced || viewModel.hasConversation
    list.show(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
    content = .list
    needsDisplay?()
  }

  func showStatus(_ status: String) {
    self.status = status
    needsDisplay?()
  }

  func showNotice(_ notice: NoticeViewModel) {
    noticeLine.show(notice)
    needsDisplay?()
  }

  func hideNotice() {
    noticeLine.hide()
    needsDisplay?()
  }
}
