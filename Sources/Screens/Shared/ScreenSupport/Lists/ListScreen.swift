import Domain
import EmptyState
import PostCell
import Runtime
import TerminalKit

/// The screen of a list: draws header, rows, empty view and notices, moves the selection, and performs the commands
/// that its presenter offers.
@MainActor
public final class ListScreen<Presenter: ListPresenter>: ViewController, EmptyStateHost {
  public typealias Row = Presenter.Row

  public let presenter: Presenter
  public var needsDisplay: (@MainActor () -> Void)?
  public var content = HostedContent.nothing

  private let keymap: Observed<Keymap>
  private let clock: any WallClock
  private let showsCountAbove: Bool
  private let opensOnClick: Bool
  private var list: CellList<Row>
  private var rows: [Row] = []
  /// The rows before the reload that the user has asked for; nil if none is running.
  private var rowsBeforeReload: [Row]?
  private var listHeader = ListHeader(title: "", account: "", label: "")
  private var noticeLine = NoticeLine()
  private var prompt: (prompt: ListPrompt, field: TextField)?
  /// Whether the user or a complete list has set the scroll position.
  private var hasPosition = false
  private let changes: SerialQueue
  /// The notice that a change failed, shown again after loading: a notice about the loading would replace it.
  private var changeFailure: NoticeViewModel?

  private lazy var mouse = ListMouse<Row>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() }, opensOnClick: opensOnClick,
    openLink: { [weak self] in self?.openLink($0) })
  private lazy var pictures = presenter.listPictures { [weak self] in self?.needsDisplay?() }

  /// - Parameters:
  ///   - showsCountAbove: whether the first line shows the number of rows above the screen.
  ///   - opensOnClick: whether a single click selects and opens a row.
  public init(
    _ presenter: Presenter, services: AppServices, showsCountAbove: Bool = false, opensOnClick: Bool = false
  ) {
    self.presenter = presenter
    self.showsCountAbove = showsCountAbove
    self.opensOnClick = opensOnClick
    (keymap, clock) = (services.keymap, services.clock)
    changes = SerialQueue(runner: services.runner)
    list = CellList(showsCountAbove: showsCountAbove)
    presenter.view = self
  }

  private var isShown: Bool { content == .list }
  private var rowCount: Int { rows.count }
  private var selectedIndex: Int? { isShown && rowCount > 0 ? list.selection : nil }
}

// MARK: - What is shown

extension ListScreen: ListScreenView {
  public var title: String { presenter.title }
  public var selection: Int { list.selection }
  public var selectedRow: Row? { selectedIndex == nil ? nil : list.selectedRow }

  public var header: ScreenHeader? {
    ScreenHeader(.title(listHeader.title), account: listHeader.account, label: listHeader.label)
  }

  public var bottomLine: BottomLine {
    if let prompt { return .prompt(prompt.prompt.label(prompt.field.text), prompt.field) }
    return .status(selectedIndex.map { list.status(presenter.status(at: $0, of: rowCount)) } ?? "")
  }

  public var notice: ScreenNotice? {
    noticeLine.visibleNotice?.screenNotice
  }

  public var canDismissNotice: Bool { noticeLine.canDismiss }

  public func dismissNotice() {
    noticeLine.dismiss()
    needsDisplay?()
  }

  public var isOpening: Bool { content.isBlank || presenter.isOpening }

  public func render() {
    listHeader = presenter.header
    switch presenter.screenContent {
    case .loading(let viewModel): content = .loading(viewModel)
    case .empty(let viewModel): content = .empty(viewModel)
    case .content(let rows): show(rows)
    }
    if isShown, let notice = presenter.notice { noticeLine.show(notice) } else { noticeLine.hide() }
    if !presenter.isLoading, let failure = changeFailure {
      changeFailure = nil
      noticeLine.show(failure)
    }
    if !presenter.isLoading, let before = rowsBeforeReload {
      rowsBeforeReload = nil
      if isShown, presenter.notice == nil, rows == before {
        noticeLine.show(NoticeViewModel(text: "Nothing new · checked at \(LocalTime.clock(clock.now))"))
      }
    }
    needsDisplay?()
  }

  private func show(_ rows: ListRows<Row>) {
    if !rows.isProvisional, !hasPosition {
      list = CellList(showsCountAbove: showsCountAbove)
    }
    hasPosition = hasPosition || !rows.isProvisional
    self.rows = rows.rows
    list.show(
      rows.rows, selection: max(0, min(rows.selection ?? list.selection, rowCount - 1)), footer: rows.footer,
      spacing: rows.spacing)
    content = .list
  }

