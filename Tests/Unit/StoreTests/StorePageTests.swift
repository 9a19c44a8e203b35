import Domain
import Foundation
import TestSupport
import Testing

@testable import Store

/// The pages of the store equal those of a list in memory.
@Suite struct StorePageTests {
  private let fixture = StoreHarness()
  private let posts: [Post]

  /// Unordered posts over three years, some of the same second, in two timelines.
  init() throws {
    var random = SeededGenerator(seed: 7)
    posts = (0..<700).map { index in
      .fixture(id: "\(index)", createdAt: .noon.minutesAgo(Double(Int.random(in: 0..<400, using: &random) * 4_000)))
    }
    try fixture.importPosts(
      posts.enumerated().map { ImportItem($1, in: $0 % 3 == 0 ? .replies : .posts) }, batch: 64)
  }

  private func all(_ timeline: TimelineID) async throws -> [Post] {
    try await fixture.repository().page(of: timeline, PageRequest(.newest, limit: 10_000)).posts
  }

  @Test(arguments: [TimelineID.posts, .replies])
  func `All posts are listed, newest first`(timeline: TimelineID) async throws {
    let all = try await all(timeline)
    let expected = posts.enumerated().filter { ($0.offset % 3 == 0) == (timeline == .replies) }.map(\.element)
    #expect(Set(all) == Set(expected.stored()))
    #expect(all.count == expected.count)
    let dates = all.compactMap(\.createdAt)
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 >= $1 })
  }

  @Test func `Paging in both directions gives all posts with their offsets`() async throws {
    let all = try await all(.posts)
    let repository = fixture.repository()
    for (start, isDown) in [(PagePosition.newest, true), (.oldest, false)] {
      var position = start
      var walked: [Post] = []
      while true {
        let page = try await repository.page(of: .posts, PageRequest(position, limit: 37))
        #expect(page.total == all.count)
        #expect(page.offset == all.firstIndex { $0.key == page.posts.first?.key })
        walked = isDown ? walked + page.posts : page.posts + walked
        guard let next = isDown ? page.older : page.newer else { break }
        position = isDown ? .older(than: next) : .newer(than: next)
      }
      #expect(walked == all)
    }
  }

  /// Queries for few and for many posts differ.
  @Test(arguments: [0, 1, 2, 6, 7, 30, 31, 60, 61, 360])
  func `Pages of any length have the newest or the oldest posts`(length: Int) async throws {
    let all = try await all(.posts)
    let repository = fixture.repository()
    let newest = try await repository.page(of: .posts, PageRequest(.newest, limit: length))
    #expect(newest.posts == Array(all.prefix(length)))
    #expect(newest.offset == (length == 0 ? nil : 0))
    #expect(newest.newer == nil)
    let oldest = try await repository.page(of: .posts, PageRequest(.oldest, limit: length))
    #expect(oldest.posts == Array(all.suffix(length)))
    #expect(oldest.offset == (length == 0 ? nil : all.count - length))
    #expect(oldest.older == nil)
  }

  @Test(arguments: [0, 1, 5, 200, 464, 465])
  func `A page around an entry has its neighbours`(index: Int) async throws {
    let all = try await all(.posts)
    let wanted = all[index]
    let page = try await fixture.repository().page(of: .posts, PageRequest(.around(wanted.key, nil), limit: 20))
    let found = try #require(page.posts.firstIndex(of: wanted))
    #expect(page.posts.count == 20)
    #expect(page.posts == Array(all[(index - found)..<(index - found + 20)]))
    #expect(index < 10 || index > all.count - 10 || found == 10)
  }

  @Test func `A page around a removed entry is near its date, else the newest`()
    async throws
  {
    let all = try await all(.posts)
    let gone = PostKey(id: PostID("gone"), account: .store("ada"))
    let date = try #require(all[100].createdAt)
    let repository = fixture.repository()
    let near = try await repository.page(of: .posts, PageRequest(.around(gone, date.addingTimeInterval(5)), limit: 1))
    #expect(near.posts.first?.createdAt == date)
    let newest = try await repository.page(of: .posts, PageRequest(.around(gone, nil), limit: 3))
    #expect(newest.posts == Array(all.prefix(3)))
  }

  @Test(arguments: [-10_000_000.0, -1, 0, 500_000, 1e7, 5e7, 1e9])
  func `A page near a date has the nearest entry`(ago: Double) async throws {
    let date = Date.noon.addingTimeInterval(-ago)
    let page = try await fixture.repository().page(of: .posts, PageRequest(.nearest(date), limit: 1))
    let found = try #require(page.posts.first?.createdAt)
    let best = try await all(.posts).compactMap(\.createdAt).map { abs($0.timeIntervalSince(date)) }.min()
    #expect(abs(found.timeIntervalSince(date)) == best)
  }

  @Test(arguments: [PagePosition.newer(than: PageCursor("elsewhere")), .older(than: PageCursor("elsewhere"))])
  func `A cursor of another source gives the newest page`(position: PagePosition) async throws {
    let newest = try await all(.posts).prefix(3).map(\.id)
    #expect(
      try await fixture.repository().page(of: .posts, PageRequest(position, limit: 3)).posts.map(\.id) == newest)
    let query = try SearchQuery("compiler", now: .noon)
    let matches = try await fixture.repository().matches(of: query, PageRequest(.newest, limit: 3))
    #expect(try await fixture.repository().matches(of: query, PageRequest(position, limit: 3)) == matches)
  }

  @Test func `A gap of another source is filled with newer posts`() async throws {
    let all = try await all(.posts)
    let lower = try await fixture.repository().page(of: .posts, PageRequest(.around(all[50].key, nil), limit: 1))
    let cursor = try #require(lower.newer)
    let gap = TimelineGap(cursor: cursor, lower: all[50].key)
    let page = try await fixture.repository().page(of: .posts, PageRequest(.filling(gap), limit: 7))
    #expect(page.posts == Array(all[43..<50]))
    #expect(page.gaps.isEmpty)
  }

  @Test func `A limit of 0 gives the total only`() async throws {
    let page = try await fixture.repository().page(of: .posts, PageRequest(.newest, limit: 0))
    #expect(page.posts.isEmpty)
    #expect(page.total == 466)
  }

  @Test func `Posts of one second keep the order of their source, even too many`() async throws {
    let other = StoreHarness()
    let posts = (0..<900).map { Post.fixture(id: "\($0)") } + [.fixture(id: "old", createdAt: .noon.minutesAgo(1))]
    try other.importPosts(posts.map { ImportItem($0, in: .posts) }, batch: 1_000)
    #expect(try await other.repository().page(of: .posts, PageRequest(.newest, limit: 1_000)).posts == posts.stored())
  }

  @Test func `A post without a date follows the one before it`() async throws {
    let other = StoreHarness()
    let posts: [Post] = [
      .fixture(id: "3", createdAt: .noon), .fixture(id: "2", createdAt: nil),
      .fixture(id: "1", createdAt: .noon.minutesAgo(5)),
    ]
    try other.importPosts(posts.map { ImportItem($0, in: .posts) })
    #expect(try await other.repository().page(of: .posts, PageRequest(.newest, limit: 5)).posts == posts.stored())
    let undated = (0..<30).map { Post.fixture(id: "u\($0)", createdAt: nil) }
    let third = StoreHarness()
    try third.importPosts(undated.map { ImportItem($0, in: .posts) }, batch: 10)
    #expect(try await third.repository().page(of: .posts, PageRequest(.newest, limit: 50)).posts == undated.stored())
  }
}
