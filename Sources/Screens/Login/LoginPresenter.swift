import Domain
import EmptyState
import FoundationEssentials
import Runtime
import TimelineCore

/// Lists the accounts and signs in to them. Passwords are passed to the use case and not stored.
@MainActor
final class LoginPresenter {
  /// The result of the last load.
  enum Content {
    case loading
    /// Never empty.
    case accounts([ListedAccount])
    case noAccounts
    case cancelled
    case failed(LoadFailure)
  }

  weak var view: (any LoginView)?
  let dependencies: LoginDependencies
  let router: any LoginWireframe

  private(set) var content = Content.loading
  /// The failure of the last reload, while the accounts of an earlier load are listed; nil otherwise.
  private var failure: LoadFailure?
  /// The index of the selected account in `listed`.
  private(set) var selection = 0
  /// The filter text; empty lists all accounts.
  private var filterText = ""
  /// Whether the user opened the demo from the welcome view.
  private var isDemoShown = false
  /// Loads the accounts.
  private let loading: LoadTask
  /// Signs in, and waits for the browser.
  let signingIn: LoadTask
  /// Submits the pasted code.
  let codeSubmission: LoadTask
  /// The pending sign-in to a server, while the user consents in the browser.
  var consent: ServerSignIn?
  /// Whether this is the frontmost screen.
  private var isInFront = true
  private var contentSwitch = ContentSwitch()

  init(dependencies: LoginDependencies, router: any LoginWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    signingIn = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    codeSubmission = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  var now: Date { dependencies.clock.now }
}

// MARK: - Rendering

extension LoginPresenter {
  private static let subject = EmptyReason.Subject(owner: "", contentName: "the accounts")

  private func render() {
    guard let view else { return }
    contentSwitch.show(screenContent, on: view) { view.show($0) }
    updateNotice()
  }

  /// Decides which of list, empty view and loading is shown.
  private var screenContent: ScreenContent<LoginViewModel> {
    if let reason = emptyReason { return .empty(emptyViewModel(reason)) }
    guard case .accounts(let accounts) = content else {
      return .loading(loading.isSlow ? emptyViewModel(.loading(Self.subject, seconds: loading.seconds)) : nil)
    }
    var viewModel = LoginViewModel(
      listed, current: dependencies.currentAccount, selection: selection, keymap: dependencies.keymap.value)
    if accounts.areDemoOnly, dependencies.suggestsImport() { viewModel.footer = LoginViewModel.invitation }
    return .content(viewModel)
  }

  /// The reason for an empty view; nil if there are accounts, or while loading.
  private var emptyReason: EmptyReason? {
    switch content {
    case .loading: nil
    case .accounts(let accounts):
      if isFirstStart(accounts) {
        .noAccounts
      } else {
        listed.isEmpty ? .noMatches(words: filterText, searched: accounts.count, among: .accounts) : nil
      }
    case .noAccounts: .noAccounts
    case .cancelled: .loadingCancelled(Self.subject)
    case .failed(let failure): reason(for: failure)
    }
  }

  /// Whether to show the welcome view: only the demo exists, and nothing was opened yet.
  private func isFirstStart(_ accounts: [ListedAccount]) -> Bool {
    !isDemoShown && dependencies.currentAccount == nil && !dependencies.opensWithForm && accounts.areDemoOnly
      && dependencies.suggestsImport()
  }

  /// The accounts that match the filter.
  private var listed: [ListedAccount] {
    guard case .accounts(let accounts) = content else { return [] }
    return filterText.isEmpty ? accounts : accounts.filter { $0.account.matches(filterText) }
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, Self.subject, lastTry: failure.date, now: now)
  }

  private func updateNotice() {
    if case .accounts = content, let failure {
      view?.showNotice(LoginNotice(stale: reason(for: failure)))
    } else if case .accounts = content, loading.isSlow {
      view?.showNotice(LoginNotice(text: "Loading accounts…" + WaitingTime.ending(seconds: loading.seconds)))
    } else {
      view?.hideNotice()
    }
  }

