import Domain
import FolderSupport
import Foundation
import Runtime
import Store
import Synchronization
import TestSupport

@testable import ServerSession

/// An account at a fake server, with a separate store.
struct TimelineHarness {
  let server: FakeServer
  let clock = VirtualClock(now: .noon)
  let repository: ServerTimelineRepository
  let threads: ServerThreadRepository
  let cache: any TimelineCache
  let dependencies: ServerTimelineRepository.Dependencies
  let account = AccountID.mastodon("ada@server.example")
  private let folder = TemporaryFolder()

  init(
    _ server: FakeServer, hasLiveUpdates: Bool = false, alert: @escaping @Sendable ([Post]) -> Void = { _ in }
  ) async throws {
    self.server = server
    let accounts = SQLiteServerAccounts(store: PostStore(directory: folder.path))
    try await accounts.add(
      Account(
        id: account, profile: Profile(handle: "ada@server.example", name: "Ada"),
        origin: .server(ServerOrigin(host: "server.example", address: "https://server.example"))))
    cache = accounts.cache(of: account)
    dependencies = ServerTimelineRepository.Dependencies(
      account: account, host: "server.example", remote: server, cache: cache, search: accounts.search(of: account),
      threads: accounts.threads(of: account))
    repository = ServerTimelineRepository(dependencies, hasLiveUpdates: hasLiveUpdates, clock: clock, alert: alert)
    threads = ServerThreadRepository(dependencies, clock: clock)
  }

  func page(
    _ freshness: Freshness = .cached, at position: PagePosition = .newest, limit: Int = 60
  ) async throws -> TimelinePage {
    try await repository.page(of: .home, PageRequest(position, limit: limit, freshness))
  }

  /// The parts of a second instance of Tern with the same store.
  func secondInstance() -> ServerTimelineRepository.Dependencies {
    ServerTimelineRepository.Dependencies(
      account: account, host: "server.example", remote: server, cache: cache, search: dependencies.search,
      threads: dependencies.threads)
  }

  func ref(_ post: Post) -> PostRef { PostRef(account: account, id: post.id) }
}

extension TimelineHarness {
  /// The changes, without the report that the first connection was made.
  func changes() -> AsyncFilterSequence<AsyncStream<SourceChange>> {
    let isFirst = Mutex(true)
    let isReported: @Sendable (SourceChange) -> Bool = { change in
      guard case .connection(let connection) = change else { return true }
      return isFirst.withLock { isFirst in
        defer { isFirst = false }
        return !isFirst || connection != .connected
      }
    }
    return repository.changes().filter { isReported($0) }
  }
}
