import Domain
import Foundation
import TestSupport
import Testing

@testable import Store

/// Entries beyond the bounds are pruned, needed posts stay.
@Suite struct ServerPruneTests {
  private let live: ServerStoreHarness

  init() async throws {
    live = try await ServerStoreHarness()
  }

  /// - Returns: The number of calls until nothing was left to do.
  @discardableResult
  private func prune(posts: Int = 5_000, days: Int = 90, daysLater: Double = 0) async throws -> Int {
    let now = Date.noon.addingTimeInterval(daysLater * 86_400)
    for call in 1...1_000
    where try await !live.cache.prune(to: CacheBounds(posts: posts, days: days), now: now) { return call }
    throw NothingStored()
  }

  private func stored() throws -> Set<String> {
    try live.fixture.read { try Set(String.fetchAll($0, sql: "SELECT sourceId FROM post")) }
  }

  private func numbers(_ range: ClosedRange<Int>) -> [String] { range.reversed().map(String.init) }

  @Test func `Entries within the bounds stay`() async throws {
    try await live.merge(numbers(1...20), older: "1")
    try await live.cache.store([.fixture(id: "thread")])
    #expect(try await prune() == 1)
    #expect(try live.order() == numbers(1...20))
    #expect(try stored().count == 21)
  }

  @Test func `Excess entries are pruned in batches and can be requested again`() async throws {
    try await live.merge(numbers(1...700), older: "1")
    let calls = try await prune(posts: 50)
    #expect(calls > 3)
    #expect(try live.order() == numbers(651...700))
    let page = try await live.page(limit: 100)
    #expect(page.older == RemoteCursor("651") && page.page.older != nil)
    #expect(try stored().count == 50)
    #expect(try await live.matches("number3").isEmpty)
    try expectIntact(live.fixture.directory)
    try await live.merge(numbers(640...650), older: "640", at: .older(than: RemoteCursor("651")))
    #expect(try live.order() == numbers(640...700))
  }

  @Test func `Bookmarked and liked posts stay, even if those timelines were never opened`() async throws {
    for (id, viewer) in [
      ("marked", ViewerState(isBookmarked: true)), ("liked", ViewerState(isFavourite: true)), ("plain", ViewerState()),
    ] {
      var post = Post.fixture(id: id)
      post.viewer = viewer
      try await live.cache.store([post])
    }
    try await prune(daysLater: 91)
    #expect(try stored() == ["marked", "liked"])
  }

  @Test func `Old entries are pruned, except the newest`() async throws {
    try await live.merge(numbers(1...20), older: "1")
    try await live.cache.store([.fixture(id: "thread")])
    try await prune(daysLater: 91)
    #expect(try live.order() == ["20"])
    #expect(try stored() == ["20"])
    #expect(try await live.page().older == RemoteCursor("20"))
    try expectIntact(live.fixture.directory)
  }

  @Test func `A gap at the end is pruned with the entries below it`() async throws {
    try await live.merge(numbers(1...5), older: "1")
    try await live.merge(numbers(11...15), older: "11")
    try await prune(posts: 5)
    #expect(try live.order() == numbers(11...15))
    #expect(try await live.page().older == RemoteCursor("11"))
    try expectIntact(live.fixture.directory)
  }

  @Test func `Without cursors of entries, pruning stops at the end of a page`() async throws {
    try await live.merge(numbers(21...30), older: "a", canFill: false)
    try await live.merge(numbers(11...20), older: "b", canFill: false, at: .older(than: RemoteCursor("a")))
    try await live.merge(numbers(1...10), older: "c", canFill: false, at: .older(than: RemoteCursor("b")))
    try await prune(posts: 15)
    #expect(try live.order() == numbers(11...30))
    #expect(try await live.page().older == RemoteCursor("b"))
    try await prune(posts: 3)
    #expect(try live.order() == numbers(21...30))
    #expect(try await live.page().older == RemoteCursor("a"))
  }

  @Test func `Own, marked, answered and quoted posts stay`() async throws {
    let own = Post.fixture(id: "own", author: live.account.profile, replyTo: "answered")
    var passedOn = Post.fixture(id: "passed on")
    passedOn.repost = Repost(by: live.account.profile, at: .noon.minutesAgo(2_000))
    let posts: [Post] = [
      .fixture(id: "new"), .fixture(id: "quoting", author: live.account.profile, quote: .shown(.fixture(id: "quoted"))),
      own, passedOn, .fixture(id: "answered"), .fixture(id: "liked"), .fixture(id: "local"), .fixture(id: "needless"),
    ]
    let page = RemotePage(entries: posts.map { RemoteEntry($0) }, older: RemoteCursor("x"))
    try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon)
    try await live.cache.merge(
      RemotePage(entries: [RemoteEntry(posts[5])], canFill: false), into: TimelineQuery(.favourites), at: .newest,
      asOf: .noon)
    try await live.cache.merge(
      RemotePage(entries: [RemoteEntry(posts[6])]), into: TimelineQuery(.local), at: .newest, asOf: .noon)
    try await prune(posts: 1, daysLater: 100)
    #expect(try live.order() == ["new"])
    #expect(
      try stored() == ["new", "quoting", "quoted", "own", "passed on", "answered", "liked", "local"])
    // They are searchable as well.
    #expect(Set(try await live.matches("from:ada@timeline.example")) == ["quoting", "own", "passed on"])
    try expectIntact(live.fixture.directory)
  }
}
