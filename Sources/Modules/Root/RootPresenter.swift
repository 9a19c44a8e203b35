import Domain
import Runtime

/// Decides which screen comes first.
@MainActor
public final class RootPresenter: RootPresentation {
  /// What the person asked for when they started Tern.
  public enum LaunchTarget: Hashable, Sendable {
    /// The account read last, or the list of accounts.
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
  private var stepping: Task<Void, Never>?

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
    stepping?.cancel()
  }

  public func start() {
    if case .accounts = target { return router?.showLogin(signInHandle: nil) ?? () }
    // The presenter is not held meanwhile: with it, all of this ends.
    opening.start(
      { [weak self, target, listAccounts, session] in
        let wanted: AccountID? =
          switch target {
          case .lastSession: await session.load().lastAccount
          case .account(let id): id
          case .accounts: nil
          }
        // An account that is gone, or a list that cannot be read: the list of accounts is the place to say so.
        let accounts = wanted == nil ? [] : (try? await listAccounts()) ?? []
        if !Task.isCancelled { self?.open(accounts.first { $0.account.id == wanted }) }
      }, whenSlow: {}, eachSecond: { [weak router] in router?.showSlowOpening() })
  }

  /// - Parameter listed: nil where there is no such account.
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
    stepping?.cancel()
    steps = 0
  }

  /// Steps that come while one is on its way add up.
  public func stepAccount(from account: AccountID, by step: Int) {
    steps += step
    stepping?.cancel()
    stepping = runner.start(for: self) { [weak self, listAccounts] in
      let ready = ((try? await listAccounts()) ?? []).filter(\.isReady).map(\.account)
      guard let self, !Task.isCancelled else { return }
      let target = steps
      steps = 0
      let others = ready.filter { $0.id != account }
      guard !others.isEmpty else { return }
      // An account that is not listed, as one of the demo, stands before the first and after the last.
      let listed = ready.firstIndex { $0.id == account }
      let index = listed ?? (target > 0 ? -1 : 0)
      let count = ready.count
      router?.showTimeline(of: ready[((index + target) % count + count) % count])
    }
  }
}
