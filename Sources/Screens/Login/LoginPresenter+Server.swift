import Domain
import EmptyState
import FoundationEssentials

/// Signing in to servers: checks the server, then asks for consent and waits for the browser and for a pasted code at
/// the same time.
extension LoginPresenter {
  /// - Parameter text: the text as typed: a server, or the handle of an account that requires a password.
  func beginSignIn(at text: String) {
    let handle = text.asHandle
    guard !handle.isEmpty else { return }
    guard let servers = dependencies.servers, !requiresPassword(handle) else {
      view?.showForm(handle: handle)
      return
    }
    stopSigningIn()
    signingIn.start { [weak self] in
      do throws(ServerSignInError) {
        let signIn = try await servers.signIn.beginSignIn(at: text)
        guard let self, !Task.isCancelled else { return await servers.signIn.cancel(signIn) }
        requestConsent(signIn)
      } catch {
        guard !Task.isCancelled else { return }
        self?.handleStartError(error)
      }
    } whenSlow: { [weak self] in
      self?.showServerInProgress(handle)
    } eachSecond: { [weak self] in
      self?.showServerInProgress(handle)
    }
    view?.showSigningIn(nil)
  }

  /// Whether the handle belongs to the demo or to a listed account with a password.
  private func requiresPassword(_ handle: String) -> Bool {
    if handle.lowercased().hasSuffix("@demo") { return true }
    guard case .accounts(let accounts) = content else { return false }
    return accounts.contains { $0.account.access == .password && $0.account.profile.matches(typedName: handle) }
  }

  private func showServerInProgress(_ server: String) {
    view?.showSigningIn("Connecting to \(server)…" + WaitingTime.ending(seconds: signingIn.seconds))
  }

  private func handleStartError(_ error: ServerSignInError) {
    stopSigningIn()
    dependencies.log.record(.signInFailed(handle: nil))
    view?.showFormNotice(LoginNotice(error, now: now))
  }
}

// MARK: - Consent

extension LoginPresenter {
  /// In seconds: one day, longer than any server keeps a sign-in open.
  private static let consentTimeout = 86_400.0

  private func requestConsent(_ signIn: ServerSignIn) {
    signingIn.cancel()
    consent = signIn
    view?.showConsent(
      ConsentViewModel(
        host: signIn.host, address: signIn.codeAddress,
        scopes: [signIn.redirect?.sentence, SignInScope.sentence].compactMap(\.self).joined(separator: " "),
        canOpen: dependencies.servers?.openLink != nil,
        // With a local browser, no other device is needed.
        qrCode: dependencies.servers?.openLink == nil ? dependencies.servers?.qrCode(signIn.codeAddress) ?? [] : []))
    wait(for: signIn, inBrowser: signIn.browserAddress != nil)
  }

  private func wait(for signIn: ServerSignIn, inBrowser: Bool) {
    guard let servers = dependencies.servers else { return }
    signingIn.start { [weak self, clock = dependencies.clock] in
      guard inBrowser else {
        // Only keeps the timer running until the user continues or the screen is closed.
        try? await clock.sleep(seconds: Self.consentTimeout)
        if self == nil { await servers.signIn.cancel(signIn) }
        return
      }
      do throws(ServerSignInError) {
        let account = try await servers.signIn.finishInBrowser(signIn)
        guard !Task.isCancelled else { return }
        self?.accept(account, from: signIn)
      } catch {
        guard !Task.isCancelled else {
          // The screen no longer exists and cannot cancel the sign-in itself.
          if self == nil { await servers.signIn.cancel(signIn) }
          return
        }
        // The port closes when a code is accepted. That result is reported by `submitCode`.
        if error != .cancelled { self?.browserFailed(error, signIn) }
      }
    } whenSlow: { [weak self] in
      self?.showConsentPrompt(signIn, inBrowser)
    } eachSecond: { [weak self] in
      self?.showConsentPrompt(signIn, inBrowser)
    }
    showConsentPrompt(signIn, inBrowser)
  }

  private func showConsentPrompt(_ signIn: ServerSignIn, _ inBrowser: Bool) {
    let opensBrowser = inBrowser && dependencies.servers?.openLink != nil
    let source =
      opensBrowser ? "for \(signIn.host) in your browser, or for the code" : "for the code from \(signIn.host)"
    view?.showConsentProgress("Waiting \(source)…" + WaitingTime.ending(seconds: signingIn.seconds))
  }

