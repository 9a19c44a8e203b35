import Domain
import EmptyState

/// Updates from the presenter, in addition to loading and empty views. Forms cover those.
@MainActor
protocol LoginView: EmptyStateView {
  func show(_ viewModel: LoginViewModel)
  func showNotice(_ notice: LoginNotice)
  func hideNotice()

  // The forms stay open until `hideForm()`. Notices and progress appear in the frontmost form.
  func showForm(handle: String)
  /// - Parameter mentionsDemo: whether the form says that it takes demo accounts, too.
  func showServerForm(server: String, mentionsDemo: Bool)
  func showConsent(_ viewModel: ConsentViewModel)
  /// Returns to the server form.
  func hideConsent()
  func hideForm()
  /// - Parameter sentence: the progress of the consent in the browser.
  func showConsentProgress(_ sentence: String)
  /// Moves the cursor to the code field.
  func focusCode()
  func showFormNotice(_ notice: LoginNotice)
  /// - Parameter sentence: nil for the first tenth of a second, when nothing is shown yet.
  func showSigningIn(_ sentence: String?)
  func hideSigningIn()
  /// Clears the password field and moves the cursor there.
  func clearPassword()
}

/// Events from the screen.
@MainActor
protocol LoginPresentation: AnyObject {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Called when the keymap or the style of times changed.
  func settingsDidChange()

  func didSelectRow(at index: Int)
  func openAccount(at index: Int)
  func reload()
  /// Lists the demo accounts.
  func openDemo()
  /// Lists only the accounts whose names contain all of the words.
  func filter(_ words: String)
  func cancelLoading()

  func openForm()
  func closeForm()
  func signIn(handle: String, password: String)
  func cancelSignIn()

  /// - Parameter server: the text as typed. A handle that requires a password opens the password form.
  func beginSignIn(at server: String)
  func openAddress()
  func copyAddress()
  func submitCode(_ code: String)
  func cancelConsent()
}

/// Navigation from the sign-in screen.
@MainActor
protocol LoginWireframe {
  func openAccount(_ account: Account)
  func openSignedIn(_ account: Account)
  /// Closes the screen if it started with a form.
  func leave()
}
