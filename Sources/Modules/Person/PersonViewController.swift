import EmptyState
import PostCell
import TerminalKit

/// Draws a person and their posts and turns commands into presenter calls.
@MainActor
final class PersonViewController: HostedListScreen {
  typealias Row = PersonRow

  let title = "Person"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any PersonPresentation
  let keymap: Live<Keymap>
  var hosted = HostedList(CellList<PersonRow>(maxWidth: PostCellLayout.maxTextWidth))
  private var personHeader = PersonHeader(title: "", account: "", label: "", parts: [])

  private(set) lazy var mouse = ListMouse<PersonRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.presenter.follow($0, at: self?.selection ?? 0) })

  init(presenter: any PersonPresentation, keymap: Live<Keymap> = Live(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var header: ScreenHeader? {
    ScreenHeader(.title(personHeader.title), account: personHeader.account, label: personHeader.label)
  }

  /// The parts of what they have written.
  var parts: [String] { personHeader.parts }

  var offers: [Offer] { PersonOffers(self).all }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func tellSelection(_ index: Int) { presenter.didSelectRow(at: index) }
  func userDidMoveBeyondEnd() { presenter.didSelectRow(at: selection) }

  /// What a click on the selected row does.
  private func openSelected() {
    if selection > 0 { presenter.openPost(at: selection) }
  }
}

// MARK: - What the presenter tells

extension PersonViewController: PersonView {
  func showHeader(_ header: PersonHeader) {
    personHeader = header
    needsDisplay?()
  }

  func showPerson(_ viewModel: PersonViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer, spacing: viewModel.spacing)
  }
}
