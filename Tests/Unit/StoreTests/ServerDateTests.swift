import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// A server that changes the dates of its posts. The row ID of a post follows from its date.
@Suite struct ServerDateTests {
  private let live: ServerStoreHarness

  init() async throws {
    live = try await ServerStoreHarness()
  }

  private func post(_ id: String, minutes: Double?) -> Post {
    .fixture(id: id, createdAt: minutes.map { .noon.minutesAgo(-$0) }, text: "Post number\(id)")
  }

  private func merge(_ posts: [Post], into timeline: TimelineID = .home) async throws {
    _ = try await live.cache.merge(
      RemotePage(entries: posts.map { RemoteEntry($0) }), into: TimelineQuery(timeline), at: .newest, asOf: .noon)
  }

  private func shown(in timeline: TimelineID = .home) async throws -> [Post] {
    try await live.page(of: timeline).page.posts
  }

  @Test(arguments: [true, false]) func `Two posts that exchange their dates stay the entries that they were`(
    isInTwoTimelines: Bool
  ) async throws {
    let timelines: [TimelineID] = isInTwoTimelines ? [.home, .local] : [.home]
    for timeline in timelines { try await merge([post("2", minutes: 8), post("1", minutes: 5)], into: timeline) }
    let changed = [post("2", minutes: 5), post("1", minutes: 8)]
    try await merge(changed)
    for timeline in timelines { #expect(try await shown(in: timeline) == changed.assigned(to: live.account.id)) }
    #expect(try await live.matches("number1") == ["1"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `A chain of posts moves, each to the date of the next`() async throws {
    let ids = (1...9).reversed().map(String.init)
    try await merge(ids.map { post($0, minutes: Double($0)) })
    let changed = ids.map { post($0, minutes: (Double($0) ?? 0) + 1) }
    try await merge(changed)
    #expect(try await shown() == changed.assigned(to: live.account.id))
    try await merge(ids.map { post($0, minutes: (Double($0) ?? 0) - 1) })
    #expect(try await shown().map(\.text.plain) == ids.map { "Post number\($0)" })
    try expectIntact(live.fixture.directory)
  }

  @Test func `Whatever order and dates a server gives, its page is stored`() async throws {
    var generator = SeededGenerator(seed: 43)
    let ids = (1...30).map(String.init)
    for round in 1...40 {
      let timeline: TimelineID = Bool.random(using: &generator) ? .home : .tag("loom")
      let posts = ids.shuffled(using: &generator).prefix(20).map { id in
        let minutes: Double? =
          Int.random(in: 0...9, using: &generator) == 0 ? nil : Double(Int.random(in: 0...4, using: &generator))
        return post(id, minutes: minutes)
      }
      try await merge(posts, into: timeline)
      let newest = Dictionary(uniqueKeysWithValues: posts.map { ($0.id, $0.createdAt) })
      for other in [TimelineID.home, .tag("loom")] {
        guard let page = try await live.cache.page(of: TimelineQuery(other), PageRequest(.newest, limit: 100)) else {
          continue
        }
        #expect(page.page.posts.allSatisfy { $0.text.plain == "Post number\($0.id.rawValue)" }, "round \(round)")
        for post in page.page.posts {
          if let date = newest[post.id] { #expect(post.createdAt == date, "round \(round)") }
        }
        #expect(Set(page.page.posts.map(\.id)).count == page.page.posts.count, "round \(round)")
      }
      try expectIntact(live.fixture.directory, "round \(round)")
    }
  }

  @Test func `A restored repost is the same post, though another one has its former row`() async throws {
    func repost(_ id: String, minutes: Double) -> Post {
      var repost = post(id, minutes: minutes)
      repost.repost = Repost(by: live.account.profile, at: .noon.minutesAgo(-minutes))
      return repost
    }
    try await merge([repost("2", minutes: 8), post("1", minutes: 5)])
    let withdrawn = try await live.cache.withdrawRepost(of: PostID("2"))
    try await merge([repost("2", minutes: 20), post("1", minutes: 5)], into: .local)
    try await merge([post("7", minutes: 8)], into: .local)
    _ = try await withdrawn.restore()
    #expect(try await shown().map(\.text.plain) == ["Post number2", "Post number1"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `A failed statement is not taken for unexpected tables`() throws {
    let constraint = DatabaseError(
      resultCode: .SQLITE_CONSTRAINT, message: "UNIQUE constraint failed: liveEntry.postId")
    #expect(
      StoreErrorMapping.storeError(constraint, live.fixture.databasePath)
        == .unusable(path: live.fixture.databasePath, reason: "UNIQUE constraint failed: liveEntry.postId"))
    let missing = DatabaseError(resultCode: .SQLITE_ERROR, message: "no such column: viewer")
    #expect(
      StoreErrorMapping.storeError(missing, live.fixture.databasePath)
        == .unusable(path: live.fixture.databasePath, reason: "It has unexpected tables"))
  }
}