  /// Waits for a code after the browser failed, unless the user or the server denied access.
  private func browserFailed(_ error: ServerSignInError, _ signIn: ServerSignIn) {
    signingIn.cancel()
    dependencies.log.record(.signInFailed(handle: nil))
    if error.invalidatesSignIn { return leaveConsent(because: error) }
    consent?.browserAddress = nil
    view?.showFormNotice(LoginNotice(error, now: now))
    wait(for: signIn, inBrowser: false)
  }

  func openAddress() {
    guard let consent, let openLink = dependencies.servers?.openLink else { return }
    do throws(LinkError) {
      try openLink(consent.browserAddress ?? consent.codeAddress)
      view?.showFormNotice(LoginNotice(text: "Opened in your browser. Come back here after you agree."))
      if consent.browserAddress == nil { view?.focusCode() }
    } catch {
      view?.showFormNotice(LoginNotice(error))
    }
  }

  func copyAddress() {
    guard let consent else { return }
    dependencies.servers?.clipboard.copy(consent.codeAddress)
    view?.showFormNotice(LoginNotice(text: "Copied. The page ends with a code: paste it here."))
    view?.focusCode()
  }

  func submitCode(_ code: String) {
    guard let consent, let servers = dependencies.servers else { return }
    codeSubmission.start { [weak self] in
      do throws(ServerSignInError) {
        let account = try await servers.signIn.finishSignIn(consent, code: code)
        guard !Task.isCancelled else { return }
        self?.accept(account, from: consent)
      } catch {
        guard !Task.isCancelled else { return }
        self?.codeFailed(error)
      }
    } whenSlow: { [weak self] in
      self?.showCodeInProgress(consent.host)
    } eachSecond: { [weak self] in
      self?.showCodeInProgress(consent.host)
    }
    view?.showSigningIn(nil)
  }

  private func showCodeInProgress(_ host: String) {
    view?.showSigningIn("Checking the code at \(host)…" + WaitingTime.ending(seconds: codeSubmission.seconds))
  }

  private func codeFailed(_ error: ServerSignInError) {
    codeSubmission.cancel()
    dependencies.log.record(.signInFailed(handle: nil))
    view?.hideSigningIn()
    if case .registrationExpired = error { return leaveConsent(because: error) }
    view?.showFormNotice(LoginNotice(error, now: now))
  }

  /// Returns to the server form: the consent page can no longer succeed.
  private func leaveConsent(because error: ServerSignInError) {
    discardConsent()
    view?.hideConsent()
    view?.showFormNotice(LoginNotice(error, now: now))
  }

  /// Returns to the server form with the server filled in.
  func cancelConsent() {
    guard discardConsent() else { return }
    view?.hideConsent()
    view?.showFormNotice(LoginNotice(text: ServerSignInText.stopped))
  }

  /// - Returns: whether a sign-in was pending.
  @discardableResult
  func discardConsent() -> Bool {
    guard let given = consent else { return false }
    consent = nil
    signingIn.cancel()
    codeSubmission.cancel()
    if let servers = dependencies.servers { dependencies.runner.start { await servers.signIn.cancel(given) } }
    return true
  }

  private func accept(_ account: Account, from signIn: ServerSignIn) {
    guard consent?.id == signIn.id else { return }
    consent = nil
    signingIn.cancel()
    codeSubmission.cancel()
    view?.hideForm()
    router.openSignedIn(account)
  }
}

extension ServerSignInError {
  /// Whether no code from the page can succeed.
  fileprivate var invalidatesSignIn: Bool {
    switch self {
    case .refused, .registrationExpired: true
    default: false
    }
  }
}

extension LoginNotice {
  /// Creates a notice for a failed sign-in.
  init(_ error: ServerSignInError, now: Date) {
    let text = ServerSignInText.sentence(for: error, now: now)
    self.init(text: text, isFailure: text != ServerSignInText.stopped)
  }

  /// Creates a notice for an address that could not be opened.
  init(_ error: LinkError) {
    switch error {
    case .noBrowser(_, let reason):
      self.init(
        text: "Can’t open a browser: copy the address instead. \(reason)".asSentence, isFailure: true)
    case .unsupportedScheme, .ambiguous:
      self.init(text: "A browser can’t open the server’s address.", isFailure: true)
    }
  }
}