  public func showNotice(_ notice: NoticeViewModel) {
    noticeLine.show(notice)
    needsDisplay?()
  }

  public func draw(on canvas: inout Canvas, in area: Rect) {
    let presented = selectedIndex.flatMap(presenter.foot).map { StyledText($0.text, $0.severity.style) }
    let foot = prompt?.prompt.completion?.foot ?? presented
    let drawing = foot.map { ListFoot($0, in: area) }
    content.draw(on: &canvas, in: drawing?.listArea ?? area, keymap: keymap.value) { canvas in
      let field = prompt == nil ? presenter.field : nil
      list.draw(on: &canvas, in: drawing?.listArea ?? area, mouse: mouse, pictures: pictures, field: field)
    }
    drawing?.draw(on: &canvas)
  }

  public func prefetchLayout() {
    if isShown { list.prefetchLayout() }
  }
}

// MARK: - Commands

extension ListScreen {
  public var offersSharedCommands: Bool { presenter.offersSharedCommands }

  /// The navigator adds the command to go back.
  public var availableCommands: [AvailableCommand] {
    if let exclusive = presenter.exclusiveCommands { return exclusive.compactMap(available) }
    if let prompt { return commands(of: prompt.prompt, prompt.field) }
    let suggested = suggestedActions.compactMap(available)
    let commands = presenter.commands(at: selectedIndex).compactMap(available)
    return [AvailableCommand](joining: suggested, commands, isShown ? movement : [], refresh)
  }

  public var unavailableCommands: [UnavailableCommand] {
    let index = selectedIndex
    return presenter.commands(at: index).compactMap { command in
      guard case .unavailable(let reason) = command.effect else { return nil }
      return UnavailableCommand(command.command, reason)
    } + presenter.unavailableCommands(at: index)
  }

  /// The actions of the notice, or those of the empty view.
  private var suggestedActions: [EmptyStateAction] {
    switch content {
    case .nothing, .loading: []
    case .empty(let viewModel): viewModel.actions
    case .list: noticeLine.visibleNotice?.actions ?? []
    }
  }

  private func available(_ action: EmptyStateAction) -> AvailableCommand? {
    switch action {
    case .signInAgain: action.availableCommand { [presenter] in presenter.signInAgain() }
    case .retry, .refresh: action.availableCommand { [weak self] in self?.reload() }
    default: nil
    }
  }

  private func available(_ command: RowCommand) -> AvailableCommand? {
    let effect: @MainActor () -> Void
    switch command.effect {
    case .open(let perform), .perform(let perform): effect = perform
    case .send(let change): effect = { [weak self] in self?.send(change) }
    case .prompt(let prompt): effect = { [weak self] in self?.show(prompt()) }
    case .menu(let commands):
      return AvailableCommand(
        command.command, title: command.title, hint: command.hint, menu: commands().compactMap(self.available))
    case .unavailable: return nil
    case .existing(let available): return available
    }
    return AvailableCommand(command.command, title: command.title, hint: command.hint, perform: effect)
  }

  private var movement: [AvailableCommand] {
    guard presenter.field == nil else { return fieldMovement }
    let names = presenter.rowNames
    return CellList<Row>.availableCommands(moving: names.row) { [weak self] in self?.move($0) } + [
      AvailableCommand(names.firstCommand, title: names.first) { [weak self] in self?.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: names.last) { [weak self] in self?.move { $0.selectLast() } },
    ]
  }

  private var fieldMovement: [AvailableCommand] {
    [
      AvailableCommand(ListCommands.nextField, hint: "next") { [weak self] in
        self?.move { $0.isLastSelected ? $0.selectFirst() : $0.move(by: 1) }
      },
      AvailableCommand(ListCommands.previousField) { [weak self] in
        self?.move { $0.selection == 0 ? $0.selectLast() : $0.move(by: -1) }
      },
    ]
  }

  private var refresh: [AvailableCommand] {
    guard presenter.canReload else { return [] }
    // Show one hint per key.
    let hint = isShown && !suggestedActions.contains(.retry) ? presenter.reloadHint : nil
    return [AvailableCommand(SourceCommands.refresh, hint: hint) { [weak self] in self?.reload() }]
  }

  /// Reloads, and says so if nothing has changed.
  private func reload() {
    let before = rows
    presenter.reload()
    rowsBeforeReload = isShown && presenter.isLoading ? before : nil
  }

