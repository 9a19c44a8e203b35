import EmptyState
import TerminalKit

/// What can be done in each state of the accounts.
@MainActor
struct LoginAvailableCommands {
  private let view: LoginViewController
  private var presenter: any LoginPresentation { view.presenter }

  init(_ view: LoginViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    if let form = view.form { return form.isSigningIn ? [cancellingSignIn] : availableCommands(in: form) }
    if let consent = view.consentForm { return consent.isSigningIn ? [givingUp] : availableCommands(in: consent) }
    if let server = view.serverForm { return server.isSigningIn ? [cancellingSignIn] : availableCommands(in: server) }
    if view.filterField != nil { return filterCommands }
    switch view.content {
    case .nothing, .loading: return [cancelling, form(hint: nil)]
    case .empty(let viewModel):
      let actions = viewModel.actions.compactMap(availableCommand)
      // Where there are no accounts at all, there is none to sign in to.
      let form = viewModel.actions.contains(.retry) ? [form(hint: "sign in")] : []
      return actions + form + [reload(hint: nil)]
    case .list: return opening + [filter, form(hint: "sign in"), reload(hint: "reload")] + movement + digits
    }
  }

  /// Where each account has a key of its own nobody needs to look for it.
  private var filter: AvailableCommand {
    AvailableCommand(
      ListCommands.filter, title: "find an account",
      hint: view.accountCount > LoginCommands.account.count ? "find" : nil
    ) { [view] in view.beginFilter() }
  }

  private var filterCommands: [AvailableCommand] {
    let all = AvailableCommand(ListCommands.leaveFilter, hint: "all") { [view] in view.endFilter() }
    if case .list = view.content { return opening + [all] + movement }
    return [all]
  }

  private var opening: [AvailableCommand] {
    [AvailableCommand(LoginCommands.open, hint: "open") { presenter.openAccount(at: view.list.selection) }]
  }

  private var movement: [AvailableCommand] {
    CellList<LoginRow>.availableCommands(moving: "account") { [view] in view.move($0) } + [
      AvailableCommand(ListCommands.first, title: "first account") { [view] in view.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last account") { [view] in view.move { $0.selectLast() } },
    ]
  }

  private var digits: [AvailableCommand] {
    LoginCommands.account.prefix(view.accountCount).enumerated().map { index, command in
      AvailableCommand(command) { presenter.openAccount(at: index) }
    }
  }

  private func form(hint: String?) -> AvailableCommand {
    AvailableCommand(SourceCommands.signIn, hint: hint) { presenter.openForm() }
  }

  private func reload(hint: String?) -> AvailableCommand {
    AvailableCommand(SourceCommands.refresh, title: "ask for the accounts anew", hint: hint) { presenter.reload() }
  }

  private func availableCommands(in form: LoginForm) -> [AvailableCommand] {
    let submits = form.canSubmit && form.focus != .handle
    // Where this leads to no other field, the next command does.
    let submitHint = submits ? "sign in" : form.hasNext ? "next" : nil
    return [
      AvailableCommand(
        LoginCommands.submit, title: submits ? "sign in" : form.hasNext ? "next field" : "say what is missing",
        hint: submitHint
      ) { view.submitForm() },
      AvailableCommand(LoginCommands.nextField, hint: submitHint == nil ? "next" : nil) {
        view.changeForm { $0.moveFocus(by: 1) }
      },
      AvailableCommand(LoginCommands.closeForm, hint: "close") { presenter.closeForm() },
      AvailableCommand(LoginCommands.previousField) { view.changeForm { $0.moveFocus(by: -1) } },
    ]
  }

  private func availableCommands(in form: ServerForm) -> [AvailableCommand] {
    [
      AvailableCommand(
        LoginCommands.submit, title: form.canSubmit ? "continue" : "say what is missing", hint: "continue"
      ) {
        view.submitServer()
      },
      AvailableCommand(LoginCommands.nextField) { view.moveFocusOfServer() },
      AvailableCommand(LoginCommands.closeForm, hint: "close") { presenter.closeForm() },
      AvailableCommand(LoginCommands.previousField) { view.moveFocusOfServer() },
    ]
  }

  private func availableCommands(in form: ConsentForm) -> [AvailableCommand] {
    let address =
      (form.viewModel.canOpen
        ? [AvailableCommand(LoginCommands.openAddress, hint: "open") { presenter.openAddress() }] : [])
      + [AvailableCommand(LoginCommands.copyAddress, hint: "copy") { presenter.copyAddress() }]
    let code = [
      AvailableCommand(LoginCommands.submit, title: form.hasCode ? "sign in" : "say what is missing", hint: "sign in") {
        view.submitCode()
      }
    ]
    return (form.focus == .address ? address : code) + [
      AvailableCommand(LoginCommands.nextField, hint: form.focus == .address ? "code" : "address") {
        view.moveFocusOfConsent()
      },
      givingUp,
      AvailableCommand(LoginCommands.previousField) { view.moveFocusOfConsent() },
    ]
  }

  private var givingUp: AvailableCommand {
    AvailableCommand(LoginCommands.cancelSignIn, hint: "cancel") { presenter.giveUpConsent() }
  }

  private var cancellingSignIn: AvailableCommand {
    AvailableCommand(LoginCommands.cancelSignIn, hint: "cancel") { presenter.cancelSignIn() }
  }

  private var cancelling: AvailableCommand {
    EmptyStateAction.cancel.offer { presenter.cancelLoading() }
  }

  /// nil where the program offers it, or nobody does.
  private func availableCommand(of action: EmptyStateAction) -> AvailableCommand? {
    switch action {
    case .retry: action.offer { presenter.reload() }
    case .cancel: cancelling
    case .signIn: action.offer { presenter.openForm() }
    case .openDemo: action.offer { presenter.openDemo() }
    case .showAll: action.offer { view.endFilter() }
    case .stopReading, .logIn, .search, .searchServer, .clearSearch, .nextTimeline, .switchAccount, .back, .quit,
      .showHidden, .continueSearch:
      nil
    }
  }
}

/// What can be done with accounts and in the form.
public enum LoginCommands {
  public static let open = Command("open-account", "read this account", keys: ["Enter"], in: .open)
  /// The first nine accounts.
  public static let account = (1...9).map { number in
    Command(
      "account-\(number)", "read account \(number)", keys: [KeySequence([.character(Character("\(number)"))])],
      in: .open)
  }

  /// Space presses a button; in a field it is text.
  public static let submit = Command("submit-form", "sign in", keys: ["Enter", "Space"], in: .accounts)
  public static let nextField = Command("next-field", "next field", keys: ["Tab", "Down"], in: .move)
  public static let previousField = Command("previous-field", "previous field", keys: ["BTab", "Up"], in: .move)
  public static let closeForm = Command(
    "close-form", "close the form", keys: ["Escape", "q", "BSpace"], isWayOut: true,
    over: [ProgramCommands.back, ProgramCommands.quit])
  public static let cancelSignIn = Command(
    "cancel-sign-in", "cancel", keys: ["Escape", "q", "BSpace"], isWayOut: true,
    over: [ProgramCommands.back, ProgramCommands.quit])

  public static let openAddress = Command(
    "open-sign-in-page", "open the address in a browser", keys: ["o", "Enter"], in: .accounts)
  public static let copyAddress = Command("copy-sign-in-page", "copy the address", keys: ["y"], in: .accounts)

  public static let all =
    [open] + account + [submit, nextField, previousField, closeForm, cancelSignIn, openAddress, copyAddress]
}
