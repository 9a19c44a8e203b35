import Domain
import EmptyState
import FoundationEssentials

extension LoginPresenter {
  /// Asks for the accounts and supersedes whatever is being asked; loading stands before the first `await`.
  func reload() {
    failure = nil
    if case .empty = content { content = .loading }
    loading.start { [weak self, dependencies] in
      do throws(TimelineError) {
        let accounts = try await dependencies.listAccounts()
        guard !Task.isCancelled else { return }
        self?.accept(accounts)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    } whenSlow: { [weak self] in
      self?.render()
    }
    render()
  }

  func cancelLoading() {
    loading.cancel()
    if case .loading = content { content = .empty(.loadingCancelled(Self.wanted)) }
    render()
  }

  /// Goes on counting down where that was broken off.
  func resumeCountdown() {
    if case .empty(.rateLimited(let host, _, let until, _)) = content { startCountdown(of: host, until: until) }
  }
}

extension LoginPresenter {
  /// The account that was selected stays so, wherever it stands now.
  private func accept(_ accounts: [ListedAccount]) {
    loading.cancel()
    var selected = dependencies.currentAccount
    if case .accounts(let before) = content, before.indices.contains(selection) {
      selected = before[selection].account.id
    }
    let index = accounts.firstIndex { $0.account.id == selected }
    selection = index ?? min(selection, max(0, accounts.count - 1))
    content = accounts.isEmpty ? .empty(.noAccounts) : .accounts(accounts)
    render()
  }

  private func fail(_ error: TimelineError) {
    loading.cancel()
    let reason = EmptyReason(error, wanted: Self.wanted, now: now)
    if case .accounts = content { failure = reason } else { content = .empty(reason) }
    render()
    if case .empty = content, case .rateLimited(let host, let until) = error {
      startCountdown(of: host, until: dependencies.clock.nextTry(after: until))
    }
  }

  /// Counts down to the moment at which the source answers again, and asks it then.
  private func startCountdown(of host: String, until: Date) {
    guard isInFront else { return }
    loading.countDown(to: until) { [weak self] in
      guard let self else { return false }
      content = .empty(EmptyReason(.rateLimited(host: host, until: until), wanted: Self.wanted, now: now))
      render()
      return true
    } end: { [weak self] in
      self?.reload()
    }
  }
}
