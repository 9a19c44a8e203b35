import EmptyState
import TerminalKit

/// What can be done in each state of the accounts.
@MainActor
struct LoginOffers {
  private let view: LoginViewController
  private var presenter: any LoginPresentation { view.presenter }

  init(_ view: LoginViewController) {
    self.view = view
  }

  var all: [Offer] {
    if let form = view.form { return form.isSigningIn ? [cancellingSignIn] : offers(in: form) }
    if let consent = view.consentForm { return consent.isSigningIn ? [givingUp] : offers(in: consent) }
    if let server = view.serverForm { return server.isSigningIn ? [cancellingSignIn] : offers(in: server) }
    if view.filterField != nil { return offersWhileFiltering }
    switch view.content {
    case .nothing, .loading: return [cancelling, form(hint: nil)]
    case .empty(let viewModel):
      let actions = viewModel.actions.compactMap(liveOffer)
      // Where there are no accounts at all, there is none to sign in to.
      let form = viewModel.actions.contains(.retry) ? [form(hint: "sign in")] : []
      return actions + form + [reload(hint: nil)]
    case .list: return opening + [filter, form(hint: "sign in"), reload(hint: "reload")] + movement + digits
    }
  }

  /// Where each account has a key of its own nobody needs to look for it.
  private var filter: Offer {
    Offer(
      ListCommands.filter, title: "find an account",
      hint: view.accountCount > LoginCommands.account.count ? "find" : nil
    ) { [view] in view.beginFilter() }
  }

  private var offersWhileFiltering: [Offer] {
    let all = Offer(ListCommands.leaveFilter, hint: "all") { [view] in view.endFilter() }
    if case .list = view.content { return opening + [all] + movement }
    return [all]
  }

  private var opening: [Offer] {
    [Offer(LoginCommands.open, hint: "open") { presenter.openAccount(at: view.list.selection) }]
  }

  private var movement: [Offer] {
    CellList<LoginRow>.offers(moving: "account") { [view] in view.move($0) } + [
      Offer(ListCommands.first, title: "first account") { [view] in view.move { $0.selectFirst() } },
      Offer(ListCommands.last, title: "last account") { [view] in view.move { $0.selectLast() } },
    ]
  }

  private var digits: [Offer] {
    LoginCommands.account.prefix(view.accountCount).enumerated().map { index, command in
      Offer(command) { presenter.openAccount(at: index) }
    }
  }

  private func form(hint: String?) -> Offer {
    Offer(ReadingCommands.signIn, hint: hint) { presenter.openForm() }
  }

  private func reload(hint: String?) -> Offer {
    Offer(ReadingCommands.refresh, title: "ask for the accounts anew", hint: hint) { presenter.reload() }
  }

  private func offers(in form: LoginForm) -> [Offer] {
    let submits = form.canSubmit && form.focus != .handle
    // Where this leads to no other field, the next command does.
    let submitHint = submits ? "sign in" : form.hasNext ? "next" : nil
    return [
      Offer(
        LoginCommands.submit, title: submits ? "sign in" : form.hasNext ? "next field" : "say what is missing",
        hint: submitHint
      ) { view.submitForm() },
      Offer(LoginCommands.nextField, hint: submitHint == nil ? "next" : nil) {
        view.changeForm { $0.moveFocus(by: 1) }
      },
      Offer(LoginCommands.closeForm, hint: "close") { presenter.closeForm() },
      Offer(LoginCommands.previousField) { view.changeForm { $0.moveFocus(by: -1) } },
    ]
  }

  private func offers(in form: ServerForm) -> [Offer] {
    [
      Offer(LoginCommands.submit, title: form.canSubmit ? "continue" : "say what is missing", hint: "continue") {
        view.submitServer()
      },
      Offer(LoginCommands.nextField) { view.moveFocusOfServer() },
      Offer(LoginCommands.closeForm, hint: "close") { presenter.closeForm() },
      Offer(LoginCommands.previousField) { view.moveFocusOfServer() },
    ]
  }

  private func offers(in form: ConsentForm) -> [Offer] {
    let address =
      (form.viewModel.canOpen ? [Offer(LoginCommands.openAddress, hint: "open") { presenter.openAddress() }] : [])
      + [Offer(LoginCommands.copyAddress, hint: "copy") { presenter.copyAddress() }]
    let code = [
      Offer(LoginCommands.submit, title: form.hasCode ? "sign in" : "say what is missing", hint: "sign in") {
        view.submitCode()
      }
    ]
    return (form.focus == .address ? address : code) + [
      Offer(LoginCommands.nextField, hint: form.focus == .address ? "code" : "address") { view.moveFocusOfConsent() },
      givingUp,
      Offer(LoginCommands.previousField) { view.moveFocusOfConsent() },
    ]
  }

  private var givingUp: Offer {
    Offer(LoginCommands.cancelSignIn, hint: "cancel") { presenter.giveUpConsent() }
  }

  private var cancellingSignIn: Offer {
    Offer(LoginCommands.cancelSignIn, hint: "cancel") { presenter.cancelSignIn() }
  }

  private var cancelling: Offer {
    EmptyStateAction.cancel.offer { presenter.cancelLoading() }
  }

  /// nil where the program offers it, or nobody does.
  private func liveOffer(of action: EmptyStateAction) -> Offer? {
    switch action {
    case .retry: action.offer { presenter.reload() }
    case .cancel: cancelling
    case .signIn: action.offer { presenter.openForm() }
    case .lookAround: action.offer { presenter.lookAround() }
    case .showAll: action.offer { view.endFilter() }
    case .stopReading, .logIn, .search, .searchServer, .clearSearch, .nextTimeline, .switchAccount, .back, .quit,
      .showHidden, .lookFurther:
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
