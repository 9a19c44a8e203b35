import Domain
import FolderSupport
import Foundation
import Runtime
import Store
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// Accounts that were read from the store, or signed in to since.
@Suite struct KnownAccountsTests {
  /// A server that answers nothing.
  private struct SilentServer: StubServer {
    func events() -> AsyncStream<RemoteEvent> { AsyncStream { $0.finish() } }
  }

  private let folder = TemporaryFolder()
  private let repository: SQLiteServerAccounts
  private let requested = Recorder<String>()
  private let authorizations = Recorder<any Authorization>()

  init() throws {
    repository = SQLiteServerAccounts(store: PostStore(directory: folder.path))
  }

  private func account(at address: String = "https://server.example") -> Account {
    Account(
      id: .mastodon("ada@server.example"), profile: Profile(handle: "ada@server.example", name: "Ada"),
      origin: .server(ServerOrigin(host: "server.example", address: address)))
  }

  private func accounts(isOffline: Bool = false) -> ServerAccounts {
    ServerAccounts(
      repository, credentials: SingleTokenRepository(), hasLiveUpdates: false, isOffline: isOffline,
      clock: VirtualClock(now: .noon)
    ) { [requested, authorizations] account, authorization in
      authorizations.record(authorization)
      if case .server(let server) = account.origin { requested.record(server.address) }
      return RemoteAccount(timelines: SilentServer())
    }
  }

  @Test func `An account has a source as soon as it was read or signed in to`() async throws {
    let id = account().id
    let (first, second) = (accounts(), accounts())
    #expect(first.source(of: id) == nil)
    first.add(account())
    #expect(first.source(of: id) != nil)
    try await repository.add(account())
    _ = try await second.accounts()
    #expect(second.source(of: id) != nil)
  }

  @Test func `All screens share the requests of an account, until its server has another address`() {
    let accounts = accounts()
    accounts.add(account())
    for _ in 0..<3 { _ = accounts.source(of: account().id) }
    accounts.add(account())
    _ = accounts.source(of: account().id)
    accounts.add(account(at: "https://new.server.example"))
    _ = accounts.source(of: account().id)
    #expect(requested.all == ["https://server.example", "https://new.server.example"])
  }

  @Test func `Offline, no token is read, and only the cache is shown`() async throws {
    for isOffline in [false, true] {
      let accounts = accounts(isOffline: isOffline)
      accounts.add(account())
      let source = try #require(accounts.source(of: account().id))
      #expect(source.capabilities.canRefresh == !isOffline && (source.profiles == nil) == isOffline)
      #expect(try await authorizations.all.last?.token() == (isOffline ? nil : Secret("t0k3n")))
    }
  }
}
