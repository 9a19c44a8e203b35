import EmptyState
import PostCell
import TerminalKit

/// Draws a person and their posts and turns commands into presenter calls.
@MainActor
final class PersonViewController: ViewController {
  let title = "Person"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any PersonPresentation
  private let keymap: Live<Keymap>
  var content = HostedContent.nothing
  private var noticeLine = NoticeLine()
  private var personHeader = PersonHeader(title: "", account: "", label: "", parts: [])
  private var status = ""
  private var list = CellList<PersonRow>(maxWidth: PostCellLayout.maxTextWidth)

  private lazy var mouse = ListMouse<PersonRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.presenter.follow($0, at: self?.selection ?? 0) })

  init(presenter: any PersonPresentation, keymap: Live<Keymap> = Live(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var bottomLine: BottomLine { .status(isShowingPerson ? list.status(status) : status) }

  var header: ScreenHeader? {
    ScreenHeader(.title(personHeader.title), account: personHeader.account, label: personHeader.label)
  }

  var notice: ScreenNotice? { noticeLine.shown.map { ScreenNotice(text: $0.text, isFailure: $0.isFailure) } }
  /// What helps with what the notice says.
  var noticeActions: [EmptyStateAction] { noticeLine.shown?.actions ?? [] }
  /// The parts of what they have written.
  var parts: [String] { personHeader.parts }

  var offers: [Offer] { PersonOffers(self).all }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func layOutAhead() {
    if isShowingPerson { list.layOutAhead() }
  }

  func willHandleKey() {
    if noticeLine.keyWasPressed() { needsDisplay?() }
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    content.draw(on: &canvas, in: area, keymap: keymap.value) { list.draw(on: &$0, in: area, mouse: mouse) }
  }
}

// MARK: - Moving in the list

extension PersonViewController {
  var selection: Int { list.selection }
  var selectedRow: PersonRow? { list.selectedRow }

  private var isShowingPerson: Bool {
    if case .list = content { true } else { false }
  }

  /// What a click on the selected row does.
  private func openSelected() {
    if selection > 0 { presenter.openPost(at: selection) }
  }

  /// Changes which row is selected and tells the presenter.
  func move(_ change: (inout CellList<PersonRow>) -> Void) {
    let before = list.selection
    change(&list)
    if list.selection != before { presenter.didSelectRow(at: list.selection) }
  }
}

// MARK: - What the presenter tells

extension PersonViewController: PersonView, EmptyStateHost {
  func showHeader(_ header: PersonHeader) {
    personHeader = header
    needsDisplay?()
  }

  func showPerson(_ viewModel: PersonViewModel) {
    list.show(
      viewModel.rows, selection: viewModel.selection, footer: viewModel.footer, spacing: viewModel.spacing)
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
