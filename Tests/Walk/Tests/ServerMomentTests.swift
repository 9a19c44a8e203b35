import Domain
import Foundation
import Store
import Testing

@testable import tern

/// Events at a walk's server, and their effect on the program.
@MainActor @Suite struct ServerMomentTests {
  private func home(_ world: WalkWorld) async throws -> TimelinePage {
    let cache = SQLiteServerAccounts(store: world.drafts.store).cache(of: WalkWorld.account)
    return try #require(try await cache.page(of: .home, PageRequest(.newest, limit: 1_000))).page
  }

  @Test func `At a server that pages downward only, what is missing is in a gap, and the gap can be filled`()
    async throws
  {
    let session = try WalkSession()
    try await session.perform("=live +1s *downward R +1s")
    let world = try #require(session.program?.world)
    #expect(try await home(world).gaps.count == 1)
    for _ in 0..<10 where try await !home(world).gaps.isEmpty {
      try await session.perform("j j j j j j j j j j +1s")
    }
    let page = try await home(world)
    #expect(page.gaps.isEmpty)
    #expect(page.posts.map(\.text.plain) == Array(world.server.state.texts.prefix(page.posts.count)))
    #expect(page.posts.count > 90)
    try await session.end()
  }

  @Test func `The first opening starts where another device has read, and marks nothing read`() async throws {
    let session = try WalkSession()
    session.prepareWorld = { $0.server.apply(.reads) }
    try await session.perform("=live +10s")
    let world = try #require(session.program?.world)
    #expect(!session.canvas.text.contains("all caught up"), "\(session.canvas.text)")
    #expect(!world.server.changes.contains("POST /api/v1/markers"))
    try await session.perform("j +10s")
    #expect(!world.server.changes.contains("POST /api/v1/markers"))
    try await session.perform("A +10s")
    #expect(world.server.changes.contains("POST /api/v1/markers"))
    try await session.end()
  }

  @Test func `Of a server that ignores all but the first hashtag, the timelines are merged`() async throws {
    let session = try WalkSession()
    try await session.perform("=live +1s *untagged")
    let source = try #require(session.program?.assembly?.environment.servers?.sources.source(of: WalkWorld.account))
    let page = try await source.timelines.page(of: .tag("loom sea"), PageRequest(.newest, limit: 30, .fresh))
    #expect(page.posts.contains { $0.text.plain.contains("#sea") })
    #expect(page.posts.contains { $0.text.plain.contains("#loom") })
    try await session.end()
  }

  @Test func `If only streams, lists and hashtags refuse the session, it continues`() async throws {
    let session = try WalkSession()
    try await session.perform("=live +1s *sealed *breaks +120s")
    let world = try #require(session.program?.world)
    try await session.perform("*writes +120s")
    #expect(try await home(world).posts.first?.text.plain == world.server.state.texts.first, "\(session.canvas.text)")
    #expect(!session.canvas.text.contains("L sign in"), "\(session.canvas.text)")
    try await session.end()
  }
}
