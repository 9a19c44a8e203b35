import Domain
import PostCell
import Runtime

/// The accounts of the user at servers, which can act on posts in place of the open one.
@MainActor
public final class ActingAccounts {
  private var accounts: [Account] = []
  private let listAccounts: (any ListAccountsUseCase)?
  private let runner: TaskRunner
  private var loading: Task<Void, Never>?

  /// - Parameter listAccounts: nil for no accounts.
  public init(_ listAccounts: (any ListAccountsUseCase)?, runner: TaskRunner) {
    self.listAccounts = listAccounts
    self.runner = runner
  }

  deinit { loading?.cancel() }

  /// The accounts other than one, in the order of the account list. A server cannot find the posts of the demo.
  public func others(than account: Account) -> [ActingAccount] {
    accounts.filter { $0.id != account.id && $0.origin.isDemo == account.origin.isDemo }
      .map { ActingAccount(id: $0.id, label: $0.label) }
  }

  /// nil if it was removed.
  public subscript(id: AccountID) -> Account? { accounts.first { $0.id == id } }

  /// Loads the accounts, because one may have been added or removed.
  /// - Parameter didChange: called if there are others than before.
  public func reload(didChange: @escaping @MainActor () -> Void = {}) {
    guard let listAccounts else { return }
    loading?.cancel()
    loading = runner.start(for: self) { [weak self] in
      guard let listed = try? await listAccounts(), !Task.isCancelled else { return }
      guard let self else { return }
      let known = accounts.map(\.id)
      accounts = listed.filter { $0.isReady && $0.account.origin.canAct }.map(\.account)
      if accounts.map(\.id) != known { didChange() }
    }
  }
}

extension Account.Origin {
  fileprivate var isDemo: Bool { if case .demo = self { true } else { false } }

  /// Whether there is a server, or a simulated one.
  fileprivate var canAct: Bool {
    switch self {
    case .demo, .server: true
    case .files, .imported: false
    }
  }
}
