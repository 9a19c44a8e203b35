import Domain
import GRDB

/// The imported accounts.
public struct StoreAccounts: SourceRepository {
  private let store: PostStore

  public init(store: PostStore) {
    self.store = store
  }

  /// All imported accounts, without those that are being imported.
  /// - Throws: `TimelineError.storeFailed` if the store cannot be read.
  public func accounts() async throws(TimelineError) -> [Account] {
    do throws(StoreError) {
      let folder = store.folder
      let accounts = try await store.read { database in
        let accounts = try StoredAccount.archives(in: database)
        // A partial account without a running import is an interrupted one: it is shown. The lock is tested last,
        // because an import that ends in the meantime leaves a complete account.
        let isLocked = accounts.contains(where: \.isPartial) && folder.isLocked
        return accounts.filter { !($0.isPartial && isLocked) }.map { stored in
          var account = stored.account
          // An account with damaged counts can be read.
          account.postSummary = try? stored.postSummary(in: database)
          return account
        }
      }
      return accounts ?? []
    } catch {
      throw TimelineError(error)
    }
  }

  /// Finds an account by its handle. Local data needs no password.
  /// - Throws: `SignInError.unknownAccount` if none exists, `.unavailable` if the store cannot be read.
  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    do throws(TimelineError) {
      for account in try await accounts() where account.profile.matches(typedName: handle) { return account }
    } catch {
      throw .unavailable(error)
    }
    throw .unknownAccount(handle: handle)
  }

  public func source(of account: AccountID) -> Source? {
    guard account.kind == .store else { return nil }
    // All pages are current: there is nothing to refresh.
    let capabilities = SourceCapabilities(jumps: [.oldest, .date], reportsTotals: true, canRefresh: false)
    let posts = StoreTimelineRepository(store: store, account: account)
    return Source(
      capabilities: capabilities, timelines: posts, threads: posts, search: posts, histories: posts)
  }
}
