import Domain
import EmptyState
import FoundationEssentials
import Runtime
import TimelineCore

/// Decides which accounts to offer, and who may in. It keeps no password: that goes from the form into the use case.
@MainActor
final class LoginPresenter {
  /// What stands on the screen: exactly one of these.
  enum Content {
    case loading
    /// At least one.
    case accounts([ListedAccount])
    case noAccounts
    case cancelled
    case failed(LoadFailure)
  }

  weak var view: (any LoginView)?
  let dependencies: LoginDependencies
  let router: any LoginWireframe

  private(set) var content = Content.loading
  /// Why the accounts on the screen are those of before: the last question failed.
  private var failure: LoadFailure?
  /// Of the accounts that are listed.
  private(set) var selection = 0
  /// What the names of the accounts have that are listed; empty lists all.
  private var words = ""
  /// Whether the person has asked for the demo's accounts, where there are no others.
  private var isInDemo = false
  /// What the list waits for.
  private let loading: LoadTask
  /// What the form waits for.
  let signingIn: LoadTask
  /// What the field for the code waits for.
  let tryingCode: LoadTask
  /// The sign-in to a server that waits for the person's consent.
  var consent: ServerSignIn?
  /// Whether no other screen covers this one.
  private var isInFront = true
  private var contentSwitch = ContentSwitch()

  init(dependencies: LoginDependencies, router: any LoginWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    signingIn = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    tryingCode = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  var now: Date { dependencies.clock.now }
}

// MARK: - What stands on the screen

extension LoginPresenter {
  private static let wanted = EmptyReason.Wanted(owner: "", thing: "the accounts")

  private func render() {
    guard let view else { return }
    contentSwitch.show(screenContent, on: view) { view.showAccounts($0) }
    updateNotice()
  }

  /// The one place that decides which of list, empty view and loading stands.
  private var screenContent: ScreenContent<LoginViewModel> {
    if let reason = emptyReason { return .empty(emptyViewModel(reason)) }
    guard case .accounts(let accounts) = content else {
      return .loading(loading.isSlow ? emptyViewModel(.loading(Self.wanted, seconds: loading.seconds)) : nil)
    }
    var viewModel = LoginViewModel(
      listed, current: dependencies.currentAccount, selection: selection, keymap: dependencies.keymap.value)
    if accounts.areInvented, dependencies.invitesOwn() { viewModel.footer = LoginViewModel.invitation }
    return .content(viewModel)
  }

  /// Why there is nothing to list; nil where there is, or where that is not known yet.
  private var emptyReason: EmptyReason? {
    switch content {
    case .loading: nil
    case .accounts(let accounts):
      if isFirstStart(accounts) {
        .noAccounts
      } else {
        listed.isEmpty ? .noMatches(words: words, searched: accounts.count, among: .accounts) : nil
      }
    case .noAccounts: .noAccounts
    case .cancelled: .loadingCancelled(Self.wanted)
    case .failed(let failure): reason(for: failure)
    }
  }

  /// Whether nothing has been opened yet, and there is nothing but the demo.
  private func isFirstStart(_ accounts: [ListedAccount]) -> Bool {
    !isInDemo && dependencies.currentAccount == nil && !dependencies.beginsWithForm && accounts.areInvented
      && dependencies.invitesOwn()
  }

  /// The accounts on the screen.
  private var listed: [ListedAccount] {
    guard case .accounts(let accounts) = content else { return [] }
    return words.isEmpty ? accounts : accounts.filter { $0.account.fits(words) }
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, Self.wanted, lastTry: failure.date, now: now)
  }

  private func updateNotice() {
    if case .accounts = content, let failure {
      view?.showNotice(LoginNotice(stale: reason(for: failure)))
    } else if case .accounts = content, loading.isSlow {
      view?.showNotice(LoginNotice(text: "Asking for the accounts…" + WaitingTime.ending(seconds: loading.seconds)))
    } else {
      view?.hideNotice()
    }
  }

  private func emptyViewModel(_ reason: EmptyReason) -> EmptyStateViewModel {
    // Above a timeline, q leads back to it: the program goes on.
    let leaving: EmptyStateAction = dependencies.currentAccount == nil ? .quit : .back
    var offered: Set<EmptyStateAction> = [.retry, .cancel, .showAll, leaving]
    if case .accounts = content { offered.insert(.openDemo) }
    if dependencies.servers != nil { offered.insert(.signIn) }
    return EmptyStateViewModel(reason, offered: offered)
  }
}

// MARK: - What the person does

extension LoginPresenter: LoginPresentation {
  func viewDidLoad() {
    reload()
    if let server = dependencies.signInServer, dependencies.servers != nil {
      view?.showServerForm(server: server)
    } else if let handle = dependencies.signInHandle {
      view?.showForm(handle: handle)
    }
  }

  func viewDidAppear() {
    isInFront = true
    resumeCountdown()
  }

  /// What is being asked is asked to its end, whoever looks; by itself nothing is asked behind another screen.
  func viewWillDisappear() {
    isInFront = false
    loading.stopCountdown()
  }

  /// Which accounts are listed may have changed, too.
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
    isInDemo = true
    render()
  }

  func filter(_ words: String) {
    let selected = selectedAccount
    self.words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    selection = listed.firstIndex { $0.account.id == selected } ?? 0
    render()
  }

  func openForm() {
    if dependencies.servers == nil { view?.showForm(handle: "") } else { view?.showServerForm(server: "") }
  }

  func closeForm() {
    forgetConsent()
    stopSigningIn()
    view?.hideForm()
    if dependencies.beginsWithForm { router.leave() }
  }
}

// MARK: - The list

extension LoginPresenter {
  /// Asks for the accounts and supersedes whatever is being asked; loading stands before the first `await`.
  func reload() {
    failure = nil
    // What is listed stays until there is something else.
    if case .accounts = content {} else { content = .loading }
    loading.ask { [dependencies] () async throws(TimelineError) in
      try await dependencies.listAccounts()
    } answered: { [weak self] in
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

  /// The account that was selected stays so, wherever it stands now.
  private func accept(_ accounts: [ListedAccount]) {
    let selected = selectedAccount ?? dependencies.currentAccount
    content = accounts.isEmpty ? .noAccounts : .accounts(accounts)
    let index = listed.firstIndex { $0.account.id == selected }
    selection = index ?? min(selection, max(0, listed.count - 1))
    render()
  }

  /// nil where none is listed.
  private var selectedAccount: AccountID? { listed.indices.contains(selection) ? listed[selection].account.id : nil }

  private func fail(_ error: TimelineError) {
    let failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: now)
    if case .accounts = content { self.failure = failure } else { content = .failed(failure) }
    render()
    resumeCountdown()
  }

  /// Counts down to the moment at which the source answers again, and asks it then.
  private func resumeCountdown() {
    guard isInFront, case .failed(let failure) = content else { return }
    loading.countDown(to: failure.retryDate) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}
