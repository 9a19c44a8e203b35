import Domain
import Runtime

/// Decides which screen is shown first.
@MainActor
public final class RootPresenter: RootPresentation {
  /// What the user asked for on the command line.
  public enum LaunchTarget: Hashable, Sendable {
    /// The account shown last, or the list of accounts.
    case lastSession
    case account(AccountID)
    case accounts
  }

  private let target: LaunchTarget
  private let listAccounts: any ListAccountsUseCase
  private let session: any SessionRepository
  private let runner: TaskRunner
  private let opening: LoadTask
  /// Owns this presenter.
  private weak let router: (any RootWireframe)?
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
    if case .accounts = target { return router?.showLogin(signInHandle: nil) ?? () }
    // The task does not retain the presenter. It ends with it.
    opening.start(
      { [weak self, target, listAccounts, session] in
        let requested: AccountID? =
          switch target {
          case .lastSession: await session.load().lastAccount
          case .account(let id): id
          case .accounts: nil
          }
        // If the account is gone or the list cannot be loaded, the list of accounts shows why.
        let accounts = requested == nil ? [] : (try? await listAccounts()) ?? []
        if !Task.isCancelled { self?.open(accounts.first { $0.account.id == requested }) }
      }, whenSlow: {}, eachSecond: { [weak router] in router?.showSlowOpening() })
  }

  /// - Parameter listed: nil if the account does not exist.
  private func open(_ listed: ListedAccount?) {
    opening.cancel()
    guard let listed else { return router?.showLogin(signInHandle: nil) ?? () }
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

  /// Steps taken while the accounts are being loaded add up.
  public func stepAccount(from account: AccountID, by step: Int) {
    steps += step
    stepTask?.cancel()
    stepTask = runner.start(for: self) { [weak self, listAccounts] in
      let ready = ((try? await listAccounts()) ?? []).filter(\.isReady).map(\.account)
      guard let self, !Task.isCancelled else { return }
      let target = steps
      steps = 0
      let others = ready.filter { $0.id != account }
      guard !others.isEmpty else { return }
      // An account that is not listed, such as one of the demo, counts as before the first and after the last.
      let listed = ready.firstIndex { $0.id == account }
      let index = listed ?? (target > 0 ? -1 : 0)
      let count = ready.count
      router?.showTimeline(of: ready[((index + target) % count + count) % count])
    }
  }
}
