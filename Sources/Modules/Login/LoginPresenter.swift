import Domain
import EmptyState
import FoundationEssentials
import Runtime

/// Decides which accounts to offer, and who may in. How it asks for the list is in `LoginPresenter+Loading`, how
/// someone signs in is in `+SignIn`. It keeps no password: that goes from the form into the use case.
@MainActor
final class LoginPresenter {
  /// What stands on the screen: exactly one of these.
  enum Content {
    case loading
    case accounts([ListedAccount])
    case empty(EmptyReason)
  }

  weak var view: (any LoginView)?
  let dependencies: LoginDependencies
  let router: any LoginWireframe

  var content = Content.loading
  /// Why the accounts on the screen are those of before: the last question failed.
  var failure: EmptyReason?
  var selection = 0
  /// What the list waits for.
  let question: LoadTask
  /// What the form waits for.
  let signingIn: LoadTask
  /// Whether no other screen covers this one.
  private(set) var isInFront = true

  init(dependencies: LoginDependencies, router: any LoginWireframe) {
    self.dependencies = dependencies
    self.router = router
    question = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    signingIn = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  var now: Date { dependencies.clock.now }
}

// MARK: - What stands on the screen

extension LoginPresenter {
  static let wanted = EmptyReason.Wanted(owner: "", thing: "the accounts", source: "its sources")

  /// The one place that decides which of list, empty view and loading stands.
  func render() {
    guard let view else { return }
    switch content {
    case .loading:
      view.hideAccounts()
      view.hideEmptyView()
      view.showLoading(question.isSlow ? emptyViewModel(.loading(Self.wanted)) : nil)
    case .accounts(let accounts):
      view.hideLoading()
      view.hideEmptyView()
      view.showAccounts(
        LoginViewModel(
          accounts, current: dependencies.currentAccount, selection: selection, keymap: dependencies.keymap))
    case .empty(let reason):
      view.hideLoading()
      view.hideAccounts()
      view.showEmptyView(emptyViewModel(reason))
    }
    showStandingNotice()
  }

  private func showStandingNotice() {
    if case .accounts = content, let failure {
      view?.showNotice(LoginNotice(stale: failure))
    } else if case .accounts = content, question.isSlow {
      view?.showNotice(LoginNotice(text: "Asking for the accounts…"))
    } else {
      view?.hideNotice()
    }
  }

  private func emptyViewModel(_ reason: EmptyReason) -> EmptyStateViewModel {
    // Above a timeline, q leads back to it: the program goes on.
    let leaving: EmptyStateAction = dependencies.currentAccount == nil ? .quit : .back
    return EmptyStateViewModel(reason, offered: [.retry, .cancel, leaving])
  }
}

// MARK: - What the person does

extension LoginPresenter: LoginPresentation {
  func viewDidLoad() {
    reload()
    if let handle = dependencies.signInHandle { view?.showForm(handle: handle) }
  }

  func viewDidAppear() {
    isInFront = true
    resumeCountdown()
  }

  /// What is being asked is asked to its end, whoever looks; by itself nothing is asked behind another screen.
  func viewWillDisappear() {
    isInFront = false
    question.stopCountdown()
  }

  func didSelectRow(at index: Int) {
    selection = index
  }

  func openAccount(at index: Int) {
    guard case .accounts(let accounts) = content, accounts.indices.contains(index) else { return }
    let listed = accounts[index]
    if listed.isReady {
      router.openAccount(listed.account)
    } else {
      view?.showForm(handle: listed.account.profile.handle)
    }
  }

  func openForm() {
    view?.showForm(handle: "")
  }

  func closeForm() {
    stopSigningIn()
    view?.hideForm()
    if dependencies.signInHandle != nil { router.leave() }
  }
}
