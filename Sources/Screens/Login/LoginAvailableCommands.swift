import EmptyState
import TerminalKit

/// The available commands for each state of the sign-in screen.
@MainActor
struct LoginAvailableCommands {
  private let view: LoginViewController
  private var presenter: any LoginPresentation { view.presenter }

  init(_ view: LoginViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    if let form = view.form { return form.isSigningIn ? [cancelSignInCommand] : availableCommands(in: form) }
    if let consent = view.consentForm {
      return consent.isSigningIn ? [cancelConsentCommand] : availableCommands(in: consent)
    }
    if let server = view.serverForm {
      return server.isSigningIn ? [cancelSignInCommand] : availableCommands(in: server)
    }
    if view.filterField != nil { return filterCommands }
    switch view.content {
    case .nothing, .loading: return [cancelLoadingCommand, signInCommand(hint: nil)]
    case .empty(let viewModel):
      let actions = viewModel.actions.compactMap(availableCommand)
      // Without any accounts, the empty view itself offers to sign in.
      let signIn = viewModel.actions.contains(.retry) ? [signInCommand(hint: "sign in")] : []
      return actions + signIn + [reload(hint: nil)]
    case .list:
      return openCommands + [filter, signInCommand(hint: "sign in"), reload(hint: "refresh")] + movement
        + digitCommands
    }
  }

  /// The filter has a hint only if some accounts have no digit key.
  private var filter: AvailableCommand {
    AvailableCommand(
      ListCommands.filter, title: "find an account",
      hint: view.accountCount > LoginCommands.account.count ? "find" : nil
    ) { [view] in view.beginFilter() }
  }

  private var filterCommands: [AvailableCommand] {
    let all = AvailableCommand(ListCommands.leaveFilter, hint: "all") { [view] in view.endFilter() }
    if case .list = view.content { return openCommands + [all] + movement }
    return [all]
  }

  private var openCommands: [AvailableCommand] {
    [AvailableCommand(LoginCommands.open, hint: "open") { presenter.openAccount(at: view.list.selection) }]
  }

  private var movement: [AvailableCommand] {
    CellList<LoginRow>.availableCommands(moving: "account") { [view] in view.move($0) } + [
      AvailableCommand(ListCommands.first, title: "first account") { [view] in view.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last account") { [view] in view.move { $0.selectLast() } },
    ]
  }

  private var digitCommands: [AvailableCommand] {
    LoginCommands.account.prefix(view.accountCount).enumerated().map { index, command in
      AvailableCommand(command) { presenter.openAccount(at: index) }
    }
  }

  private func signInCommand(hint: String?) -> AvailableCommand {
    AvailableCommand(SourceCommands.signIn, hint: hint) { presenter.openForm() }
  }

  private func reload(hint: String?) -> AvailableCommand {
    AvailableCommand(SourceCommands.refresh, title: "reload accounts", hint: hint) { presenter.reload() }
  }

  private func availableCommands(in form: LoginForm) -> [AvailableCommand] {
    let submits = form.canSubmit && form.focus != .handle
    // If Enter does not move to another field, the hint is on Tab.
    let submitHint = submits ? "sign in" : form.hasNext ? "next" : nil
    return [
      AvailableCommand(
        LoginCommands.submit, title: submits ? "sign in" : form.hasNext ? "next field" : "show what is missing",
        hint: submitHint
      ) { view.submitForm() },
      AvailableCommand(ListCommands.nextField, hint: submitHint == nil ? "next" : nil) {
        view.changeForm { $0.moveFocus(by: 1) }
      },
      AvailableCommand(LoginCommands.closeForm, hint: "close") { presenter.closeForm() },
      AvailableCommand(ListCommands.previousField) { view.changeForm { $0.moveFocus(by: -1) } },
    ]
  }

  private func availableCommands(in form: ServerForm) -> [AvailableCommand] {
    [
      AvailableCommand(
        LoginCommands.submit, title: form.canSubmit ? "continue" : "show what is missing", hint: "continue"
      ) {
        view.submitServer()
      },
      AvailableCommand(ListCommands.nextField) { view.moveServerFocus() },
      AvailableCommand(LoginCommands.closeForm, hint: "close") { presenter.closeForm() },
      AvailableCommand(ListCommands.previousField) { view.moveServerFocus() },
    ]
  }

  private func availableCommands(in form: ConsentForm) -> [AvailableCommand] {
    let address =
      (form.viewModel.canOpen
        ? [AvailableCommand(LoginCommands.openAddress, hint: "open") { presenter.openAddress() }] : [])
      + [AvailableCommand(LoginCommands.copyAddress, hint: "copy") { presenter.copyAddress() }]
    let code = [
      AvailableCommand(
        LoginCommands.submit, title: form.hasCode ? "sign in" : "show what is missing", hint: "sign in"
      ) {
        view.submitCode()
      }
    ]
    return (form.focus == .address ? address : code) + [
      AvailableCommand(ListCommands.nextField, hint: form.focus == .address ? "code" : "address") {
        view.moveConsentFocus()
      },
      cancelConsentCommand,
      AvailableCommand(ListCommands.previousField) { view.moveConsentFocus() },
    ]
  }

  private var cancelConsentCommand: AvailableCommand {
    AvailableCommand(LoginCommands.cancelSignIn, hint: "cancel") { presenter.cancelConsent() }
  }

  private var cancelSignInCommand: AvailableCommand {
    AvailableCommand(LoginCommands.cancelSignIn, hint: "cancel") { presenter.cancelSignIn() }
  }

  private var cancelLoadingCommand: AvailableCommand {
    EmptyStateAction.cancel.availableCommand { presenter.cancelLoading() }
  }

  /// nil if the navigator provides the command, or if it does not apply here.
  private func availableCommand(of action: EmptyStateAction) -> AvailableCommand? {
    switch action {
    case .retry, .refresh: action.availableCommand { presenter.reload() }
    case .cancel: cancelLoadingCommand
    case .signIn: action.availableCommand { presenter.openForm() }
    case .openDemo: action.availableCommand { presenter.openDemo() }
    case .showAll: action.availableCommand { view.endFilter() }
    default: nil
    }
  }
}

/// The commands of the accounts list and the forms.
public enum LoginCommands {
  public static let open = Command("open-account", "open this account", keys: ["Enter"], in: .open)
  /// Open the first nine accounts.
  public static let account = (1...9).map { number in
    Command(
      "account-\(number)", "open account \(number)", keys: [KeySequence([.character(Character("\(number)"))])],
      in: .open)
  }

  /// Space presses a button. In a field it types a space.
  public static let submit = Command("submit-form", "sign in", keys: ["Enter", "Space"], in: .accounts)
  static let closeForm = Command(
    "close-form", "close the form", keys: ["Escape", "q", "BSpace"], isDismissal: true,
    over: [ProgramCommands.back, ProgramCommands.quit])
  static let cancelSignIn = Command(
    "cancel-sign-in", "cancel", keys: ["Escape", "q", "BSpace"], isDismissal: true,
    over: [ProgramCommands.back, ProgramCommands.quit])

  public static let openAddress = Command(
    "open-sign-in-page", "open the address in a browser", keys: ["o", "Enter"], in: .accounts)
  public static let copyAddress = Command("copy-sign-in-page", "copy the address", keys: ["y"], in: .accounts)

  public static let all =
    [open] + account + [submit, closeForm, cancelSignIn, openAddress, copyAddress]
}
