import TerminalKit

/// Signing in to a server, in two steps: the server form, then the consent page.
extension LoginViewController {
  /// Handles a click on a part of the server form.
  func focus(_ part: ServerForm.Focus) {
    serverForm?.focus(part)
    if part == .button { submitServer() }
    needsDisplay?()
  }

  /// Handles a click on a part of the consent form.
  func focus(_ part: ConsentForm.Focus) {
    consentForm?.focus(part)
    needsDisplay?()
  }

  func moveServerFocus() { serverForm?.moveFocus() }

  func moveConsentFocus() { consentForm?.moveFocus() }

  func submitServer() {
    guard let serverForm else { return }
    guard serverForm.canSubmit else {
      self.serverForm?.showMissingFields()
      return
    }
    presenter.beginSignIn(at: serverForm.server.text)
  }

  func submitCode() {
    guard let consentForm else { return }
    guard consentForm.hasCode else {
      self.consentForm?.showMissingFields()
      return
    }
    presenter.submitCode(consentForm.code.text)
  }

  func showServerForm(server: String, mentionsDemo: Bool) {
    (form, consentForm) = (nil, nil)
    serverForm = ServerForm(server: server, mentionsDemo: mentionsDemo)
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

  func showConsentProgress(_ sentence: String) {
    consentForm?.waiting = sentence
    needsDisplay?()
  }

  func focusCode() {
    consentForm?.focus(.code)
    needsDisplay?()
  }
}
