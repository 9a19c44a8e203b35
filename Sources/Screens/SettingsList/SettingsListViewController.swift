import EmptyState
import TerminalKit

/// Draws the settings and forwards commands to the presenter.
@MainActor
final class SettingsListViewController: HostedListScreen {
  typealias Row = SettingsListRow

  private static let maxWidth = 80

  let title = "Settings"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any SettingsListPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<SettingsListRow>(maxWidth: SettingsListViewController.maxWidth))
  private var field: (label: String, field: TextField)?

  private(set) lazy var mouse = ListMouse<SettingsListRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.presenter.edit() })

  init(presenter: any SettingsListPresentation, keymap: Observed<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var focusedField: TextField? { field?.field }

  var bottomLine: BottomLine {
    if let field { return .prompt(field.label, field.field) }
    return .status(hosted.isShown ? hosted.list.status(hosted.statusText) : hosted.statusText)
  }

  func endEditing() {
    if field != nil { presenter.cancelEditing() }
  }

  /// The navigator adds the command to go back.
  var availableCommands: [AvailableCommand] {
    if let field {
      return [
        AvailableCommand(SettingsListCommands.submit, hint: "save") { [presenter] in presenter.submit(field.field.text)
        },
        AvailableCommand(SettingsListCommands.cancel, hint: "cancel") { [presenter] in presenter.cancelEditing() },
      ]
    }
    guard let row = selectedRow else { return [] }
    let steps =
      row.hasSteps
      ? [
        AvailableCommand(SettingsListCommands.next, hint: "next") { [presenter] in presenter.step(by: 1) },
        AvailableCommand(SettingsListCommands.previous) { [presenter] in presenter.step(by: -1) },
      ] : []
    let reset =
      row.isDefault
      ? []
      : [AvailableCommand(SettingsListCommands.restore, hint: "default") { [presenter] in presenter.restoreDefault() }]
    return [AvailableCommand(SettingsListCommands.edit, hint: "change") { [presenter] in presenter.edit() }]
      + steps + reset
      + CellList<SettingsListRow>.availableCommands(moving: "setting") { [weak self] in self?.move($0) } + [
        AvailableCommand(ListCommands.first, title: "first setting") { [weak self] in self?.move { $0.selectFirst() } },
        AvailableCommand(ListCommands.last, title: "last setting") { [weak self] in self?.move { $0.selectLast() } },
      ]
  }
}

// MARK: - Presenter updates

extension SettingsListViewController: SettingsListView {
  func show(_ viewModel: SettingsListViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: "")
  }

  func showField(_ label: String, text: String, placeholder: String) {
    field = (label, TextField(text: text, placeholder: placeholder))
    needsDisplay?()
  }

  func hideField() {
    field = nil
    needsDisplay?()
  }
}

/// The commands of the settings screen, and the one that opens it.
public enum SettingsListCommands {
  public static let show = Command(
    "settings", "settings",
    synonyms: ["preferences", "options", "configuration", "theme", "colours", "colors", "dark mode", "light mode"],
    keys: ["F2"])
  static let edit = Command("change-setting", "change", keys: ["Enter"], in: .open)
  static let next = Command("next-value", "next value", keys: ["Right", "l"], in: .open)
  static let previous = Command("previous-value", "previous value", keys: ["Left", "h"], in: .open)
  static let restore = Command("default-value", "restore the default", keys: ["x"], in: .open)
  static let submit = Command("save-value", "save", keys: ["Enter"], in: .open)
  static let cancel = Command("leave-value", "cancel", keys: ["Escape"], isDismissal: true)

  public static let all = [show, edit, next, previous, restore, submit, cancel]
}
