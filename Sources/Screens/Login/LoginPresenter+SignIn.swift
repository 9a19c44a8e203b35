import Domain
import EmptyState

/// Signing in with handle and password.
extension LoginPresenter {
  /// Checks handle and password. Supersedes a running attempt.
  func signIn(handle: String, password: String) {
    let handle = handle.asHandle
    guard !handle.isEmpty else { return }
    stopSigningIn()
    signingIn.start { [weak self, dependencies] in
      do throws(SignInError) {
        let account = try await dependencies.signIn(handle: handle, password: password)
        guard !Task.isCancelled else { return }
        self?.accept(account)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error, handle: handle)
      }
    } whenSlow: { [weak self] in
      self?.showSignInProgress(handle)
    } eachSecond: { [weak self] in
      self?.showSignInProgress(handle)
    }
    view?.showSigningIn(nil)
  }

  private func showSignInProgress(_ handle: String) {
    view?.showSigningIn("Signing in as @\(handle)…" + WaitingTime.ending(seconds: signingIn.seconds))
  }

  func cancelSignIn() {
    stopSigningIn()
    view?.showFormNotice(LoginNotice(text: ServerSignInText.stopped))
  }

  func stopSigningIn() {
    guard signingIn.isRunning else { return }
    signingIn.cancel()
    view?.hideSigningIn()
  }

  private func accept(_ account: Account) {
    stopSigningIn()
    view?.hideForm()
    router.openSignedIn(account)
  }

  private func fail(_ error: SignInError, handle: String) {
    stopSigningIn()
    if case .wrongPassword(let handle) = error {
      dependencies.log.record(.signInFailed(handle: handle))
    } else {
      dependencies.log.record(.signInFailed(handle: nil))
    }
    view?.clearPassword()
    let stopped = LoginNotice(text: ServerSignInText.stopped)
    view?.showFormNotice(LoginNotice(error, handle: handle, known: knownHandles, now: now) ?? stopped)
  }

  private var knownHandles: [String] {
    if case .accounts(let accounts) = content { accounts.map(\.account.profile.handle) } else { [] }
  }
}
