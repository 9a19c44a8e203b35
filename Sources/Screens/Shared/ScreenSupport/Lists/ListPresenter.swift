import EmptyState
import TerminalKit

/// The presenter of a screen that is a list: decides what its rows are and what can be done with them. `ListScreen`
/// draws them.
@MainActor
public protocol ListPresenter: AnyObject {
  associatedtype Row: CellRow

  /// The screen. Held weakly.
  var view: (any ListScreenView<Row>)? { get set }

  /// The title in the help: “Versions”.
  var title: String { get }
  var header: ListHeader { get }
  /// Shows the current state.
  func render()
  /// Decides between the rows, the empty view and the loading view.
  var screenContent: ScreenContent<ListRows<Row>> { get }
  /// The notice shown with the rows that stays as long as its cause; nil for none.
  var notice: NoticeViewModel? { get }
  var rowNames: RowNames { get }
  /// The bottom line for the selected row.
  func status(at index: Int, of count: Int) -> String
  /// Up to three lines about the selected row, below the list; nil for none.
  func foot(at index: Int) -> ScreenNotice?
  /// The field of a form that gets typed text, which is shown in the selected row; nil if the list is not a form.
  var field: TextField? { get }
  /// Called after a key has changed the field.
  func fieldDidChange()

  /// The commands, the most useful first.
  /// - Parameter index: the selected row; nil if no rows are shown.
  func commands(at index: Int?) -> [RowCommand]
  /// The only commands while the screen asks a question; nil if it asks none.
  var exclusiveCommands: [RowCommand]? { get }
  /// The commands that are explained where they do not apply, in addition to unavailable `commands`.
  func unavailableCommands(at index: Int?) -> [UnavailableCommand]
  /// Whether the navigator adds its shared commands, such as those to switch accounts.
  var offersSharedCommands: Bool { get }
  /// Called for a click on the selected row.
  func openRow(at index: Int)
  /// Called for a click on a link in a row.
  func openLink(_ url: String, at index: Int)
  /// The pictures of the rows; nil for none.
  func listPictures(redraw: @escaping @MainActor () -> Void) -> ListPictures?

  /// Whether there is a source to ask again.
  var canReload: Bool { get }
  /// The hint of the refresh key while rows are shown; nil if the bottom line leaves it out.
  var reloadHint: String? { get }
  func reload()
  func signInAgain()

  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Called when the key bindings or the style of times changed.
  func settingsDidChange()
  func didSelectRow(at index: Int)
  /// Called when the user moves down from the last row.
  func didMoveBeyondEnd()
  /// Whether keys wait for content although something is shown already.
  var isOpening: Bool { get }
  /// Whether a request is running.
  var isLoading: Bool { get }
  /// Whether any key is captured.
  var capturesKeys: Bool { get }
  func capture(_ key: Key) -> Bool
  /// Called when another pane gets the focus.
  func endEditing()
}

extension ListPresenter {
  public func render() { view?.render() }
  public var notice: NoticeViewModel? { nil }
  public func status(at index: Int, of count: Int) -> String { "\(index + 1) of \(count)" }
  public func foot(at index: Int) -> ScreenNotice? { nil }
  public var field: TextField? { nil }
  public func fieldDidChange() {}
  public var exclusiveCommands: [RowCommand]? { nil }
  public func unavailableCommands(at index: Int?) -> [UnavailableCommand] { [] }
  public var offersSharedCommands: Bool { false }
  /// Performs the first command that opens the row.
  public func openRow(at index: Int) {
    for case .open(let open) in commands(at: index).map(\.effect) { return open() }
  }
  public func openLink(_ url: String, at index: Int) {}
  public func listPictures(redraw: @escaping @MainActor () -> Void) -> ListPictures? { nil }
  public var canReload: Bool { false }
  public var reloadHint: String? { "refresh" }
  public func reload() {}
  public func signInAgain() {}
  public func viewDidLoad() {}
  public func viewDidAppear() {}
  public func viewWillDisappear() {}
  public func settingsDidChange() { render() }
  public func didSelectRow(at index: Int) {}
  public func didMoveBeyondEnd() {}
  public var isOpening: Bool { false }
  public var isLoading: Bool { false }
  public var capturesKeys: Bool { false }
  public func capture(_ key: Key) -> Bool { false }
  public func endEditing() {}
}

extension ListPresenter {
  public var selection: Int { view?.selection ?? 0 }
  public var selectedRow: Row? { view?.selectedRow }

  public func showNotice(_ text: String, isFailure: Bool = false) {
    view?.showNotice(NoticeViewModel(text: text, severity: Severity(isFailure: isFailure)))
  }
}
