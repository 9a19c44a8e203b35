import Domain
import EmptyState
import FoundationEssentials

/// Signs in to servers: finds out what the server is, has the person consent there, and waits for the browser and for a
/// code at the same time.
extension LoginPresenter {
  /// - Parameter text: as it was typed: a server, or the handle of an account that asks for a password.
  func beginSignIn(at text: String) {
    let handle = text.asHandle
    guard !handle.isEmpty else { return }
    guard let servers = dependencies.servers, !asksForPassword(handle) else {
      return view?.showForm(handle: handle) ?? ()
    }
    stopSigningIn()
    signingIn.start { [weak self] in
      do throws(ServerSignInError) {
        let signIn = try await servers.signIn.begin(at: text)
        guard let self, !Task.isCancelled else { return await servers.signIn.giveUp(signIn) }
        askForConsent(signIn)
      } catch {
        guard !Task.isCancelled else { return }
        self?.failToBegin(error)
      }
    } whenSlow: { [weak self] in
      self?.showServerInProgress(handle)
    } eachSecond: { [weak self] in
      self?.showServerInProgress(handle)
    }
    view?.showSigningIn(nil)
  }

  /// Whether it is the demo's, or one of those that are listed with a password.
  private func asksForPassword(_ handle: String) -> Bool {
    if handle.lowercased().hasSuffix("@demo") { return true }
    guard case .accounts(let accounts) = content else { return false }
    return accounts.contains { $0.account.access == .password && $0.account.profile.goes(by: handle) }
  }

  private func showServerInProgress(_ server: String) {
    view?.showSigningIn("Asking \(server)…" + WaitingTime.ending(seconds: signingIn.seconds))
  }

  private func failToBegin(_ error: ServerSignInError) {
    stopSigningIn()
    dependencies.log.note(.signInFailed(handle: nil))
    view?.showFormNotice(LoginNotice(error, now: now))
  }
}

// MARK: - The page to consent at

extension LoginPresenter {
  /// In seconds. No server keeps a sign-in open for as long.
  private static let patience = 86_400.0

  private func askForConsent(_ signIn: ServerSignIn) {
    signingIn.cancel()
    consent = signIn
    view?.showConsent(
      ConsentViewModel(
        host: signIn.host, address: signIn.codeAddress,
        scopes: [signIn.redirect?.sentence, SignInScope.sentence].compactMap(\.self).joined(separator: " "),
        canOpen: dependencies.servers?.openLink != nil))
    wait(for: signIn, inBrowser: signIn.browserAddress != nil)
  }

  private func wait(for signIn: ServerSignIn, inBrowser: Bool) {
    guard let servers = dependencies.servers else { return }
    signingIn.start { [weak self, clock = dependencies.clock] in
      guard inBrowser else {
        // Nothing comes by itself: this lasts until the person has gone on, or the screen is gone.
        try? await clock.sleep(seconds: Self.patience)
        if self == nil { await servers.signIn.giveUp(signIn) }
        return
      }
      do throws(ServerSignInError) {
        let account = try await servers.signIn.finishInBrowser(signIn)
        guard !Task.isCancelled else { return }
        self?.accept(account, from: signIn)
      } catch {
        guard !Task.isCancelled else {
          // The screen is gone, and with it whoever could have given it up.
          if self == nil { await servers.signIn.giveUp(signIn) }
          return
        }
        // The port closes as soon as a code has been taken: what that comes to is told by itself.
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
    let awaited = inBrowser ? "for \(signIn.host) in your browser, or for the code" : "for the code of \(signIn.host)"
    view?.showWaiting("Waiting \(awaited)…" + WaitingTime.ending(seconds: signingIn.seconds))
  }

  /// A code can still be had where nobody has said no; the browser finds nobody any more who waits for it.
  private func browserFailed(_ error: ServerSignInError, _ signIn: ServerSignIn) {
    signingIn.cancel()
    dependencies.log.note(.signInFailed(handle: nil))
    if error.endsSignIn { return leaveConsent(because: error) }
    consent?.browserAddress = nil
    view?.showFormNotice(LoginNotice(error, now: now))
    wait(for: signIn, inBrowser: false)
  }

  func openAddress() {
    guard let consent, let openLink = dependencies.servers?.openLink else { return }
    do throws(LinkError) {
      try openLink(consent.browserAddress ?? consent.codeAddress)
      view?.showFormNotice(LoginNotice(text: "Handed to your browser. Come back here when you have agreed."))
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
    tryingCode.start { [weak self] in
      do throws(ServerSignInError) {
        let account = try await servers.signIn.finish(consent, code: code)
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
    view?.showSigningIn("\(host) looks at the code…" + WaitingTime.ending(seconds: tryingCode.seconds))
  }

  private func codeFailed(_ error: ServerSignInError) {
    tryingCode.cancel()
    dependencies.log.note(.signInFailed(handle: nil))
    view?.hideSigningIn()
    if case .registrationForgotten = error { return leaveConsent(because: error) }
    view?.showFormNotice(LoginNotice(error, now: now))
  }

  /// Back to the server: its page is of no use any more.
  private func leaveConsent(because error: ServerSignInError) {
    forgetConsent()
    view?.hideConsent()
    view?.showFormNotice(LoginNotice(error, now: now))
  }

  /// Back to the server, whose name stays.
  func giveUpConsent() {
    guard forgetConsent() else { return }
    view?.hideConsent()
    view?.showFormNotice(LoginNotice(text: ServerSignInText.stopped))
  }

  /// - Returns: whether there was one to give up.
  @discardableResult
  func forgetConsent() -> Bool {
    guard let given = consent else { return false }
    consent = nil
    signingIn.cancel()
    tryingCode.cancel()
    if let servers = dependencies.servers { dependencies.runner.start { await servers.signIn.giveUp(given) } }
    return true
  }

  private func accept(_ account: Account, from signIn: ServerSignIn) {
    guard consent?.id == signIn.id else { return }
    consent = nil
    signingIn.cancel()
    tryingCode.cancel()
    view?.hideForm()
    router.openSignedIn(account)
  }
}

extension ServerSignInError {
  /// Whether no code of the page can be good.
  fileprivate var endsSignIn: Bool {
    switch self {
    case .refused, .registrationForgotten: true
    default: false
    }
  }
}

extension LoginNotice {
  /// Why someone was not signed in to a server.
  init(_ error: ServerSignInError, now: Date) {
    let text = ServerSignInText.sentence(for: error, now: now)
    self.init(text: text, isFailure: text != ServerSignInText.stopped)
  }

  /// Why an address was not opened.
  init(_ error: LinkError) {
    switch error {
    case .noBrowser(_, let reason): self.init(text: "No browser to open it with. \(reason)".asSentence, isFailure: true)
    case .unsupportedScheme, .unclear:
      self.init(text: "The server’s address is none that a browser can open.", isFailure: true)
    }
  }
}
