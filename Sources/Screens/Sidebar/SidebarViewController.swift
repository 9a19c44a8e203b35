import EmptyState
import TerminalKit

/// Draws the entries, and turns commands into calls of the presenter.
@MainActor
final class SidebarViewController: ViewController, HeaderObserver {
  let title = "Sidebar"
  let header: ScreenHeader? = ScreenHeader(.title(""))
  private(set) var notice: ScreenNotice?
  var needsDisplay: (@MainActor () -> Void)?

  private let presenter: any SidebarPresentation
  private var list = CellList<SidebarRow>(maxWidth: 80)
  private var rowCount = 0

  private lazy var mouse = ListMouse<SidebarRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() }, opensOnClick: true)

  init(presenter: any SidebarPresentation) {
    self.presenter = presenter
  }

  var bottomLine: BottomLine { .status(rowCount == 0 ? "" : "\(list.selection + 1) of \(rowCount)") }

  let offersSharedCommands = true
  var availableCommands: [AvailableCommand] {
    [AvailableCommand(SidebarCommands.open, hint: "open") { [weak self] in self?.openSelected() }]
      + CellList<SidebarRow>.availableCommands(moving: "entry") { [weak self] in self?.move($0) } + [
        AvailableCommand(SidebarCommands.first) { [weak self] in self?.move { $0.selectFirst() } },
        AvailableCommand(ListCommands.last, title: "last entry") { [weak self] in self?.move { $0.selectLast() } },
        AvailableCommand(SourceCommands.refresh) { [presenter] in presenter.refresh() },
      ]
  }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }

  func headerDidChange(_ header: ScreenHeader) { presenter.timelinesDidChange(header) }

  func draw(on canvas: inout Canvas, in area: Rect) { list.draw(on: &canvas, in: area, mouse: mouse) }

  private func move(_ change: (inout CellList<SidebarRow>) -> Void) {
    change(&list)
    presenter.didSelectRow(at: list.selection)
    needsDisplay?()
  }

  private func openSelected() { presenter.openEntry(at: list.selection) }
}

extension SidebarViewController: SidebarView {
  func show(_ viewModel: SidebarViewModel) {
    rowCount = viewModel.rows.count
    list.show(viewModel.rows, selection: viewModel.selection, spacing: 0)
    needsDisplay?()
  }

  func showNotice(_ text: String) {
    notice = ScreenNotice(text: text, isFailure: true)
    needsDisplay?()
  }

  func hideNotice() {
    notice = nil
    needsDisplay?()
  }
}

/// The commands of the sidebar.
public enum SidebarCommands {
  public static let open = Command("open-place", "open", keys: ["Enter"], in: .open)
  public static let first = Command(
    "first-place", "first entry", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)

  public static let all = [open, first]
}
