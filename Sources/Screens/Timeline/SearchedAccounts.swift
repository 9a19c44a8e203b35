import Domain
import ScreenSupport
import TimelineCore

/// The accounts that a search of all accounts includes, and those in which the user has acted on a result.
@MainActor
final class SearchedAccounts {
  /// The search of all accounts; nil if none exists.
  let search: (any SearchAccountsUseCase)?
  /// Whether there are other accounts; false until they are counted.
  private(set) var hasOtherAccounts = false
  /// The accounts of the current and earlier searches.
  private var accountsByID: [AccountID: Account] = [:]
  private var visited: [Account] = []
  private let currentAccount: AccountID
  private let context: (Account) -> ForeignAccountContext?
  private var counting: Task<Void, Never>?

  /// - Parameter context: the context for posts of another account; nil if that account has been removed.
  init(
    currentAccount: AccountID, _ search: (any SearchAccountsUseCase)?,
    context: @escaping (Account) -> ForeignAccountContext?
  ) {
    (self.currentAccount, self.search, self.context) = (currentAccount, search, context)
  }

  deinit { counting?.cancel() }

  /// Counts the accounts, to offer a search of all of them.
  func count(_ services: AppServices, didCount: @escaping @MainActor () -> Void) {
    guard let search else { return }
    counting?.cancel()
    counting = services.runner.start(for: self) { [weak self] in
      let count = await search.accounts().count
      guard let self, !Task.isCancelled else { return }
      hasOtherAccounts = count > 1
      didCount()
    }
  }

  func add(_ accounts: [Account]) {
    for account in accounts { accountsByID[account.id] = account }
  }

  /// The context of a post that belongs to another account; nil for own posts and if the account has been removed.
  func context(of post: Post) -> ForeignAccountContext? {
    guard isForeign(post), let id = post.ref.account else { return nil }
    return accountsByID[id].flatMap(context)
  }

  func isForeign(_ post: Post) -> Bool { post.ref.account.map { $0 != currentAccount } ?? false }

  /// Remembers an account in which the user has acted, so that it can be undone here.
  func recordVisit(to account: Account) {
    if !visited.contains(where: { $0.id == account.id }) { visited.append(account) }
  }

  /// The histories of the visited accounts.
  var histories: [ActionHistory] { visited.compactMap { context($0)?.session.actions.history } }
}
