import Domain
import Runtime

/// Decides which screen is shown first, and which account is next when the user steps through accounts.
@MainActor
public final class RootPresenter: RootPresentation {
  /// The screen that the command line requests.
  public enum LaunchTarget: Hashable, Sendable {
    /// The account shown last, or the only one, or the list of accounts.
    case lastSession
    /// The account shown last if it is ready, otherwise the first ready one.
    case anyAccount
    case account(AccountID)
    /// The list of accounts.
    case accounts
  }

  private let target: LaunchTarget
  private let listAccounts: any ListAccountsUseCase
  private let session: any SessionRepository
  private let runner: TaskRunner
  private let opening: LoadTask
  /// Owns this presenter.
  private weak let router: (any RootWireframe)?
  /// The number of pending steps; negative backwards.
  private var steps = 0
  private var stepTask: Task<Void, Never>?

  public init(
    target: LaunchTarget, listAccounts: any ListAccountsUseCase, session: any SessionRepository, clock: any WallClock,
    runner: TaskRunner, router: any RootWireframe
  ) {
    self.target = target
    self.listAccounts = listAccounts
    self.session = session
    self.runner = runner
    opening = LoadTask(clock: clock, runner: runner)
    self.router = router
  }

  deinit {
    stepTask?.cancel()
  }

  public func start() {
    if case .accounts = target {
      router?.showLogin(signInHandle: nil)
      return
    }
    // The task does not retain the presenter, and is cancelled when the presenter is deallocated.
    opening.start(
      { [weak self, target, listAccounts, session] in
        var requested: AccountID?
        switch target {
        case .lastSession:
          let last = await session.load()
          if last.isShowingColumns, !Task.isCancelled, self?.openColumns() == true { return }
          requested = last.lastAccount
        case .anyAccount: requested = await session.load().lastAccount
        case .account(let id): requested = id
        case .accounts: break
        }
        // If the account was removed or the list cannot be loaded, the list of accounts shows why.
        let accounts = (try? await listAccounts()) ?? []
        if !Task.isCancelled {
          let found = requested == nil ? accounts.onlyOne : accounts.first { $0.account.id == requested }
          let isReady = found?.isReady == true
          self?.open(target == .anyAccount && !isReady ? accounts.firstReady ?? found : found)
        }
      }, whenSlow: {}, eachSecond: { [weak router] in router?.showSlowOpening() })
  }

  private func openColumns() -> Bool {
    guard router?.showColumns() == true else { return false }
    opening.cancel()
    return true
  }

  /// Shows the timeline of an account, its sign-in form, or the list of accounts.
  /// - Parameter listed: nil if the account does not exist.
  private func open(_ listed: ListedAccount?) {
    opening.cancel()
    guard let listed else {
      router?.showLogin(signInHandle: nil)
      return
    }
    if listed.isReady {
      router?.showTimeline(of: listed.account)
    } else {
      router?.showLogin(signInHandle: listed.account.profile.handle)
    }
  }

  public func userDidNavigate() {
    stepTask?.cancel()
    steps = 0
  }

  /// Steps made while the accounts are loading are added up.
  public func stepAccount(from account: AccountID, by step: Int) {
    steps += step
    stepTask?.cancel()
    let step: @MainActor () async -> Void = { [weak self, weak router, listAccounts] in
      let ready = ((try? await listAccounts()) ?? []).filter(\.isReady).map(\.account)
      guard let self, !Task.isCancelled else { return }
      let target = steps
      steps = 0
      let others = ready.filter { $0.id != account }
      guard !others.isEmpty else { return }
      // From an account that is not listed, such as one of the demo, steps lead to the first or the last account.
      let listed = ready.firstIndex { $0.id == account }
      let index = listed ?? (target > 0 ? -1 : 0)
      let count = ready.count
      router?.showTimeline(of: ready[((index + target) % count + count) % count])
    }
    stepTask = runner.start(for: self, router?.holdingKeys(during: step) ?? step)
  }
}

extension [ListedAccount] {
  /// The first account that opens without a password, those of the demo last.
  fileprivate var firstReady: ListedAccount? {
    let ready = filter(\.isReady)
    return ready.first { $0.account.origin != .demo } ?? ready.first
  }

  /// The only account, which needs no choice; nil if there are several, or only the demo.
  fileprivate var onlyOne: ListedAccount? { count == 1 && first?.account.origin != .demo ? first : nil }
}
