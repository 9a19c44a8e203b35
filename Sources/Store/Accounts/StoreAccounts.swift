import Domain
import GRDB

/// The accounts that have been imported.
public struct StoreAccounts: SourceRepository {
  private let store: PostStore

  public init(store: PostStore) {
    self.store = store
  }

  /// What is being imported is there once it is whole.
  public func accounts() async throws(TimelineError) -> [Account] {
    do throws(StoreError) {
      let folder = store.folder
      let accounts = try await store.read { database in
        let accounts = try StoredAccount.archives(in: database)
        // What nobody works on any more was broken off: it is there as far as it had come. Whether somebody does is
        // asked last: an import that ends meanwhile leaves what is whole.
        let isLocked = accounts.contains(where: \.isPartial) && folder.isLocked
        return accounts.filter { !($0.isPartial && isLocked) }.map { stored in
          var account = stored.account
          // Whose counts are damaged can be read all the same.
          account.extent = try? stored.extent(in: database)
          return account
        }
      }
      return accounts ?? []
    } catch {
      throw TimelineError(error)
    }
  }

  /// Nobody is asked for a password of what lies on their own disk.
  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    do throws(TimelineError) {
      for account in try await accounts() where account.profile.goes(by: handle) { return account }
    } catch {
      throw .unavailable(error)
    }
    throw .unknownAccount(handle: handle)
  }

  public func source(of account: AccountID) -> Source? {
    guard account.kind == .store else { return nil }
    // Each answer comes from the database as it is now: there is nothing to ask anew.
    let capabilities = SourceCapabilities(jumps: [.oldest, .date], knowsTotals: true, canRefresh: false)
    let posts = StoreTimelineRepository(store: store, account: account)
    return Source(
      capabilities: capabilities, timelines: posts, threads: posts, search: posts, histories: posts)
  }
}
