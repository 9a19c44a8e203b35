import Domain
import EmptyState

/// What the presenter tells the screen, besides that it loads or is empty. The form stands in front of that.
@MainActor
protocol LoginView: EmptyStateView {
  func showAccounts(_ viewModel: LoginViewModel)
  func showNotice(_ notice: LoginNotice)
  func hideNotice()

  /// What stands after these until they are taken back: handle and password, which server, or its page. Notices and what
  /// is being waited for belong to the one that is in front.
  func showForm(handle: String)
  func showServerForm(server: String)
  func showConsent(_ viewModel: ConsentViewModel)
  /// Back to the server.
  func hideConsent()
  func hideForm()
  /// What the page to consent at is waited for with.
  func showWaiting(_ sentence: String)
  /// Puts the cursor into the field for the code.
  func focusCode()
  func showFormNotice(_ notice: LoginNotice)
  /// nil while it is too early to say anything.
  func showSigningIn(_ sentence: String?)
  func hideSigningIn()
  /// Empties the password's field and puts the cursor there.
  func clearPassword()
}

/// What the screen tells the presenter.
@MainActor
protocol LoginPresentation: AnyObject {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Keys have other names now, or times stand otherwise.
  func settingsDidChange()

  func didSelectRow(at index: Int)
  func openAccount(at index: Int)
  func reload()
  /// Shows the demo's accounts to somebody who has no others.
  func openDemo()
  /// Lists only the accounts whose names have what is typed.
  func filter(_ words: String)
  func cancelLoading()

  func openForm()
  func closeForm()
  func signIn(handle: String, password: String)
  func cancelSignIn()

  /// - Parameter server: as it was typed; a handle that asks for a password leads to its form.
  func beginSignIn(at server: String)
  func openAddress()
  func copyAddress()
  func submitCode(_ code: String)
  func giveUpConsent()
}

/// Where the screen leads.
@MainActor
protocol LoginWireframe {
  func openAccount(_ account: Account)
  func openSignedIn(_ account: Account)
  func leave()
}
