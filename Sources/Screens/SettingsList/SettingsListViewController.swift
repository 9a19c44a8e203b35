import EmptyState
import TerminalKit

/// Draws the settings and forwards commands to the presenter.
@MainActor
final class SettingsListViewController: HostedListScreen {
  typealias Row = SettingsListRow

  private static let maxWidth = 80

  let title: String
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any SettingsListPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<SettingsListRow>(maxWidth: SettingsListViewController.maxWidth))
  private var field: (label: String, field: TextField)?
  /// Closes a form without saving it.
  var discard: @MainActor () -> Void = {}

  private(set) lazy var mouse = ListMouse<SettingsListRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.presenter.edit() })

  init(title: String = "Settings", presenter: any SettingsListPresentation, keymap: Observed<Keymap>) {
    self.title = title
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
      : [
        AvailableCommand(
          SettingsListCommands.restore, title: presenter.isForm ? "undo the change" : nil,
          hint: presenter.isForm ? "undo" : "default"
        ) { [presenter] in presenter.restoreDefault() }
      ]
    let edit = AvailableCommand(
      SettingsListCommands.edit, title: row.isButton ? row.name : nil, hint: row.isButton ? "save" : "change"
    ) { [presenter] in presenter.edit() }
    return [edit] + steps + reset + formCommands
      + CellList<SettingsListRow>.availableCommands(moving: "setting") { [weak self] in self?.move($0) } + [
        AvailableCommand(ListCommands.first, title: "first setting") { [weak self] in self?.move { $0.selectFirst() } },
        AvailableCommand(ListCommands.last, title: "last setting") { [weak self] in self?.move { $0.selectLast() } },
      ]
  }
}

// MARK: - Forms

extension SettingsListViewController {
  /// The commands that save a form, or discard it after a confirmation.
  private var formCommands: [AvailableCommand] {
    guard presenter.isForm else { return [] }
    let save = AvailableCommand(FormCommands.save, hint: "save") { [presenter] in presenter.save() }
    guard presenter.isChanged else { return [save] }
    let confirm = AvailableCommand(FormCommands.confirmDiscard) { [weak self] in self?.discard() }
    return [save, AvailableCommand(FormCommands.discard, menu: [confirm])]
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

/// The commands of forms.
public enum FormCommands {
  static let save = Command("save-form", "save", keys: ["C-s"], in: .write)
  static let discard = Command(
    "discard-form", "leave without saving", keys: ["Escape", "q", "BSpace"], in: .write, isDismissal: true,
    over: [ProgramCommands.back, ProgramCommands.quit])
  static let confirmDiscard = Command(
    "confirm-discard-form", "yes, leave without saving", keys: ["y"], in: .write, isConfirmation: true)

  public static let all = [save, discard, confirmDiscard]
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
