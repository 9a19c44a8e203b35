import TerminalKit

/// Signing in to a server: which one, and then its page.
extension LoginViewController {
  /// What a click on a part of the first step does.
  func focus(_ part: ServerForm.Focus) {
    serverForm?.focus(part)
    if part == .button { submitServer() }
    needsDisplay?()
  }

  /// What a click on a part of the second step does.
  func focus(_ part: ConsentForm.Focus) {
    consentForm?.focus(part)
    needsDisplay?()
  }

  func moveFocusOfServer() { serverForm?.moveFocus() }

  func moveFocusOfConsent() { consentForm?.moveFocus() }

  func submitServer() {
    guard let serverForm else { return }
    guard serverForm.canSubmit else { return self.serverForm?.showMissingFields() ?? () }
    presenter.beginSignIn(at: serverForm.server.text)
  }

  func submitCode() {
    guard let consentForm else { return }
    guard consentForm.hasCode else { return self.consentForm?.showMissingFields() ?? () }
    presenter.submitCode(consentForm.code.text)
  }

  func showServerForm(server: String) {
    (form, consentForm) = (nil, nil)
    serverForm = ServerForm(server: server)
    needsDisplay?()
  }

  func showConsent(_ viewModel: ConsentViewModel) {
    serverForm?.isSigningIn = false
    serverForm?.notice = nil
    consentForm = ConsentForm(viewModel)
    needsDisplay?()
  }

  func hideConsent() {
    consentForm = nil
    needsDisplay?()
  }

  func showWaiting(_ sentence: String) {
    consentForm?.waiting = sentence
    needsDisplay?()
  }

  func focusCode() {
    consentForm?.focus(.code)
    needsDisplay?()
  }
}
