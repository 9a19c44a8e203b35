import EmptyState
import TerminalKit

/// Draws the state of the lookup, and the field for an address in the bottom line.
@MainActor
final class AddressLookupViewController: ViewController, EmptyStateHost {
  let title = "Open an address"
  var needsDisplay: (@MainActor () -> Void)?
  var content = HostedContent.nothing

  private let presenter: any AddressLookupPresentation
  private let keymap: Observed<Keymap>
  private var field: TextField?
  private var listHeader: ListHeader?

  init(presenter: any AddressLookupPresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var focusedField: TextField? { field }

  var header: ScreenHeader? {
    listHeader.map { ScreenHeader(.title($0.title), account: $0.account, label: $0.label) }
  }

  var bottomLine: BottomLine { field.map { BottomLine.prompt("Address", $0) } ?? .status("") }

  let offersSharedCommands = true

  /// The navigator adds the command to go back where no field is focused.
  var availableCommands: [AvailableCommand] {
    if let field {
      return [
        AvailableCommand(AddressLookupCommands.submit, hint: "open") { [presenter] in presenter.submit(field.text) },
        AvailableCommand(AddressLookupCommands.leave, hint: "cancel") { [presenter] in presenter.leave() },
      ]
    }
    guard case .empty(let viewModel) = content else { return [] }
    return viewModel.actions.compactMap { action in
      switch action {
      case .retry, .refresh: action.availableCommand { [presenter] in presenter.reload() }
      case .signInAgain: action.availableCommand { [presenter] in presenter.signInAgain() }
      case .openInBrowser: action.availableCommand { [presenter] in presenter.openInBrowser() }
      default: nil
      }
    }
  }

  var unavailableCommands: [UnavailableCommand] { SourceCommands.unavailable }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { needsDisplay?() }

  func endEditing() { hideField() }

  func draw(on canvas: inout Canvas, in area: Rect) {
    content.draw(on: &canvas, in: area, keymap: keymap.value) { _ in }
  }
}

extension AddressLookupViewController: AddressLookupView {
  func showHeader(_ header: ListHeader) {
    listHeader = header
    needsDisplay?()
  }

  func showField() {
    field = field ?? TextField(placeholder: "https://…, @name@server or server")
    needsDisplay?()
  }

  func hideField() {
    field = nil
    needsDisplay?()
  }
}

public enum AddressLookupCommands {
  static let submit = Command("submit-address", "open this address", keys: ["Enter"], in: .open)
  static let leave = Command("leave-address", "cancel", keys: ["Escape"], isDismissal: true)

  public static let all = [submit, leave]
}