  private func emptyViewModel(_ reason: EmptyReason) -> EmptyStateViewModel {
    // If an account is open behind this screen, q goes back instead of quitting.
    let leaving: EmptyStateAction = dependencies.currentAccount == nil ? .quit : .back
    var offered: Set<EmptyStateAction> = [.retry, .cancel, .showAll, leaving]
    if case .accounts = content { offered.insert(.openDemo) }
    if dependencies.servers != nil { offered.insert(.signIn) }
    return EmptyStateViewModel(reason, offered: offered)
  }
}

// MARK: - User actions

extension LoginPresenter: LoginPresentation {
  func viewDidLoad() {
    reload()
    if let server = dependencies.signInServer, dependencies.servers != nil {
      view?.showServerForm(server: server, mentionsDemo: false)
      beginSignIn(at: server)
    } else if let handle = dependencies.signInHandle {
      view?.showForm(handle: handle)
    }
  }

  func viewDidAppear() {
    isInFront = true
    resumeCountdown()
  }

  /// Running requests continue behind another screen, but there are no automatic retries.
  func viewWillDisappear() {
    isInFront = false
    loading.stopCountdown()
  }

  /// Reloads too: the settings may change which accounts are listed.
  func settingsDidChange() {
    render()
    reload()
  }

  func didSelectRow(at index: Int) {
    selection = index
  }

  func openAccount(at index: Int) {
    guard listed.indices.contains(index) else { return }
    let listed = listed[index]
    if listed.isReady {
      router.openAccount(listed.account)
    } else {
      view?.showForm(handle: listed.account.profile.handle)
    }
  }

  func openDemo() {
    isDemoShown = true
    render()
  }

  func filter(_ words: String) {
    let selected = selectedAccount
    self.filterText = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    selection = listed.firstIndex { $0.account.id == selected } ?? 0
    render()
  }

  func openForm() {
    if dependencies.servers == nil {
      view?.showForm(handle: "")
    } else {
      // While the accounts are loaded it is unknown whether there are others.
      let accounts: [ListedAccount] = if case .accounts(let accounts) = content { accounts } else { [] }
      view?.showServerForm(server: "", mentionsDemo: accounts.areDemoOnly)
    }
  }

  func closeForm() {
    discardConsent()
    stopSigningIn()
    view?.hideForm()
    if dependencies.opensWithForm { router.leave() }
  }
}

// MARK: - Loading

extension LoginPresenter {
  /// Reloads the accounts and cancels a running request. The loading view is shown before this returns.
  func reload() {
    failure = nil
    // Keep the list until the response arrives.
    if case .accounts = content {} else { content = .loading }
    loading.load { [dependencies] () async throws(TimelineError) in
      try await dependencies.listAccounts()
    } succeeded: { [weak self] in
      self?.accept($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
    render()
  }

  func cancelLoading() {
    loading.cancel()
    if case .loading = content { content = .cancelled }
    render()
  }

  /// Keeps the selected account selected at its new position.
  private func accept(_ accounts: [ListedAccount]) {
    let selected = selectedAccount ?? dependencies.currentAccount
    content = accounts.isEmpty ? .noAccounts : .accounts(accounts)
    let index = listed.firstIndex { $0.account.id == selected }
    selection = index ?? min(selection, max(0, listed.count - 1))
    render()
  }

  /// nil if no account is listed.
  private var selectedAccount: AccountID? { listed.indices.contains(selection) ? listed[selection].account.id : nil }

  private func fail(_ error: TimelineError) {
    let failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: now)
    if case .accounts = content { self.failure = failure } else { content = .failed(failure) }
    render()
    resumeCountdown()
  }

  /// Counts down to the time at which the source accepts requests again, then reloads.
  private func resumeCountdown() {
    guard isInFront, case .failed(let failure) = content else { return }
    loading.countDown(to: failure.retryDate) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}
