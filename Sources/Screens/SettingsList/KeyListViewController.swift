import EmptyState
import TerminalKit

/// Draws the keys and forwards commands to the presenter.
@MainActor
final class KeyListViewController: HostedListScreen {
  typealias Row = KeyListRow

  private static let maxWidth = 80

  let title = "Keys"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any KeyListPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<KeyListRow>(maxWidth: KeyListViewController.maxWidth))
  private var prompt: KeyListPrompt?
  private var field: TextField?
  /// Whether the list is filtered and the field is closed.
  private var isFiltered = false

  private(set) lazy var mouse = ListMouse<KeyListRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.presenter.edit() })

  init(presenter: any KeyListPresentation, keymap: Observed<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var focusedField: TextField? { field }

  var bottomLine: BottomLine {
    if let field { return .prompt("Find", field) }
    if case .newKey(let text)? = prompt { return .status(text) }
    return .status(hosted.isShown ? hosted.list.status(hosted.statusText) : hosted.statusText)
  }

  var capturesKeys: Bool { if case .newKey? = prompt { true } else { false } }
  func capture(_ key: Key) -> Bool { presenter.capture(key) }

  func endEditing() {
    presenter.cancel()
    field = nil
  }

  func fieldDidChange() {
    if let field { presenter.filter(field.text) }
  }

  /// The navigator adds the command to go back.
  var availableCommands: [AvailableCommand] {
    switch prompt {
    case .newKey:
      return [AvailableCommand(KeyListCommands.cancel, hint: "cancel") { [presenter] in presenter.cancel() }]
    case .confirmation:
      return [
        AvailableCommand(KeyListCommands.confirm, hint: "assign") { [presenter] in presenter.confirm() },
        AvailableCommand(KeyListCommands.cancel, hint: "keep") { [presenter] in presenter.cancel() },
      ]
    case nil: break
    }
    if field != nil {
      return [
        AvailableCommand(ListCommands.keepFilter, hint: "keep") { [weak self] in self?.closeField(keeping: true) },
        AvailableCommand(ListCommands.leaveFilter, hint: "all") { [weak self] in self?.closeField(keeping: false) },
      ]
    }
    let leave =
      isFiltered
      ? [AvailableCommand(ListCommands.leaveFilter, hint: "all") { [weak self] in self?.closeField(keeping: false) }]
      : []
    let find = AvailableCommand(ListCommands.filter, title: "find a command", hint: "find") { [weak self] in
      self?.openField()
    }
    guard let row = selectedRow, hosted.isShown else { return leave + [find] }
    let reset =
      row.isChanged
      ? [AvailableCommand(KeyListCommands.restore, hint: "default") { [presenter] in presenter.restoreDefault() }] : []
    return leave
      + [AvailableCommand(KeyListCommands.edit, hint: "new key") { [presenter] in presenter.edit() }] + reset + [find]
      + CellList<KeyListRow>.availableCommands(moving: "command") { [weak self] in self?.move($0) } + [
        AvailableCommand(ListCommands.first, title: "first command") { [weak self] in self?.move { $0.selectFirst() } },
        AvailableCommand(ListCommands.last, title: "last command") { [weak self] in self?.move { $0.selectLast() } },
      ]
  }

  private func openField() {
    field = TextField(text: "")
    needsDisplay?()
  }

  private func closeField(keeping isKept: Bool) {
    isFiltered = isKept && field?.text.isEmpty == false
    field = nil
    if !isFiltered { presenter.filter("") }
    needsDisplay?()
  }
}

// MARK: - Presenter updates

extension KeyListViewController: KeyListView {
  func show(_ rows: [KeyListRow], selection: Int) {
    showRows(rows, selection: selection, footer: "", spacing: 0)
  }

  func showPrompt(_ prompt: KeyListPrompt?) {
    self.prompt = prompt
    needsDisplay?()
  }
}

/// The commands of the list of keys.
public enum KeyListCommands {
  static let edit = Command("new-key", "give it a new key", keys: ["Enter"], in: .open)
  static let restore = Command("default-keys", "restore the default keys", keys: ["x"], in: .open)
  static let confirm = Command("assign-key", "assign the key", keys: ["Enter", "y"], in: .open)
  static let cancel = Command(
    "keep-keys", "keep the keys", keys: ["Escape", "n"], isDismissal: true, over: [ProgramCommands.back])

  public static let all = [edit, restore, confirm, cancel]
}
