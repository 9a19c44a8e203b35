import Domain
import Foundation
import TestSupport
import Testing
import TimelineStatistics

@testable import Store

/// Statistics of the store equal those of the single posts.
@Suite struct StoreStatisticsTests {
  private let fixture = StoreHarness()

  private func statistics(_ account: AccountID = .store("ada")) async throws -> PostStatistics {
    try await StoreStatistics(store: fixture.store, account: account).statistics(at: .noon)
  }

  @Test func `Statistics equal those of all pages`() async throws {
    var random = SeededGenerator(seed: 7)
    let words = ["coffee", "compiler", "moth", "relay", "grüße", "über"]
    // More posts than one chunk has, over years, some without counts or date, some reposts.
    let items = (0..<9_000).map { number in
      let isRepost = number % 11 == 0
      let date = Date.noon.addingTimeInterval(-Double(Int.random(in: 0...500_000_000, using: &random)))
      return ImportItem(
        .fixture(
          id: "\(number)", author: isRepost ? .fixture() : .owner, createdAt: number % 97 == 0 ? nil : date,
          text: "\(words.randomElement(using: &random) ?? "") \(words.randomElement(using: &random) ?? "")",
          repost: isRepost ? Repost(by: .owner, at: date) : nil,
          counts: number % 3 == 0 ? nil : Counts(replies: Int.random(in: 0...90, using: &random), likes: number)),
        in: isRepost ? ArchiveTab.reposts : number % 2 == 0 ? ArchiveTab.posts : ArchiveTab.replies)
    }
    let likes = (0..<50).map { number in
      ImportItem(
        .fixture(id: "liked-\(number)", text: "liked liked", counts: Counts(likes: 1_000_000)), in: ArchiveTab.likes)
    }
    try fixture.importPosts(items + likes)
    let expected = try await StatisticsOfTimelines(timelines: fixture.repository()).statistics(at: .noon)
    let found = try await statistics()
    #expect(found.posts == 9_000 && found.reposts == expected.reposts)
    #expect(found.years == expected.years && found.hours == expected.hours && found.dates == expected.dates)
    // One of the six is a common word.
    #expect(Set(found.words) == Set(expected.words) && found.words.count == 5)
    #expect(found.mostLiked == expected.mostLiked && found.mostLiked.first?.id.rawValue == "8999")
    #expect(found.mostRepliedTo.map(\.counts?.replies) == expected.mostRepliedTo.map(\.counts?.replies))
    #expect(found.onThisDay.map(\.counts?.likes) == expected.onThisDay.map(\.counts?.likes))
  }

  @Test func `Of a server account, only the user's own posts and reposts are counted`() async throws {
    let live = try await ServerStoreHarness()
    let ada = Profile(id: "1", handle: "ada")
    let bob = Profile(id: "7", handle: "bob@sea.example")
    var deleted = Post.fixture(id: "6", author: ada, createdAt: .noon, text: "deleted loom")
    deleted.states = [.deleted]
    let posts: [Post] = [
      .fixture(id: "1", author: ada, createdAt: .noon, text: "loom loom", counts: Counts(likes: 3)),
      .fixture(id: "2", author: bob, createdAt: .noon, text: "heron heron", counts: Counts(likes: 90)),
      .fixture(id: "3", author: bob, createdAt: .noon, text: "relay", repost: Repost(by: ada, at: .noon)),
      .fixture(id: "4", author: ada, createdAt: .noon, text: "moth", repost: Repost(by: bob, at: .noon)),
    ]
    _ = try await live.cache.merge(
      RemotePage(entries: posts.map { RemoteEntry($0) }), into: .home, at: .newest, asOf: .noon)
    // A post of a thread, and a deleted one, are in no timeline.
    _ = try await live.cache.store([.fixture(id: "5", author: ada, createdAt: .noon, text: "loom"), deleted])
    let found = try await StoreStatistics(store: live.fixture.store, account: live.account.id).statistics(at: .noon)
    #expect(found.posts == 3 && found.reposts == 1)
    #expect(found.words.map(\.text) == ["loom"] && found.mostLiked.map(\.id.rawValue) == ["1"])
  }

  @Test func `An empty account has empty statistics, a removed one is an error`() async throws {
    try fixture.importPosts([ImportItem(.fixture(), in: ArchiveTab.posts)])
    try await fixture.store.openOrCreateDatabase().writeAtomically { try $0.execute(sql: "DELETE FROM entry") }
    #expect(try await statistics() == PostStatistics())
    await #expect(throws: TimelineError.self) { try await statistics(.store("nobody")) }
  }

  @Test func `Invalid counts in the database do no harm`() async throws {
    try fixture.importPosts([ImportItem(.fixture(counts: Counts(replies: 1, likes: 1)), in: ArchiveTab.posts)])
    try await fixture.store.openOrCreateDatabase().writeAtomically {
      try $0.execute(
        sql:
          "UPDATE post SET likes = 9223372036854775807, replies = 'many', createdAt = 9223372036854775807, text = x'ff'"
      )
    }
    #expect(try await statistics().posts == 1)
  }
}
