import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// What the user adds is in kept timelines until their server has been asked again.
@Suite struct RecentAdditionsTests {
  private static let tag = TimelineID.tag("tea")

  private func own(_ live: SyncHarness, id: String = "900", replyTo: String? = nil) -> Post {
    var post = Post.fixture(
      id: id, author: Profile(id: "1", handle: "ada@server.example"), createdAt: live.clock.now, text: "Mine",
      links: [Link(url: "https://server.example/tags/tea", text: "#tea", kind: .tag)], replyTo: replyTo)
    post.assign(to: live.account)
    return post
  }

  private func publish(_ post: Post, _ live: SyncHarness) async throws {
    try await live.cache.store([post])
    await live.repository.note(post, of: Draft(account: live.account, changedAt: live.clock.now))
  }

  private func ids(_ timeline: TimelineID, _ live: SyncHarness, _ freshness: Freshness = .cached) async throws
    -> [String]
  {
    try await live.repository.page(of: timeline, at: .newest, limit: 60, freshness).posts.map(\.id.rawValue)
  }

  /// A server with posts in Home and in other timelines, all of which have been loaded.
  private func live(_ others: TimelineID...) async throws -> (SyncHarness, [TimelineID: [String]]) {
    let server = FakeServer(posts: 3)
    for timeline in others { server.write(2, in: timeline) }
    let live = try await SyncHarness(server)
    var known: [TimelineID: [String]] = [:]
    for timeline in [.home] + others { known[timeline] = try await ids(timeline, live, .fresh) }
    live.clock.advance(to: live.clock.now.addingTimeInterval(5))
    return (live, known)
  }

  @Test func `An own post is in each timeline that gains it, and the server's later answer decides`() async throws {
    let profile = TimelineID.profile("1")
    let (live, known) = try await live(.local, Self.tag, profile, .bookmarks)
    try await publish(own(live), live)
    for timeline in [TimelineID.home, .local, Self.tag, profile] {
      #expect(try await ids(timeline, live) == ["900"] + (known[timeline] ?? []))
      // A server may take a while.
      #expect(try await ids(timeline, live, .fresh) == ["900"] + (known[timeline] ?? []))
    }
    #expect(try await ids(.bookmarks, live) == known[.bookmarks])
    live.clock.advance(to: live.clock.now.addingTimeInterval(31))
    for timeline in [TimelineID.local, Self.tag, profile] {
      #expect(try await ids(timeline, live, .fresh) == known[timeline])
    }
  }

  @Test func `One that has been deleted is in none`() async throws {
    let (live, known) = try await live(Self.tag)
    try await publish(own(live), live)
    _ = try await live.cache.delete(PostID("900"))
    #expect(try await ids(Self.tag, live) == known[Self.tag])
  }

  @Test func `What is bookmarked is on top of the bookmarks, and leaves them when it is taken back`() async throws {
    let (live, known) = try await live(.bookmarks)
    let marked = try #require(try await live.cache.post(PostID(known[.home]?.last ?? "")))
    await live.repository.note(.bookmark(true, marked.id), on: marked)
    #expect(try await ids(.bookmarks, live) == [marked.id.rawValue] + (known[.bookmarks] ?? []))
    await live.repository.note(.bookmark(false, marked.id), on: marked)
    #expect(try await ids(.bookmarks, live) == known[.bookmarks])
    // One that the server has listed before, too.
    let old = try #require(try await live.cache.post(PostID(known[.bookmarks]?.first ?? "")))
    await live.repository.note(.bookmark(false, old.id), on: old)
    #expect(try await ids(.bookmarks, live) == Array((known[.bookmarks] ?? []).dropFirst()))
  }

  @Test func `A reply counts at once, and a server's count takes its place`() async throws {
    let (live, known) = try await live()
    let parent = PostID(known[.home]?.first ?? "")
    _ = try await live.cache.change(parent) { post in
      var post = post
      post.counts = Counts(replies: 1, reposts: 0, likes: 0)
      return post
    }
    try await publish(own(live, replyTo: parent.rawValue), live)
    #expect(try await live.cache.post(parent)?.counts?.replies == 2)
    await live.repository.note(.delete(PostID("900")), on: own(live, replyTo: parent.rawValue))
    #expect(try await live.cache.post(parent)?.counts?.replies == 1)
    // Servers count what anyone can see.
    var direct = own(live, id: "901", replyTo: parent.rawValue)
    direct.visibility = .direct
    try await publish(direct, live)
    #expect(try await live.cache.post(parent)?.counts?.replies == 1)
  }

  @Test func `A thread that is kept has the own reply`() async throws {
    let (live, known) = try await live()
    let parent = PostID(known[.home]?.first ?? "")
    try await publish(own(live, replyTo: parent.rawValue), live)
    let thread = try await live.threads.thread(of: PostRef(account: live.account, id: parent), .cached)
    #expect(thread.posts.map(\.id.rawValue) == [parent.rawValue, "900"])
  }
}
