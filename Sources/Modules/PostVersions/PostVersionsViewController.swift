import EmptyState
import PostCell
import TerminalKit

/// Draws the versions and turns commands into presenter calls.
@MainActor
final class PostVersionsViewController: ViewController {
  let title = "Versions"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any PostVersionsPresentation
  private let keymap: Live<Keymap>
  var content = HostedContent.nothing
  private var noticeLine = NoticeLine()
  private var versionsHeader = PostVersionsHeader(title: "", account: "", label: "")
  private var status = ""
  private var list = CellList<PostVersionRow>(maxWidth: PostCellLayout.maxTextWidth)

  private lazy var mouse = ListMouse<PostVersionRow>(
    move: { [weak self] in self?.move($0) }, open: {}, openLink: { [weak self] in self?.presenter.openLink($0) })

  init(presenter: any PostVersionsPresentation, keymap: Live<Keymap> = Live(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var bottomLine: BottomLine { .status(isShowingVersions ? list.status(status) : status) }

  var header: ScreenHeader? {
    ScreenHeader(.title(versionsHeader.title), account: versionsHeader.account, label: versionsHeader.label)
  }

  var notice: ScreenNotice? { noticeLine.shown.map { ScreenNotice(text: $0.text, isFailure: $0.isFailure) } }

  /// The way back is the navigator's.
  var offers: [Offer] {
    let shown: [EmptyStateAction]
    switch content {
    case .nothing, .loading: return [reload(hint: nil)]
    case .empty(let viewModel): shown = viewModel.actions
    case .list: shown = noticeLine.shown?.actions ?? []
    }
    let help = shown.compactMap { action -> Offer? in
      switch action {
      case .logIn: action.offer { [presenter] in presenter.logIn() }
      case .retry: action.offer { [presenter] in presenter.reload() }
      default: nil
      }
    }
    return help + movement + [reload(hint: shown.contains(.retry) ? nil : "reload")]
  }

  private var movement: [Offer] {
    guard isShowingVersions else { return [] }
    return CellList<PostVersionRow>.offers(moving: "version") { [weak self] in self?.move($0) } + [
      Offer(ListCommands.first, title: "newest version") { [weak self] in self?.move { $0.selectFirst() } },
      Offer(ListCommands.last, title: "first version") { [weak self] in self?.move { $0.selectLast() } },
    ]
  }

  private func reload(hint: String?) -> Offer {
    Offer(ReadingCommands.refresh, title: "reload", hint: hint) { [presenter] in presenter.reload() }
  }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func layOutAhead() {
    if isShowingVersions { list.layOutAhead() }
  }

  func willHandleKey() {
    if noticeLine.keyWasPressed() { needsDisplay?() }
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    content.draw(on: &canvas, in: area, keymap: keymap.value) { list.draw(on: &$0, in: area, mouse: mouse) }
  }

  private var isShowingVersions: Bool {
    if case .list = content { true } else { false }
  }

  /// Changes which row is selected and tells the presenter.
  private func move(_ change: (inout CellList<PostVersionRow>) -> Void) {
    let before = list.selection
    change(&list)
    if list.selection != before { presenter.didSelectRow(at: list.selection) }
  }
}

// MARK: - What the presenter tells

extension PostVersionsViewController: PostVersionsView, EmptyStateHost {
  func showHeader(_ header: PostVersionsHeader) {
    versionsHeader = header
    needsDisplay?()
  }

  func showVersions(_ viewModel: PostVersionsViewModel) {
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
