import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Recent additions are shown in cached timelines until these are reloaded.
@Suite struct RecentAdditionsTests {
  private static let tag = TimelineID.tag("tea")

  private func own(_ harness: TimelineHarness, id: String = "900", replyTo: String? = nil) -> Post {
    var post = Post.fixture(
      id: id, author: Profile(id: "1", handle: "ada@server.example"), createdAt: harness.clock.now, text: "Mine",
      links: [Link(url: "https://server.example/tags/tea", text: "#tea", kind: .tag)], replyTo: replyTo)
    post.assign(to: harness.account)
    return post
  }

  private func publish(_ post: Post, _ harness: TimelineHarness) async throws {
    try await harness.cache.store([post])
    await harness.repository.addPublished(post, from: Draft(account: harness.account, changedAt: harness.clock.now))
  }

  private func ids(_ timeline: TimelineID, _ harness: TimelineHarness, _ freshness: Freshness = .cached) async throws
    -> [String]
  {
    try await harness.repository.page(of: timeline, PageRequest(.newest, limit: 60, freshness)).posts.map(\.id.rawValue)
  }

  /// A server with posts in Home and in other timelines, all loaded.
  private func harness(_ others: TimelineID...) async throws -> (TimelineHarness, [TimelineID: [String]]) {
    let server = FakeServer(posts: 3)
    for timeline in others { server.write(2, in: timeline) }
    let harness = try await TimelineHarness(server)
    var known: [TimelineID: [String]] = [:]
    for timeline in [.home] + others { known[timeline] = try await ids(timeline, harness, .fresh) }
    harness.clock.advance(to: harness.clock.now.addingTimeInterval(5))
    return (harness, known)
  }

  @Test func `A new post is in each timeline that gains it until a later response`() async throws {
    let profile = TimelineID.profile("1")
    let (harness, known) = try await harness(.local, Self.tag, profile, .bookmarks)
    try await publish(own(harness), harness)
    for timeline in [TimelineID.home, .local, Self.tag, profile] {
      #expect(try await ids(timeline, harness) == ["900"] + (known[timeline] ?? []))
      // A server may take a while.
      #expect(try await ids(timeline, harness, .fresh) == ["900"] + (known[timeline] ?? []))
    }
    #expect(try await ids(.bookmarks, harness) == known[.bookmarks])
    harness.clock.advance(to: harness.clock.now.addingTimeInterval(31))
    for timeline in [TimelineID.local, Self.tag, profile] {
      #expect(try await ids(timeline, harness, .fresh) == known[timeline])
    }
  }

  @Test func `A deleted post is in no timeline`() async throws {
    let (harness, known) = try await harness(Self.tag)
    try await publish(own(harness), harness)
    _ = try await harness.cache.delete(PostID("900"))
    #expect(try await ids(Self.tag, harness) == known[Self.tag])
  }

  @Test func `A bookmark is on top of the bookmarks until it is removed`() async throws {
    let (harness, known) = try await harness(.bookmarks)
    let marked = try #require(try await harness.cache.post(PostID(known[.home]?.last ?? "")))
    harness.dependencies.changes.confirm(.bookmark(true, marked.id), at: harness.clock.now)
    #expect(try await ids(.bookmarks, harness) == [marked.id.rawValue] + (known[.bookmarks] ?? []))
    harness.dependencies.changes.confirm(.bookmark(false, marked.id), at: harness.clock.now)
    #expect(try await ids(.bookmarks, harness) == known[.bookmarks])
    // Also one that was listed before.
    let old = try #require(try await harness.cache.post(PostID(known[.bookmarks]?.first ?? "")))
    harness.dependencies.changes.confirm(.bookmark(false, old.id), at: harness.clock.now)
    #expect(try await ids(.bookmarks, harness) == Array((known[.bookmarks] ?? []).dropFirst()))
  }

  @Test func `A reply counts at once, until the server's count replaces it`() async throws {
    let (harness, known) = try await harness()
    let parent = PostID(known[.home]?.first ?? "")
    _ = try await harness.cache.update(parent) { post in
      var post = post
      post.counts = Counts(replies: 1, reposts: 0, likes: 0)
      return post
    }
    try await publish(own(harness, replyTo: parent.rawValue), harness)
    #expect(try await harness.cache.post(parent)?.counts?.replies == 2)
    await harness.repository.didDelete(own(harness, replyTo: parent.rawValue))
    #expect(try await harness.cache.post(parent)?.counts?.replies == 1)
    // Servers count what anyone can see.
    var direct = own(harness, id: "901", replyTo: parent.rawValue)
    direct.visibility = .direct
    try await publish(direct, harness)
    #expect(try await harness.cache.post(parent)?.counts?.replies == 1)
  }

  @Test func `A cached thread has the new reply`() async throws {
    let (harness, known) = try await harness()
    let parent = PostID(known[.home]?.first ?? "")
    try await publish(own(harness, replyTo: parent.rawValue), harness)
    let thread = try await harness.threads.thread(of: PostRef(account: harness.account, id: parent), .cached)
    #expect(thread.posts.map(\.id.rawValue) == [parent.rawValue, "900"])
  }
}
