import Domain
import FolderSupport
import Foundation
import Runtime
import Store
import TestSupport

@testable import ServerSession

/// An account at a server, kept in a store of its own.
struct SyncHarness {
  let server: FakeServer
  let clock = VirtualClock(now: .noon)
  let repository: ServerTimelineRepository
  let threads: ServerThreadRepository
  let cache: any TimelineCache
  let parts: ServerTimelineRepository.Parts
  let account = AccountID.mastodon("ada@server.example")
  private let folder: TemporaryFolder

  init(
    _ server: FakeServer, follows: Bool = false, alert: @escaping @Sendable ([Post]) -> Void = { _ in }
  ) async throws {
    self.server = server
    folder = try TemporaryFolder()
    let accounts = SQLiteServerAccounts(store: PostStore(directory: folder.path))
    try await accounts.add(
      Account(
        id: account, profile: Profile(handle: "ada@server.example", name: "Ada"),
        origin: .server(ServerOrigin(host: "server.example", address: "https://server.example"))))
    cache = accounts.cache(of: account)
    parts = ServerTimelineRepository.Parts(
      account: account, host: "server.example", remote: server, cache: cache, search: accounts.search(of: account),
      threads: accounts.threads(of: account))
    repository = ServerTimelineRepository(parts, follows: follows, clock: clock, alert: alert)
    threads = ServerThreadRepository(parts, clock: clock)
  }

  func page(
    _ freshness: Freshness = .cached, at position: PagePosition = .newest, limit: Int = 60
  ) async throws -> TimelinePage {
    try await repository.page(of: .home, at: position, limit: limit, freshness)
  }

  /// What another Tern that reads the same store asks with.
  func anotherTern() -> ServerTimelineRepository.Parts {
    ServerTimelineRepository.Parts(
      account: account, host: "server.example", remote: server, cache: cache, search: parts.search,
      threads: parts.threads)
  }

  func ref(_ post: Post) -> PostRef { PostRef(account: account, id: post.id) }
}
