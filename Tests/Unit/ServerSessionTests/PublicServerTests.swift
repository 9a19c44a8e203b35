import Domain
import FolderSupport
import Foundation
import Runtime
import Store
import TestSupport
import Testing

@testable import ServerSession

/// Servers that are read without an account, with a store.
@Suite struct PublicServerTests {
  /// A server that shows its local timeline to everyone.
  private final class OpenServer: StubServer {
    let base = FakeServer()

    init() { base.write(50, in: .local) }

    func events() -> AsyncStream<RemoteEvent> { AsyncStream { $0.finish() } }

    func page(
      of query: TimelineQuery, at position: RemotePosition, limit: Int
    ) async throws(TimelineError) -> RemotePage { try await base.page(of: query, at: position, limit: limit) }
  }

  /// A server that is not reached.
  private struct OfflineServer: StubServer {
    func events() -> AsyncStream<RemoteEvent> { AsyncStream { $0.finish() } }

    func page(
      of query: TimelineQuery, at position: RemotePosition, limit: Int
    ) async throws(TimelineError) -> RemotePage { throw .offline(host: "tern.example", .offlineMode) }
  }

  private let server = OpenServer()
  private let folder = TemporaryFolder()
  private let account: Account
  private let repository: SQLiteServerAccounts

  init() throws {
    account = try #require(PublicTimeline(typed: "tern.example")).account
    repository = SQLiteServerAccounts(store: PostStore(directory: folder.path))
  }

  private func accounts(isOffline: Bool = false) -> ServerAccounts {
    ServerAccounts(
      repository, credentials: SingleTokenRepository(token: nil), hasLiveUpdates: false, isOffline: isOffline,
      clock: VirtualClock(now: .noon)
    ) { [server] _, _ in RemoteAccount(timelines: isOffline ? OfflineServer() : server) }
  }

  private func page(_ source: Source, _ request: PageRequest = .newest) async throws(TimelineError) -> TimelinePage {
    try await source.timelines.page(of: .local, request)
  }

  @Test func `Pages are loaded without an account, older ones too`() async throws {
    let source = try #require(accounts().source(of: account.id))
    let first = try await page(source, PageRequest(.newest, limit: 20))
    #expect(first.posts.first?.text.plain == "post 50" && first.posts.first?.ref.account == account.id)
    let older = try await page(source, PageRequest(.older(than: try #require(first.older)), limit: 60))
    #expect(older.posts.first?.text.plain == "post 30")
    #expect(source.actions == nil && source.publishing == nil && source.management == nil && source.features == nil)
    #expect(try await accounts().accounts().isEmpty)
  }

  @Test func `What was loaded is searched, and read offline`() async throws {
    let source = try #require(accounts().source(of: account.id))
    _ = try await page(source)
    let query = try SearchQuery("47", now: .noon)
    #expect(try await source.search.matches(of: query, .newest).posts.map(\.text.plain) == ["post 47"])
    let offline = try #require(accounts(isOffline: true).source(of: account.id))
    #expect(try await page(offline).posts.first?.text.plain == "post 50")
    #expect(!offline.capabilities.canRefresh && offline.profiles == nil)
  }

  @Test func `Offline, a server that was never read has no posts`() async throws {
    let offline = try #require(accounts(isOffline: true).source(of: account.id))
    await #expect(throws: TimelineError.offline(host: "tern.example", .offlineMode)) { try await page(offline) }
    #expect(try await repository.publicServers().isEmpty)
  }

  @Test func `A refusal is reported, and nothing is stored`() async throws {
    server.base.failure = .accountRequired(host: "tern.example")
    let source = try #require(accounts().source(of: account.id))
    await #expect(throws: TimelineError.accountRequired(host: "tern.example")) { try await page(source) }
    #expect(try await repository.publicServers().isEmpty)
  }

  @Test func `A refresh loads what is new, and leaves a gap if that is much`() async throws {
    let source = try #require(accounts().source(of: account.id))
    _ = try await page(source)
    server.base.write(100, in: .local)
    let refreshed = try await page(source, PageRequest(.newest, limit: 200, .fresh))
    #expect(refreshed.posts.first?.text.plain == "post 150" && refreshed.gaps.count == 1)
  }

  @Test func `Servers that are no tab are removed, except those that are open`() async throws {
    let open = accounts()
    _ = try await page(try #require(open.source(of: account.id)))
    let kept = try #require(PublicTimeline(typed: "kept.example")).account
    let other = try #require(PublicTimeline(typed: "other.example")).account
    for server in [kept, other] { try await repository.add(server) }
    await open.removePublicServers(except: [kept.id])
    #expect(Set(try await repository.publicServers()) == [account.id, kept.id])
    await accounts().removePublicServers(except: [kept.id])
    #expect(try await repository.publicServers() == [kept.id])
  }

  @Test func `Other accounts have no such source`() {
    #expect(accounts().source(of: AccountID(.publicServer, "nonsense")) == nil)
    #expect(accounts().source(of: .demo("ada@demo")) == nil)
  }
}
