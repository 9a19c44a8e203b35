import TerminalKit

/// The state of a screen that shows rows or an empty view, with a notice and a status.
@MainActor
public struct HostedList<Row: CellRow> {
  public var content = HostedContent.nothing
  public var list: CellList<Row>
  fileprivate var noticeLine = NoticeLine()
  fileprivate var status = ""
  fileprivate var header = ListHeader(title: "", account: "", label: "")

  public init(_ list: CellList<Row>) {
    self.list = list
  }

  /// The status without the position in the selected row.
  public var statusText: String { status }

  public var isShown: Bool {
    if case .list = content { true } else { false }
  }
}

/// A screen that draws nothing but a `HostedList`. It stores what the presenter shows, moves the selection and forwards
/// events to the presenter.
@MainActor
public protocol HostedListScreen: ViewController, EmptyStateHost, TitledListView {
  associatedtype Row: CellRow

  /// The presenter, which handles the events.
  var listPresenter: any ListPresentation { get }

  /// Called when the screen must be redrawn.
  var needsDisplay: (@MainActor () -> Void)? { get set }
  var hosted: HostedList<Row> { get set }
  var keymap: Observed<Keymap> { get }
  var mouse: ListMouse<Row> { get }
  /// The pictures of the rows; nil for none.
  var pictures: ListPictures? { get }

  /// Called when the user moves down from the last row.
  func userDidMoveBeyondEnd()
}

// MARK: - Events

extension HostedListScreen {
  public func viewDidLoad() { listPresenter.viewDidLoad() }
  public func viewDidAppear() { listPresenter.viewDidAppear() }
  public func viewWillDisappear() { listPresenter.viewWillDisappear() }
  public func settingsDidChange() { listPresenter.settingsDidChange() }
  public func agesDidChange() { listPresenter.settingsDidChange() }
}

// MARK: - Drawing

extension HostedListScreen {
  public var pictures: ListPictures? { nil }

  public var content: HostedContent {
    get { hosted.content }
    set { hosted.content = newValue }
  }

  public var header: ScreenHeader? {
    let header = hosted.header
    return ScreenHeader(.title(header.title), account: header.account, label: header.label)
  }

  public var bottomLine: BottomLine {
    .status(hosted.isShown ? hosted.list.status(hosted.status) : hosted.status)
  }

  public var notice: ScreenNotice? {
    hosted.noticeLine.visibleNotice.map { ScreenNotice(text: $0.text, isFailure: $0.isFailure) }
  }

  public var canDismissNotice: Bool { hosted.noticeLine.canDismiss }

  public func dismissNotice() {
    hosted.noticeLine.dismiss()
    needsDisplay?()
  }

  public var isOpening: Bool { hosted.content.isBlank || listPresenter.isOpening }

  public func prefetchLayout() {
    if hosted.isShown { hosted.list.prefetchLayout() }
  }

  public func willHandleKey() {
    if hosted.noticeLine.keyWasPressed() { needsDisplay?() }
  }

  public func draw(on canvas: inout Canvas, in area: Rect) {
    hosted.content.draw(on: &canvas, in: area, keymap: keymap.value) {
      hosted.list.draw(on: &$0, in: area, mouse: mouse, pictures: pictures)
    }
  }
}

// MARK: - Selection

extension HostedListScreen {
  public func userDidMoveBeyondEnd() {}

  public var selection: Int { hosted.list.selection }
  public var selectedRow: Row? { hosted.list.selectedRow }
  /// The actions of the notice, or those of the empty view.
  public var suggestedActions: [EmptyStateAction] {
    switch hosted.content {
    case .nothing, .loading: []
    case .empty(let viewModel): viewModel.actions
    case .list: hosted.noticeLine.visibleNotice?.actions ?? []
    }
  }

  /// Moves the selection and notifies the presenter if it changed.
  public func move(_ change: (inout CellList<Row>) -> Void) {
    let before = hosted.list.selection
    change(&hosted.list)
    if hosted.list.selection != before {
      listPresenter.didSelectRow(at: hosted.list.selection)
    } else if hosted.list.isLastSelected {
      userDidMoveBeyondEnd()
    }
  }
}

// MARK: - Updates from the presenter

extension HostedListScreen {
  public func showRows(_ rows: [Row], selection: Int, footer: String, spacing: Int = 1) {
    hosted.list.show(rows, selection: selection, footer: footer, spacing: spacing)
    hosted.content = .list
    needsDisplay?()
  }

  public func showHeader(_ header: ListHeader) {
    hosted.header = header
    needsDisplay?()
  }

  public func showStatus(_ status: String) {
    hosted.status = status
    needsDisplay?()
  }

  public func showNotice(_ notice: NoticeViewModel) {
    hosted.noticeLine.show(notice)
    needsDisplay?()
  }

  public func hideNotice() {
    hosted.noticeLine.hide()
    needsDisplay?()
  }
}