  /// Sends the change even if the screen is closed in the meantime.
  public func send(_ change: @escaping RowCommand.Change) {
    changes.add { [weak self] in
      do throws(TimelineError) {
        let notice = try await change()
        if !notice.isEmpty { self?.showNotice(NoticeViewModel(text: notice)) }
      } catch {
        let notice = NoticeViewModel(failedChange: error)
        self?.showNotice(notice)
        self?.changeFailure = notice
      }
      // The outcome of a lost request is only known from the list.
      self?.presenter.reload()
    }
  }
}

// MARK: - Events

extension ListScreen {
  public func viewDidLoad() {
    presenter.viewDidLoad()
    if content == .nothing { render() }
  }

  public func viewDidAppear() { presenter.viewDidAppear() }
  public func viewWillDisappear() { presenter.viewWillDisappear() }
  public func settingsDidChange() { presenter.settingsDidChange() }
  public func agesDidChange() { presenter.render() }

  public func willHandleKey() {
    if noticeLine.keyWasPressed() { needsDisplay?() }
  }

  public var capturesKeys: Bool { presenter.capturesKeys }
  public func capture(_ key: Key) -> Bool { presenter.capture(key) }

  /// Moves the selection and notifies the presenter if it changed.
  private func move(_ change: (inout CellList<Row>) -> Void) {
    let before = list.selection
    hasPosition = true
    change(&list)
    if list.selection != before {
      presenter.didSelectRow(at: list.selection)
      needsDisplay?()
    } else if list.isLastSelected {
      presenter.didMoveBeyondEnd()
    }
  }

  private func openSelected() {
    if let index = selectedIndex { presenter.openRow(at: index) }
  }

  private func openLink(_ url: String) { presenter.openLink(url, at: list.selection) }
}

// MARK: - Prompt

extension ListScreen {
  public var focusedField: TextField? { prompt?.field ?? (isShown ? presenter.field : nil) }

  public func show(_ prompt: ListPrompt) {
    self.prompt = (prompt, TextField(text: prompt.text, placeholder: prompt.placeholder))
    needsDisplay?()
  }

  public func closePrompt() {
    prompt = nil
    needsDisplay?()
  }

  public func fieldDidChange() {
    guard let prompt else { return presenter.fieldDidChange() }
    prompt.prompt.didChange(prompt.field.text)
    prompt.prompt.completion?.update(for: prompt.field.text) { [weak self] in self?.needsDisplay?() }
  }

  public func endEditing() {
    leavePrompt()
    presenter.endEditing()
  }

  private func leavePrompt() {
    guard let prompt else { return }
    closePrompt()
    prompt.prompt.didLeave(prompt.field.text)
  }

  private func commands(of prompt: ListPrompt, _ field: TextField) -> [AvailableCommand] {
    let leave = AvailableCommand(prompt.leave.command, hint: prompt.leave.hint) { [weak self] in self?.leavePrompt() }
    guard let submit = prompt.submit else {
      let others = presenter.commands(at: selectedIndex).filter { $0.command != prompt.leave.command }
      return others.compactMap(available) + [leave] + (isShown ? movement : [])
    }
    return commands(completing: field, prompt.completion) + [
      AvailableCommand(submit.command, hint: submit.hint) { [weak self] in
        if prompt.didSubmit(field.text) { self?.closePrompt() }
      }, leave,
    ]
  }
}

extension ListScreen {
  private func commands(completing field: TextField, _ completion: PromptCompletion?) -> [AvailableCommand] {
    guard let completion, !completion.candidates.isEmpty else { return [] }
    func select(_ command: Command, by step: Int) -> AvailableCommand {
      AvailableCommand(command) { [weak self] in
        completion.select(by: step)
        self?.needsDisplay?()
      }
    }
    return [
      AvailableCommand(completion.acceptCommand, hint: "accept") { [weak self] in
        completion.accept(into: field)
        self?.needsDisplay?()
      }, select(MenuCommands.next, by: 1), select(MenuCommands.previous, by: -1),
    ]
  }
}

extension ListScreen: HeaderObserver where Presenter: HeaderObserver {
  public func headerDidChange(_ header: ScreenHeader) { presenter.headerDidChange(header) }
}

extension NoticeViewModel {
  /// A change that the user made was not confirmed.
  fileprivate init(failedChange error: TimelineError) {
    let outcome = error.mayHaveArrived ? "Not confirmed" : "Nothing changed"
    self.init(text: "\(outcome): \(error.clause)".asSentence, severity: .failure)
  }
}
